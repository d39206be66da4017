/** The differences between two versions of a machine, as plain data. */
import type { CauseKind, Diagram, DiagramInvoke, DiagramRoot, DiagramState, DiagramTransition } from '../diagram.ts';

export type DifferenceMark = 'added' | 'removed' | 'changed';

/** A property with its text before and after; an empty text if the property is missing. */
export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface StateDifference {
  readonly mark: DifferenceMark;
  readonly id: string;
  /** The properties that differ; empty unless the state has changed. */
  readonly changes: readonly Change[];
}

export interface TransitionDifference {
  readonly mark: DifferenceMark;
  /** Undefined if the transition was added. */
  readonly before: DiagramTransition | undefined;
  /** Undefined if the transition was removed. */
  readonly after: DiagramTransition | undefined;
  readonly changes: readonly Change[];
}

export interface Difference {
  /** What happened to the machine as a whole; undefined if both versions are the same. */
  readonly mark: DifferenceMark | undefined;
  readonly machine: readonly Change[];
  readonly states: readonly StateDifference[];
  readonly transitions: readonly TransitionDifference[];
}

const NOTHING: Diagram = { id: '', description: '', states: [], transitions: [] };

/** Compares two versions of a machine. One of them is undefined if the machine was added or removed. */
export function compareDiagrams(before: Diagram | undefined, after: Diagram | undefined): Difference {
  const [old, now] = [before ?? NOTHING, after ?? NOTHING];
  const isBoth = before !== undefined && after !== undefined;
  const machine = isBoth ? findChanges(machineFields(old), machineFields(now)) : [];
  const states = compareStates(old, now);
  const transitions = compareTransitions(old, now);
  const isSame = machine.length + states.length + transitions.length === 0;
  return {
    mark: isBoth ? (isSame ? undefined : 'changed') : before === undefined ? 'added' : 'removed',
    machine,
    states,
    transitions,
  };
}

type Fields = Readonly<Record<string, string>>;

const findChanges = (before: Fields, after: Fields): Change[] =>
  Object.keys(before).flatMap((field) => {
    const [old = '', now = ''] = [before[field], after[field]];
    return old === now ? [] : [{ field, before: old, after: now }];
  });

const machineFields = ({ description, path = '', title = '', initial = '', root = NO_ROOT }: Diagram): Fields => ({
  description,
  address: path,
  title,
  'initial state': initial,
  kind: root.isParallel ? 'parallel' : '',
  ...actionFields(root),
});

const NO_ROOT: DiagramRoot = { invokes: [], entry: [], exit: [] };

const actionFields = ({ invokes, entry, exit, initialActions = [], output = '' }: DiagramRoot): Fields => ({
  invokes: invokes.map(invokeText).join(', '),
  'entry actions': entry.join(', '),
  'exit actions': exit.join(', '),
  'initial actions': initialActions.join(', '),
  output,
});

/** XState generates the id of an actor that has none, such as `0.checkout.pricing`. */
const GENERATED_ID = /^\d+\./;

const invokeText = ({ id, source, what, input }: DiagramInvoke): string =>
  [
    id === source || GENERATED_ID.test(id) ? '' : `${id}: `,
    source,
    what === source ? '' : ` (${what})`,
    input === undefined ? '' : ` with input ${input}`,
  ].join('');

const stateFields = (state: DiagramState): Fields => ({
  name: state.name,
  kind: state.history === undefined ? state.kind : `${state.history} ${state.kind}`,
  description: state.description,
  address: state.path ?? '',
  title: state.title ?? '',
  'by address': state.route === undefined ? '' : (state.route.guard ?? 'always'),
  'initial state': state.initial ?? '',
  ...actionFields(state),
  tags: state.tags.join(', '),
});

function compareStates(before: Diagram, after: Diagram): StateDifference[] {
  const old = new Map(before.states.map((state) => [state.id, state]));
  const now = new Set(after.states.map(({ id }) => id));
  return [
    ...after.states.flatMap((state): StateDifference[] => {
      const { id } = state;
      const earlier = old.get(id);
      if (earlier === undefined) return [{ mark: 'added', id, changes: [] }];
      const changes = findChanges(stateFields(earlier), stateFields(state));
      return changes.length === 0 ? [] : [{ mark: 'changed', id, changes }];
    }),
    ...before.states.flatMap(({ id }): StateDifference[] =>
      now.has(id) ? [] : [{ mark: 'removed', id, changes: [] }],
    ),
  ];
}

const transitionFields = (transition: DiagramTransition): Fields => ({
  [transition.kind === 'delay' ? 'delay' : 'cause']: transition.label,
  guard: transition.condition ?? '',
  target: transition.to.join(', '),
  actions: transition.actions.join(', '),
  'enters again': transition.reenter ? 'yes' : '',
  description: transition.description ?? '',
});

/** Who sends an event does not make it another one: the other revision's models may not say. */
const getFamily = (kind: CauseKind): CauseKind => (kind === 'person' || kind === 'sent' ? 'event' : kind);

/**
 * The properties by which a transition is found again, strictest first. A transition with another guard, delay or target
 * counts as the same one, unless a closer match exists.
 */
const IDENTITIES: readonly ((transition: DiagramTransition) => string)[] = [
  ({ from, kind, label, condition, to }) => JSON.stringify([from, getFamily(kind), label, condition, to]),
  ({ from, kind, label, condition }) => JSON.stringify([from, getFamily(kind), label, condition]),
  ({ from, kind, label, to }) => JSON.stringify([from, getFamily(kind), label, to]),
  ({ from, kind, label }) => JSON.stringify([from, getFamily(kind), label]),
  ({ from, kind, to }) => (['delay', 'done', 'failed'].includes(kind) ? JSON.stringify([from, kind, to]) : ''),
];

/** Pairs the transitions of two versions. */
function pairTransitions(before: Diagram, after: Diagram): ReadonlyMap<DiagramTransition, DiagramTransition> {
  const pairs = new Map<DiagramTransition, DiagramTransition>();
  let open = before.transitions;
  for (const getIdentity of IDENTITIES) {
    const candidates = new Map<string, DiagramTransition[]>();
    for (const each of open) candidates.set(getIdentity(each), [...(candidates.get(getIdentity(each)) ?? []), each]);
    candidates.delete('');
    for (const each of after.transitions) {
      const found = pairs.has(each) ? undefined : candidates.get(getIdentity(each))?.shift();
      if (found !== undefined) pairs.set(each, found);
    }
    const paired = new Set(pairs.values());
    open = open.filter((each) => !paired.has(each));
  }
  return pairs;
}

function compareTransitions(before: Diagram, after: Diagram): TransitionDifference[] {
  const pairs = pairTransitions(before, after);
  const paired = new Set(pairs.values());
  return [
    ...after.transitions.flatMap((transition): TransitionDifference[] => {
      const earlier = pairs.get(transition);
      if (earlier === undefined) return [{ mark: 'added', before: undefined, after: transition, changes: [] }];
      const changes = findChanges(transitionFields(earlier), transitionFields(transition));
      return changes.length === 0 ? [] : [{ mark: 'changed', before: earlier, after: transition, changes }];
    }),
    ...before.transitions.flatMap((transition): TransitionDifference[] =>
      paired.has(transition) ? [] : [{ mark: 'removed', before: transition, after: undefined, changes: [] }],
    ),
  ];
}

/** Number of differences by mark. */
export function countMarks({ machine, states, transitions }: Difference): Readonly<Record<DifferenceMark, number>> {
  const marks = [...machine.slice(0, 1).map(() => 'changed'), ...[...states, ...transitions].map(({ mark }) => mark)];
  const count = (mark: DifferenceMark) => marks.filter((each) => each === mark).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
}
