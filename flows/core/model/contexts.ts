/**
 * Checks the abstraction of the context that a model declares with `facts`. The exploration continues from one of all
 * contexts with the same facts, so it finds every state only if these contexts behave alike. The check reaches the
 * contexts of a flow without the abstraction and compares those that it merges.
 */
import type { Claim, FlowModel, ReachedState } from './model.ts';
import { contextDiff } from './context-diff.ts';
import { deviations, findExpectation, toReachedState } from './expectations.ts';
import { describeState, describeTrigger } from './sentences.ts';
import { type Effects, type SimulatedState, type Trigger, Simulator, getIdentity } from './simulator.ts';

/** A context, and the step by which it was first found. */
interface FoundContext {
  readonly state: SimulatedState;
  /** Identity of the state with the facts of the model. */
  readonly identity: string;
  readonly from: FoundContext | null;
  /** Trigger of that step, or the kind of borrower for a start. */
  readonly by: Trigger | string;
}

/** Behavior of a state that its facts must determine: the result of each trigger, and each claim. */
type Behavior = ReadonlyMap<string, string>;

/** Two contexts with the same facts that behave differently. */
export interface Unlike {
  /** Trigger in words, or the claim. */
  readonly trigger: string;
  /** The two contexts, each with its path from the start and the result of the trigger. */
  readonly ways: readonly [UnlikeWay, UnlikeWay];
  /** Properties of the context that differ, as paths with both values. */
  readonly differs: readonly string[];
}

export interface UnlikeWay {
  readonly path: readonly string[];
  /** Transitions, expectation, effects and next state; undefined if the trigger is not possible. */
  readonly result: string | undefined;
}

export interface ContextCheck {
  /** Number of contexts that were tried, and of steps. */
  readonly contexts: number;
  readonly steps: number;
  /** Whether all reachable contexts were tried. If so and `unlike` is empty, no state is hidden. */
  readonly isComplete: boolean;
  /** Number of states with the facts of the model. */
  readonly states: number;
  /** Paths to states that the exploration of the model does not contain. */
  readonly hidden: readonly (readonly string[])[];
  /** One pair of contexts for each state and trigger with different results. */
  readonly unlike: readonly Unlike[];
  /** Steps that differ from the model, with their paths. */
  readonly wrong: readonly string[];
}

export interface ContextCheckOptions {
  /** Identities of the states that the exploration of the model contains; without them, no state counts as hidden. */
  readonly known?: { readonly has: (identity: string) => boolean };
  /** Maximum number of contexts to try. */
  readonly limit?: number;
  /** Maximum number of contexts to try for each state with the same facts. */
  readonly perState?: number;
}

const tracePath = ({ state, from, by }: FoundContext): string[] => [
  ...(from === null ? [] : tracePath(from)),
  `${typeof by === 'string' ? by : describeTrigger(by)} -> ${describeState(state.snapshot.value)}`,
];

/** Returns the identity of a trigger within a state. Events of a model are identified by their position. */
function getTriggerKey({ events }: FlowModel, trigger: Trigger): string {
  switch (trigger.kind) {
    case 'event':
      return `event ${events.findIndex(({ event }) => event === trigger.event)}`;
    case 'outcome':
      return `${trigger.id} "${trigger.outcome}"`;
    case 'delay':
      return `delay ${trigger.timer}`;
    case 'route':
      return describeTrigger(trigger);
  }
}

/** Returns the effects of a step without their data, which the expectation derives from the context. */
const describeEffectKinds = ({ calls, emitted, notified, passed, waits }: Effects): string =>
  [
    ...Object.keys(calls).map((id) => `calls ${id}`),
    ...emitted.map((event) => (event.type === 'focus.requested' ? `focuses ${JSON.stringify(event)}` : event.type)),
    ...notified.map(({ type }) => `notifies ${type}`),
    ...passed.map(([to, { type }]) => `passes ${type} to ${to}`),
    ...waits.map((ms) => `waits ${ms}`),
  ].join(', ');

/** Returns whether the claim is about this state, or broken in it. A claim about a number of calls is about steps. */
const appliesTo = (claim: Claim<unknown>, at: ReachedState<unknown>): boolean =>
  'never' in claim ? claim.never(at) : 'reaching' in claim && claim.reaching(at);

/** Returns the secrets that the draft of a context would contain. */
function secretsIn({ of, secrets }: NonNullable<FlowModel['draft']>, context: unknown): readonly string[] {
  if (secrets.length === 0) return secrets;
  const stored = JSON.stringify(of(context)) ?? '';
  return secrets.filter((secret) => stored.includes(secret));
}

/** Tries every trigger in every context of a flow, and compares the contexts with the same facts. */
export function checkContexts(
  model: FlowModel,
  { known, limit = Infinity, perState = Infinity }: ContextCheckOptions = {},
): ContextCheck {
  const simulator = new Simulator(model);
  const claims = Object.entries(model.claims);
  const queue: FoundContext[] = [];
  const contexts = new Set<string>();
  const tried = new Map<string, number>();
  const first = new Map<string, { readonly found: FoundContext; readonly behavior: Behavior }>();
  const hidden = new Map<string, readonly string[]>();
  const unlike = new Map<string, Unlike>();
  const wrong: string[] = [];
  let steps = 0;
  let isComplete = true;

  function add(state: SimulatedState, from: FoundContext | null, by: Trigger | string): string {
    const identity = getIdentity(model, state);
    const whole = model.facts === undefined ? identity : getIdentity({}, state);
    if (contexts.has(whole)) return identity;
    const found: FoundContext = { state, identity, from, by };
    if (known?.has(identity) === false && !hidden.has(identity)) hidden.set(identity, tracePath(found));
    const count = tried.get(identity) ?? 0;
    if (count >= perState || contexts.size >= limit) {
      isComplete = false;
      return identity;
    }
    contexts.add(whole);
    tried.set(identity, count + 1);
    queue.push(found);
    return identity;
  }

  function observeBehavior(found: FoundContext): Behavior {
    const behavior = new Map<string, string>();
    const at = toReachedState(found.state);
    for (const [name, claim] of claims) behavior.set(name, String(appliesTo(claim, at)));
    if (model.draft !== undefined) behavior.set('secrets in the draft', secretsIn(model.draft, at.context).join(', '));
    for (const trigger of simulator.triggers(found.state)) {
      const expectation = findExpectation(model, found.state, trigger);
      // As in the exploration: a trigger that no state handles and no case expects is not tried.
      if (expectation === undefined && !simulator.accepts(found.state, trigger)) continue;
      steps += 1;
      const simulated = simulator.next(found.state, trigger);
      const { state, takes, effects } = simulated;
      const next = add(state, found, trigger);
      if (expectation !== undefined) {
        for (const each of deviations(model, expectation.expected, found.state, simulated)) {
          wrong.push(`${[...tracePath(found), describeTrigger(trigger)].join('\n  ')}\n  ${each} (${expectation.id})`);
        }
      }
      const result = [takes.join(', '), expectation?.id ?? 'no expectation', describeEffectKinds(effects), next].join(
        ' | ',
      );
      behavior.set(getTriggerKey(model, trigger), result);
    }
    return behavior;
  }

  function compare(found: FoundContext, behavior: Behavior): void {
    const before = first.get(found.identity);
    if (before === undefined) {
      first.set(found.identity, { found, behavior });
      return;
    }
    for (const key of new Set([...behavior.keys(), ...before.behavior.keys()])) {
      const results = [before.behavior.get(key), behavior.get(key)] as const;
      const id = `${key} in ${found.identity}`;
      if (results[0] === results[1] || unlike.has(id)) continue;
      const trigger = [before.found, found]
        .flatMap(({ state }) => simulator.triggers(state))
        .find((each) => getTriggerKey(model, each) === key);
      const foundContexts = [before.found, found].map(({ state }): unknown => state.snapshot.context);
      unlike.set(id, {
        trigger: trigger === undefined ? key : describeTrigger(trigger),
        ways: [
          { path: tracePath(before.found), result: results[0] },
          { path: tracePath(found), result: results[1] },
        ],
        differs: contextDiff(foundContexts[0], foundContexts[1])
          .filter(({ path }) => !/\.(?:errors|problems|touched)\b/.test(path))
          .map(({ path, before: was, after: is }) => `${path}: ${was} and ${is}`),
      });
    }
  }

  for (const input of Object.keys(model.inputs)) add(simulator.start(input).state, null, input);
  for (const found of queue) compare(found, observeBehavior(found));
  return {
    contexts: contexts.size,
    steps,
    isComplete,
    states: tried.size,
    hidden: [...hidden.values()],
    unlike: [...unlike.values()],
    wrong,
  };
}
