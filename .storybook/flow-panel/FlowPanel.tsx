/** The diagram of the story's flow. A state opens its story. */
import { type PointerEvent, useEffect, useMemo, useState } from 'react';
import { STORY_RENDERED } from 'storybook/internal/core-events';
import { light, styles } from '../../flows/palette.ts';
import { Shapes } from '../../flows/page/Shapes.tsx';
import {
  FLOW_ACTIVE,
  FLOW_SHOWN,
  FLOW_WANTED,
  STATE_CHOSEN,
  STORY_MISSING,
  type ShownFlow,
} from '../../test/support/story-flow-events.ts';

/** The part of Storybook's channel that the panel uses. */
export interface PanelChannel {
  on(event: string, listener: (...given: never[]) => void): void;
  off(event: string, listener: (...given: never[]) => void): void;
  emit(event: string, ...given: unknown[]): void;
}

export interface FlowPanelProps {
  readonly isOpen: boolean;
  readonly channel: PanelChannel;
}

const STYLE = `${styles('.flow-panel', light)}
.flow-panel { background: #fbfcfd; color: #1b1b1b; padding: 12px; overflow: auto }
.flow-panel .state { cursor: pointer }
.flow-panel .state.is-active > rect { fill: #fff1d2; stroke: #936f38; stroke-width: 3 }
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

export function FlowPanel(props: FlowPanelProps) {
  const { flow, missing } = useShownFlow(props);
  const active = useMemo(() => new Set(flow?.active), [flow]);
  const choose = (state: string) => props.channel.emit(STATE_CHOSEN, state);
  const lit = useMemo(() => ({ active, selected: undefined, focus: undefined, taken: new Set<string>() }), [active]);

  function onPointerUp({ target }: PointerEvent): void {
    const state = target instanceof Element ? target.closest('[data-state]')?.getAttribute('data-state') : undefined;
    if (typeof state === 'string') choose(state);
  }

  return (
    <div className="flow-panel">
      <style>{STYLE}</style>
      {flow === undefined ? (
        <p>This story shows no flow.</p>
      ) : (
        <>
          <p role="status">
            {missing === undefined
              ? `Now in ${flow.active.filter((state) => state !== 'anywhere').join(', ')}.`
              : `No story shows ${missing}.`}
          </p>
          {/* The buttons below have the same function. */}
          <svg
            aria-hidden="true"
            data-flow={flow.title}
            width={flow.width}
            height={flow.height}
            viewBox={`0 0 ${flow.width} ${flow.height}`}
            onPointerUp={onPointerUp}
          >
            <Shapes shapes={flow.shapes} lit={lit} />
          </svg>
          <nav aria-label="Stories of the states">
            <ul>
              {flow.states.map((state) => (
                <li key={state}>
                  <button
                    type="button"
                    aria-current={active.has(state) ? 'step' : undefined}
                    onClick={() => choose(state)}
                  >
                    {state}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        </>
      )}
    </div>
  );
}
