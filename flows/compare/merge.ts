/**
 * Both versions of a machine in one diagram: removed states and transitions are included, and names start with the sign
 * of their mark, so that the picture does not depend on color.
 */
import type { Diagram, DiagramInvoke, DiagramState, DiagramTransition } from '../diagram.ts';
import type { Shape } from '../drawing.ts';
import type { Difference, DifferenceMark, TransitionDifference } from './difference.ts';
import { SIGNS } from './rows.ts';

export interface MergedDiagram {
  readonly diagram: Diagram;
  /** The marks of states by their ids, and of transitions by their keys in this diagram. */
  readonly stateMarks: ReadonlyMap<string, DifferenceMark>;
  readonly transitionMarks: ReadonlyMap<string, DifferenceMark>;
}

const signed = (mark: DifferenceMark | undefined, text: string): string =>
  mark === undefined ? text : `${SIGNS[mark]} ${text}`;

const arrow = (before: string, after: string): string =>
  before === after ? after : `${before === '' ? 'none' : before} → ${after === '' ? 'none' : after}`;

/** Merges two versions of a machine. At least one of them must exist. */
export function mergeDiagrams(
  before: Diagram | undefined,
  after: Diagram | undefined,
  difference: Difference,
): MergedDiagram {
  const shown = after ?? before;
  if (shown === undefined) throw new Error('There is no version of the machine');
  const stateMarks = new Map(difference.states.map(({ id, mark }) => [id, mark]));
  const old = new Map(before?.states.map((state) => [state.id, state]));
  const removed = difference.states.flatMap(({ id, mark }) => (mark === 'removed' ? (old.get(id) ?? []) : []));
  const all = inOrder(after?.states ?? [], removed);
  const parents = new Set(all.map(({ parent }) => parent));
  const states = all.map((state): DiagramState => {
    const mark = stateMarks.get(state.id);
    const earlier = old.get(state.id);
    const isOpened = parents.has(state.id) && state.kind !== 'parallel';
    return {
      ...state,
      name: signed(mark, state.name),
      kind: isOpened ? 'compound' : state.kind,
      invokes:
        mark === 'changed' && earlier !== undefined ? mergeInvokes(earlier.invokes, state.invokes) : state.invokes,
    };
  });
  const transitionMarks = new Map<string, DifferenceMark>();
  const transitions = mergeTransitions(after, difference.transitions, transitionMarks);
  return { diagram: { ...shown, id: `${shown.id}-compared`, states, transitions }, stateMarks, transitionMarks };
}

/** Adds the removed states after the state that preceded them in the earlier version, parents before children. */
function inOrder(states: readonly DiagramState[], removed: readonly DiagramState[]): DiagramState[] {
  const result = [...states];
  for (const state of removed) {
    const siblings = result.findLastIndex(({ parent, id }) => parent === state.parent || id === state.parent);
    const family = result[siblings]?.id;
    const last = result.findLastIndex(
      ({ id }) => family !== undefined && (id === family || id.startsWith(`${family}.`)),
    );
    result.splice(Math.max(siblings, last) + 1, 0, state);
  }
  return result;
}

const isIn = (list: readonly DiagramInvoke[], { id, source, what, input }: DiagramInvoke): boolean =>
  list.some((each) => each.id === id && each.source === source && each.what === what && each.input === input);

const signedInvoke = (invoke: DiagramInvoke, mark: DifferenceMark): DiagramInvoke => ({
  ...invoke,
  source: signed(mark, invoke.source),
  what: invoke.what === invoke.source ? signed(mark, invoke.source) : invoke.what,
});

function mergeInvokes(before: readonly DiagramInvoke[], after: readonly DiagramInvoke[]): DiagramInvoke[] {
  return [
    ...after.map((invoke) => (isIn(before, invoke) ? invoke : signedInvoke(invoke, 'added'))),
    ...before.filter((invoke) => !isIn(after, invoke)).map((invoke) => signedInvoke(invoke, 'removed')),
  ];
}

function mergeTransitions(
  after: Diagram | undefined,
  differences: readonly TransitionDifference[],
  marks: Map<string, DifferenceMark>,
): DiagramTransition[] {
  const found = new Map(differences.flatMap((each) => (each.after === undefined ? [] : [[each.after, each] as const])));
  const remaining = (after?.transitions ?? []).map((transition, index): DiagramTransition => {
    const difference = found.get(transition);
    // Routes have no key, so the position tells transitions apart.
    const key = `${index} ${transition.key}`;
    if (difference === undefined) return { ...transition, key };
    marks.set(key, difference.mark);
    return { ...changedText(difference, transition), key };
  });
  const removed = differences.flatMap(({ mark, before }, index): DiagramTransition[] => {
    if (mark !== 'removed' || before === undefined) return [];
    const key = `removed ${index} ${before.key}`;
    marks.set(key, mark);
    return [{ ...before, key, label: signed(mark, before.label) }];
  });
  return [...remaining, ...removed];
}

/** Returns a transition whose label contains the cause and the guard before and after. */
function changedText({ mark, before }: TransitionDifference, transition: DiagramTransition): DiagramTransition {
  const { label } = transition;
  if (before === undefined) return { ...transition, label: signed(mark, label) };
  const condition = arrow(before.condition ?? '', transition.condition ?? '');
  const actions =
    before.actions.join() === transition.actions.join() ? transition.actions : signedActions(before, transition);
  return {
    ...transition,
    label: signed(mark, arrow(before.label, label)),
    ...(condition !== '' && { condition }),
    actions,
  };
}

const signedActions = (before: DiagramTransition, after: DiagramTransition): string[] => [
  ...after.actions.map((action) => (before.actions.includes(action) ? action : signed('added', action))),
  ...before.actions.filter((action) => !after.actions.includes(action)).map((action) => signed('removed', action)),
];

/** The precedence of marks on an arrow with several transitions. */
const STRONGEST: readonly DifferenceMark[] = ['changed', 'removed', 'added'];

/** Returns the mark of an arrow: that of its transitions if all have the same, otherwise `changed`. */
function combineMarks(keys: readonly string[], marks: ReadonlyMap<string, DifferenceMark>): DifferenceMark | undefined {
  const found = new Set(keys.map((key) => marks.get(key)));
  if (found.size === 1) return [...found][0];
  return STRONGEST.some((mark) => found.has(mark)) ? 'changed' : undefined;
}

/** Adds a class such as `is-added` to the marked shapes. */
export function markShapes(
  shapes: readonly Shape[],
  merged: Pick<MergedDiagram, 'stateMarks' | 'transitionMarks'>,
): Shape[] {
  return shapes.map((shape): Shape => {
    const { state, keys, attributes, children } = shape;
    const mark =
      keys === undefined
        ? state === undefined
          ? undefined
          : merged.stateMarks.get(state)
        : combineMarks(keys, merged.transitionMarks);
    const name = mark === undefined ? 'is-same' : `is-${mark}`;
    const isMarkable = keys !== undefined || state !== undefined;
    return {
      ...shape,
      attributes: isMarkable
        ? { ...attributes, class: `${String(attributes['class'] ?? '')} ${name}`.trim() }
        : attributes,
      ...(children !== undefined && { children: markShapes(children, merged) }),
    };
  });
}
