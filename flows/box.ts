/** The text in a state's box, and its size. */
import {
  ANYWHERE,
  type CauseKind,
  type Diagram,
  type DiagramInvoke,
  type DiagramState,
  type DiagramTransition,
} from './diagram.ts';
import { measureWidth, wrap } from './text.ts';

export type LineKind = 'name' | 'description' | 'address' | 'invoke' | 'inside';

export interface Line {
  readonly kind: LineKind;
  readonly text: string;
  /** From the top of the box to the foot of the letters. */
  readonly y: number;
  /** The key of the transition that the line shows; undefined for other lines. */
  readonly key?: string;
  /** The cause of that transition. */
  readonly cause?: CauseKind;
  /** The id of the invoked machine that the line names. */
  readonly machine?: string;
  /** Whether it is the first line of its text; only first lines have icons. */
  readonly isFirst: boolean;
}

export interface Box {
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** Font size and distance from the previous line, by kind of line. */
export const TYPE: Record<LineKind, { readonly size: number; readonly step: number; readonly bold?: true }> = {
  name: { size: 14, step: 20, bold: true },
  description: { size: 12, step: 16 },
  address: { size: 12, step: 18 },
  invoke: { size: 12, step: 18 },
  inside: { size: 12, step: 17 },
};

/** The margin left and right of the text, which contains the icons. */
export const MARGIN = 14;
const TEXT_WIDTH = 250;
const NARROWEST = 120;

export const formatLabel = (transition: DiagramTransition): string => {
  const { label, condition, from } = transition;
  const again = isReentry(transition) ? ` (enters ${from.split('.').at(-1)} again)` : '';
  return `${label}${condition === undefined ? '' : ` [${condition}]`}${again}`;
};

/** Returns true if a transition leaves and enters its state, although it leads to the state or into it. */
const isReentry = ({ from, to, reenter }: DiagramTransition): boolean =>
  reenter === true && to.some((target) => target === from || target.startsWith(`${from}.`));

/** Returns the label of an arrow: the cause, the guard, and the actions if the diagram shows them. */
export const formatArrowLabel = ({ showsActions }: Diagram, transition: DiagramTransition): string =>
  formatLabel(transition) + (showsActions ? formatActionList(transition.actions) : '');

const formatActionList = (actions: readonly string[]): string => (actions.length > 0 ? ` / ${actions.join(', ')}` : '');

/** Transitions that stay in their state are lines in its box, since an arrow would say less. */
export const staysInside = ({ from, to }: DiagramTransition): boolean => to.every((target) => target === from);

/** A transition inside a state as it reads there. */
function insideLabel({ showsActions }: Diagram, transition: DiagramTransition): string {
  const { kind, to, actions } = transition;
  if (to.length > 0) {
    const again = isReentry(transition) ? '' : ': again';
    return formatLabel(transition) + again + (showsActions ? formatActionList(actions) : '');
  }
  if (kind === 'route' && actions.length === 0) return 'Back and links: not now';
  return formatLabel(transition) + formatActionList(actions);
}

/** Returns the text for a kind of state that its box alone does not show. */
function kindText({ kind, history }: DiagramState): string {
  if (history === undefined) return kind === 'parallel' ? 'parallel' : '';
  return history === 'deep' ? 'history, with the states within' : 'history';
}

/** Returns an invocation as it reads in a box. An input that is computed is not shown there. */
function formatInvoke({ source, what, input = 'computed' }: DiagramInvoke): string {
  const text = what === source ? source : `${source}: ${what}`;
  return input === 'computed' ? text : `${text} (${input})`;
}

const toActionLine = (when: string, actions: readonly string[]) => ({
  kind: 'description' as const,
  text: actions.length === 0 ? '' : `${when}${formatActionList(actions)}`,
});

export function createBox(diagram: Diagram, state: DiagramState): Box {
  const inside = diagram.transitions.filter((transition) => transition.from === state.id && staysInside(transition));
  const parts: Pick<Line, 'kind' | 'text' | 'key' | 'cause' | 'machine'>[] = [
    { kind: 'name', text: state.name },
    { kind: 'description', text: state.description },
    { kind: 'description', text: state.kind === 'parallel' || state.description === '' ? kindText(state) : '' },
    ...(state.path === undefined ? [] : [{ kind: 'address' as const, text: state.path }]),
    ...(state.route?.guard === undefined
      ? []
      : [{ kind: 'description' as const, text: `by address [${state.route.guard}]` }]),
    // The machine itself has no other place for its actions.
    ...(diagram.showsActions || state.id === ANYWHERE
      ? [toActionLine('entry', state.entry), toActionLine('exit', state.exit)]
      : []),
    toActionLine('initial', state.initialActions ?? []),
    { kind: 'description', text: state.output === undefined ? '' : `output: ${state.output}` },
    ...state.invokes.map((invoke) => ({
      kind: 'invoke' as const,
      text: formatInvoke(invoke),
      ...(invoke.machine !== undefined && { machine: invoke.machine }),
    })),
    ...inside.map((transition) => ({
      kind: 'inside' as const,
      text: insideLabel(diagram, transition),
      key: transition.key,
      cause: transition.kind,
    })),
  ];
  let y = 4;
  const lines = parts
    .filter(({ text }) => text !== '')
    .flatMap(({ kind, text, key, cause, machine }) =>
      wrap(text, TYPE[kind].size, TEXT_WIDTH, TYPE[kind].bold).map((line, index): Line => {
        y += index === 0 ? TYPE[kind].step : TYPE[kind].size + 3;
        return {
          kind,
          text: line,
          y,
          isFirst: index === 0,
          ...(key !== undefined && { key }),
          ...(cause !== undefined && { cause }),
          ...(machine !== undefined && { machine }),
        };
      }),
    );
  const widest = Math.max(
    ...lines.map(({ kind, text }) => measureWidth(text, TYPE[kind].size, TYPE[kind].bold) + iconRoom(kind)),
  );
  return { lines, width: Math.max(NARROWEST, widest + 2 * MARGIN), height: y + 11 };
}

/** Addresses and actors have a sign before them. */
export const iconRoom = (kind: LineKind): number => (kind === 'address' || kind === 'invoke' ? 18 : 0);
