/**
 * Compares a model with everything that its flow can do. Each finding is a sentence. Tests and `npm run mutation` use
 * the same findings.
 */
import { getEffects } from '#machines/kit/effect.ts';
import type { Claim, ClaimTrigger, FlowModel } from 'xstate-workbench/model';
import { listActors, listNodes } from 'xstate-workbench/model/xstate-internals';
import { breakdowns, checkMachine, idleEvents } from './checks.ts';
import { measure } from './coverage.ts';
import { forgottenSubmissions, otherEnds, unfinished } from './finish.ts';
import {
  deviations,
  expectationIds,
  isAlike,
  isIn,
  toReachedState,
  unexpected,
} from 'xstate-workbench/model/expectations';
import { type Edge, type Node, explore, findNode, formatTrail, trySteps } from 'xstate-workbench/model/explore';
import { type PathStep, findCounterexample, findPath, formatPath } from 'xstate-workbench/model/search';
import { describeEvent, describeTrigger } from 'xstate-workbench/model/sentences';
import { type ChildAnswer, type Simulated, getLeaves, notifiedTypes } from 'xstate-workbench/model/simulator';

/** Yields all errors of a flow or its model, the cheapest findings first. */
export function* verify(model: FlowModel): Generator<string> {
  yield* checkMachine(model.machine);
  yield* wrongSteps(model);
  yield* unusedExpectations(model);
  if (isSeen(model)) yield* screensWithoutWords(model);
  if (isSeen(model)) yield* silentExpectations(model);
  if (Object.keys(model.claims).length === 0) yield 'The model has no claims: add a condition that always holds';
  yield* idleEvents(model);
  yield* brokenClaims(model);
  yield* brokenInvariants(model);
  yield* unfinished(model);
  yield* otherEnds(model);
  yield* forgottenSubmissions(model);
  yield* breakdowns(model);
  const { open, wrong } = measure(model, collectTakes(model));
  yield* open.map((key) => `No case of the model reaches ${key}`);
  yield* wrong;
}

const listEdges = (model: FlowModel): { readonly from: Node; readonly edge: Edge }[] =>
  [...explore(model).nodes.values()].flatMap((from) => from.edges.map((edge) => ({ from, edge })));

const collectTakes = (model: FlowModel): Set<string> =>
  new Set([
    ...explore(model).starts.flatMap(({ simulated }) => simulated.takes),
    ...listEdges(model).flatMap(({ edge }) => edge.simulated.takes),
  ]);

/** Yields the steps that differ from the model, or for which it has no expectation. */
export function* wrongSteps(model: FlowModel): Generator<string> {
  const { starts } = explore(model);
  for (const { input, simulated } of starts) {
    const expected = model.inputs[input]?.then ?? {};
    for (const deviation of deviations(model, expected, undefined, simulated)) yield `For "${input}" ${deviation}`;
  }
  for (const { from, edge } of listEdges(model)) {
    const { trigger, simulated, expectation } = edge;
    const found = expectation
      ? deviations(model, expectation.expected, from.state, simulated)
      : !moves(from, edge) && (trigger.kind === 'route' || isOnlyRefused(edge))
        ? deviations(model, {}, from.state, simulated)
        : [unexpected(trigger)];
    const suffix = expectation === undefined ? '' : ` (${expectation.id})`;
    for (const each of found) {
      yield `${[...formatTrail(from), describeTrigger(trigger)].join('\n  ')}\n  ${each}${suffix}`;
    }
  }
}

const moves = (from: Node, { to }: Edge): boolean => from.id !== to.id;

/** Returns true if a guard refused the event without a fallback, which needs no expectation. */
const isOnlyRefused = ({ simulated: { takes } }: PathStep): boolean =>
  takes.every((name) => name.endsWith('(refused)'));

/** Returns the expectations of a model that never apply. */
export function unusedExpectations(model: FlowModel): string[] {
  const used = new Set(listEdges(model).map(({ edge }) => edge.expectation?.id));
  return expectationIds(model)
    .filter((id) => !used.has(id))
    .map((id) => `The expectation ${id} never applies`);
}

/** Returns false for flows without a screen and without gestures. */
export const isSeen = ({ machine, events }: FlowModel): boolean =>
  events.some(({ gesture }) => gesture !== undefined) || listNodes(machine).some(hasTitle);

const hasTitle = ({ meta }: { meta?: unknown }): boolean =>
  typeof meta === 'object' && meta !== null && 'title' in meta;

/** Returns the cases that move focus to a notice or to errors, but state no text. */
export function silentExpectations(model: FlowModel): string[] {
  const silent = listEdges(model).flatMap(({ edge: { expectation } }) => {
    const { focus, reads = [], state } = expectation?.expected ?? {};
    const speaks = focus?.place === 'errors' || focus?.place === 'notice';
    return expectation !== undefined && speaks && reads.length === 0 && state === undefined ? [expectation.id] : [];
  });
  return [...new Set(silent)].map((id) => `Focus moves to a message after ${id}: add its text to reads`);
}

/** Returns the states on screen for which the model states no text. */
export function screensWithoutWords(model: FlowModel): string[] {
  const named = Object.keys(model.screens ?? {});
  const shown = [...explore(model).nodes.values()].filter(({ state }) => state.snapshot.status === 'active');
  const silent = shown.filter(({ state }) => !named.some((path) => isIn(state.snapshot, path)));
  const states = new Set(silent.flatMap(({ state }) => getLeaves(state.snapshot)));
  const known = new Set(
    listNodes(model.machine).flatMap(({ path }) => path.map((_, end) => path.slice(0, end + 1).join('.'))),
  );
  return [
    ...[...states].map((state) => `The model has no text for ${state}: add it to screens`),
    ...named.filter((path) => !known.has(path)).map((path) => `The machine has no state ${path}, which screens names`),
  ];
}

/**
 * Returns the answers in a model that an invoked machine in `children` never gives, and the events that such a machine
 * never sends, when both are walked together. Answers and events are compared as a whole. The walk ends when all have
 * occurred.
 */
export function impossibleAnswers(model: FlowModel): string[] {
  let missing = sentByChildren(model);
  if (missing.length === 0) return [];
  const isEnough = (simulated: Simulated): boolean => {
    missing = missing.filter(({ isSent }) => !isSent(simulated));
    return missing.length === 0;
  };
  trySteps(model, isEnough, { isWhole: true });
  return missing.map(({ finding }) => finding);
}

/** Answer or event of an invoked machine, and the finding if it never occurs. */
interface SentByChild {
  readonly finding: string;
  readonly isSent: (simulated: Simulated) => boolean;
}

function sentByChildren(model: FlowModel): SentByChild[] {
  const { children = {}, outcomes, events, machine } = model;
  const notifiable = Object.values(children).map((child) => notifiedTypes(withoutErrors(child)));
  return [
    ...Object.keys(children).flatMap((source) =>
      Object.entries(outcomes[source] ?? {}).flatMap(([outcome, given]): SentByChild[] => {
        if (!('answers' in given)) return [];
        const isGiven = ({ at, source: by, answer }: ChildAnswer) =>
          at.length === 0 && by === source && 'answers' in answer && isAlike(answer.answers, given.answers);
        return [
          {
            finding: `${source} never gives ${machine.id} the answer "${outcome}" of the model`,
            isSent: ({ answered }) => answered.some(isGiven),
          },
        ];
      }),
    ),
    ...events
      .filter(({ gesture, isElsewhere }) => gesture === undefined && !isElsewhere)
      .filter(({ event }) => notifiable.some((types) => types.has(event.type)))
      .map(({ event }): SentByChild => ({
        finding: `No machine sends ${machine.id} ${describeEvent(event)}`,
        isSent: ({ deliveries }) => deliveries.some((each) => each.model === model && isAlike(each.event, event)),
      })),
  ];
}

/** Returns the model without the failures of its invoked machines, because machines that are walked do not fail. */
const withoutErrors = (model: FlowModel): FlowModel => ({
  ...model,
  outcomes: Object.fromEntries(
    Object.entries(model.outcomes).map(([source, named]) => [
      source,
      model.children?.[source] === undefined
        ? named
        : Object.fromEntries(Object.entries(named).filter(([, given]) => 'answers' in given)),
    ]),
  ),
});

/** Returns the claims of a model that do not hold, each with a counterexample. */
export const brokenClaims = (model: FlowModel): string[] =>
  Object.entries(model.claims).flatMap(([name, claim]) => {
    const path = findCounterexample(explore(model), claim);
    if (path === undefined) return [];
    const way = [...formatPath(path), ...('callsOnce' in claim ? [`${claim.callsOnce} is called again`] : [])];
    return [`It does not hold that ${name}:\n  ${way.join('\n  ')}`];
  });

/**
 * Returns true if a claim does not hold for a mutant. Explores the mutant only until a state breaks the claim, which takes
 * a fraction of the time of {@link brokenClaims}. Explores all of it if the search finds none: the search may keep
 * another of several states with the same facts. A step in which the mutant throws an error is left out of the search.
 */
export function isBroken(mutant: FlowModel, claim: Claim<unknown>): boolean {
  const isRefuted = () => findCounterexample(explore(mutant), claim) !== undefined;
  if ('callsOnce' in claim) return isRefuted();
  const isSought = (state: Node['state']): boolean =>
    'never' in claim ? claim.never(toReachedState(state)) : claim.reaching(toReachedState(state));
  const isAllowed = (trigger: ClaimTrigger): boolean => !('needs' in claim && claim.needs(trigger));
  return findNode(mutant, isSought, { isAllowed, skipsErrors: true }) !== undefined || isRefuted();
}

/** Returns violations of the rules for every flow. */
export const brokenInvariants = (model: FlowModel): string[] => [
  ...simultaneousSubmissions(model),
  ...secretsInDraft(model),
  ...gatedByTheirOwnAnswer(model),
];

/** Returns the source names of the invocations that submit something only once. */
function submissionSources(model: FlowModel): ReadonlySet<string> {
  const sources = listActors(model.machine).filter(([, logic]) =>
    getEffects(logic).some((effect) => effect.kind === 'call' && effect.call.idempotent === true),
  );
  return new Set(sources.map(([source]) => source));
}

/** Finds two submissions in flight at the same time. */
function simultaneousSubmissions(model: FlowModel): string[] {
  const sources = submissionSources(model);
  const path = findPath(
    explore(model),
    ({ to }) => to.state.waiting.filter(({ source }) => sources.has(source)).length > 1,
  );
  return path === undefined ? [] : [`Two submissions are under way at once:\n  ${formatPath(path).join('\n  ')}`];
}

/** Finds states whose draft would contain a secret. */
function secretsInDraft(model: FlowModel): string[] {
  const { draft } = model;
  if (draft === undefined) return [];
  return [...explore(model).nodes.values()].flatMap((node) => {
    const stored = JSON.stringify(draft.of(node.state.snapshot.context)) ?? '';
    const found = draft.secrets.filter((secret) => stored.includes(secret));
    return found.length === 0 ? [] : [`The draft holds ${found.join(', ')} after\n  ${formatTrail(node).join('\n  ')}`];
  });
}

/** Finds fields that can be answered only after they have been answered. */
function gatedByTheirOwnAnswer(model: FlowModel): string[] {
  const fields = new Set(
    model.events.flatMap(({ event }) =>
      event.type === 'field.changed' && 'field' in event && typeof event['field'] === 'string' ? [event['field']] : [],
    ),
  );
  const enters = (step: PathStep, field: string) => {
    const { trigger } = step;
    const isOfField = trigger?.kind === 'event' && trigger.event['field'] === field;
    return isOfField && trigger.event.type === 'field.changed' && !isOnlyRefused(step);
  };
  return [...fields].flatMap((field) => {
    const path = findPath(
      explore(model),
      ({ to }) => to.edges.some((edge) => enters(edge, field)),
      (step) => !enters(step, field),
    );
    return path === undefined ? [`${field} can be answered only where it has been answered already`] : [];
  });
}
