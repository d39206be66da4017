/**
 * The diagram of the story's flow. A click on a state opens its story. Elements are created by function, because JSX would
 * import another React than that of Storybook's manager.
 */
import { type PointerEvent, type ReactNode, createElement, useEffect, useMemo, useState } from 'react';
import type { Channel } from 'storybook/internal/channels';
import { STORY_RENDERED } from 'storybook/internal/core-events';
import type { Shape } from '../../flows/drawing.ts';
import { light, styles } from '../../flows/palette.ts';
import {
  FLOW_ACTIVE,
  FLOW_SHOWN,
  FLOW_WANTED,
  STATE_CHOSEN,
  STORY_MISSING,
  type ShownFlow,
} from '../../test/support/story-flow-events.ts';

/** The part of Storybook's channel that the panel uses. */
export type PanelChannel = Pick<Channel, 'on' | 'off' | 'emit'>;

export interface FlowPanelProps {
  readonly isOpen: boolean;
  readonly channel: PanelChannel;
}

const STYLE = `${styles('.flow-panel', light)}
.flow-panel { background: #fbfcfd; color: #1b1b1b; padding: 12px; height: 100%; overflow: auto }
.flow-panel .state { cursor: pointer }
.flow-panel .state.is-active > rect { fill: #fff1d2; stroke: #936f38; stroke-width: 3 }
.flow-panel .text.is-active > .back { fill: #fff1d2 }
.flow-panel ul { columns: 16rem; list-style: none; padding: 0 }
.flow-panel button { background: none; border: 0; color: #005ea2; cursor: pointer; font: inherit; min-height: 24px; text-decoration: underline }
.flow-panel [aria-current] { font-weight: 700 }`;

/** Receives the flow of the story that is shown, while the panel is open. */
function useShownFlow({ isOpen, channel }: FlowPanelProps) {
  const [flow, setFlow] = useState<ShownFlow>();
  const [missing, setMissing] = useState<string>();
  useEffect(() => {
    if (!isOpen) return undefined;
    const ask = () => {
      setFlow(undefined);
      setMissing(undefined);
      channel.emit(FLOW_WANTED);
    };
    const show = (shown: ShownFlow) => setFlow(shown);
    const highlight = (active: readonly string[]) => setFlow((shown) => shown && { ...shown, active });
    const miss = (state: string) => setMissing(state);
    channel.on(FLOW_SHOWN, show);
    channel.on(FLOW_ACTIVE, highlight);
    channel.on(STORY_MISSING, miss);
    channel.on(STORY_RENDERED, ask);
    channel.emit(FLOW_WANTED);
    return () => {
      channel.off(FLOW_SHOWN, show);
      channel.off(FLOW_ACTIVE, highlight);
      channel.off(STORY_MISSING, miss);
      channel.off(STORY_RENDERED, ask);
    };
  }, [isOpen, channel]);
  return { flow, missing };
}

/** Returns a shape as an element; active states have a class. */
function createElementFor(
  { tag, attributes, state, text, children }: Shape,
  active: ReadonlySet<string>,
  key: number,
): ReactNode {
  const { class: name = '', ...others } = attributes;
  const className = state !== undefined && active.has(state) ? `${name} is-active` : String(name);
  const content = text ?? children?.map((child, index) => createElementFor(child, active, index));
  return createElement(tag, { ...others, key, className, 'data-state': state }, content);
}

export function FlowPanel(props: FlowPanelProps) {
  const { flow, missing } = useShownFlow(props);
  const active = useMemo(() => new Set(flow?.active), [flow]);
  const choose = (state: string) => props.channel.emit(STATE_CHOSEN, state);

  function onPointerUp({ target }: PointerEvent): void {
    const state = target instanceof Element ? target.closest('[data-state]')?.getAttribute('data-state') : undefined;
    if (typeof state === 'string') choose(state);
  }

  return createElement(
    'div',
    { className: 'flow-panel' },
    createElement('style', null, STYLE),
    flow === undefined
      ? createElement('p', null, 'This story shows no flow.')
      : [
          createElement('p', { key: 'status', role: 'status' }, formatStatus(flow, missing)),
          // The buttons below have the same function.
          createElement(
            'svg',
            {
              key: 'picture',
              'aria-hidden': true,
              'data-flow': flow.title,
              width: flow.width,
              height: flow.height,
              viewBox: `0 0 ${flow.width} ${flow.height}`,
              onPointerUp,
            },
            flow.shapes.map((shape, index) => createElementFor(shape, active, index)),
          ),
          createElement(
            'nav',
            { key: 'states', 'aria-label': 'Stories of the states' },
            createElement(
              'ul',
              null,
              flow.states.map((state) =>
                createElement(
                  'li',
                  { key: state },
                  createElement(
                    'button',
                    {
                      type: 'button',
                      'aria-current': active.has(state) ? 'step' : undefined,
                      onClick: () => choose(state),
                    },
                    state,
                  ),
                ),
              ),
            ),
          ),
        ],
  );
}

function formatStatus({ active }: ShownFlow, missing: string | undefined): string {
  if (missing !== undefined) return `No story shows ${missing}.`;
  return `Now in ${active.filter((state) => state !== 'anywhere').join(', ')}.`;
}
