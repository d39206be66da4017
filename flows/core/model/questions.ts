/**
 * Questions about a flow, answered from its exploration with a path or with the number of states that were checked.
 * They are written as text:
 *
 * | text                                   | holds if                                                                |
 * | -------------------------------------- | ----------------------------------------------------------------------- |
 * | `can reach receipt`                    | some path leads to the state                                            |
 * | `can reach receipt without terms`      | some path leads there past the other one                                |
 * | `never receipt`                        | no path leads there                                                     |
 * | `always open`                          | the machine is in this state all the time                               |
 * | `submitting leads to received or lost` | wherever a path goes on from there, one of these can still be reached   |
 * | `terms before receipt`                 | every path to the second one goes through the first one                 |
 * | `what before receipt`                  | always; the answer lists what every path there goes through             |
 * | `can leave`                            | from every state the flow can end or reach its finish                   |
 *
 * A name is that of a state, `event terms.accepted` an event, an answer or a delay, and `call submitPayment` the start of
 * an actor. `leads to` assumes that a person does not repeat the same steps forever.
 */
import { isIn, toReachedState } from './expectations.ts';
import { type Edge, type Exploration, type Node, type Start, exploreWorking } from './explore.ts';
import { getStateName } from './keys.ts';
import type { Claim, FlowModel } from './model.ts';
import { type RunNumbers, listInputs } from './run.ts';
import { describeState, describeTrigger } from './sentences.ts';
import type { Simulated, Trigger } from './simulator.ts';
import { listNodes } from './xstate-internals.ts';

/** A state, something that happens, or the start of an actor. */
export interface Thing {
  readonly kind: 'state' | 'event' | 'call';
  readonly name: string;
}

export type Question =
  | { readonly kind: 'reach'; readonly thing: Thing; readonly without?: Thing }
  | { readonly kind: 'never' | 'always' | 'required'; readonly thing: Thing }
  | { readonly kind: 'leadsTo'; readonly thing: Thing; readonly to: readonly Thing[] }
  | { readonly kind: 'before'; readonly first: Thing; readonly thing: Thing }
  | { readonly kind: 'leave' };

export interface Answer {
  readonly holds: boolean;
  /** Number of states that were explored. */
  readonly states: number;
  /** Path that shows the answer, as a run of the simulation. */
  readonly run?: RunNumbers;
  /** States without a way out, or what must happen before. */
  readonly list?: readonly string[];
  /** Steps that could not be explored. If there are any, the answer is not proved. */
  readonly problems: readonly string[];
}

function parseThing(text: string): Thing {
  const [, kind, name = ''] = /^(event|call) (.+)$/.exec(text.trim()) ?? [];
  if (kind === 'event' || kind === 'call') return { kind, name };
  return { kind: 'state', name: text.trim() };
}

const formatThing = ({ kind, name }: Thing): string => (kind === 'state' ? name : `${kind} ${name}`);

/** Parses a question. Throws if the text is none. */
export function parseQuestion(text: string): Question {
  const given = text.trim();
  if (given === 'can leave') return { kind: 'leave' };
  const reach = /^can reach (.+?)(?: without (.+))?$/.exec(given);
  if (reach !== null) {
    const [, thing = '', without] = reach;
    return { kind: 'reach', thing: parseThing(thing), ...(without !== undefined && { without: parseThing(without) }) };
  }
  const one = /^(never|always|what before) (.+)$/.exec(given);
  if (one !== null) {
    const [, kind, thing = ''] = one;
    return { kind: kind === 'never' || kind === 'always' ? kind : 'required', thing: parseThing(thing) };
  }
  const [from = '', to] = given.split(' leads to ', 2);
  if (to !== undefined) return { kind: 'leadsTo', thing: parseThing(from), to: to.split(' or ').map(parseThing) };
  const [first = '', then] = given.split(' before ', 2);
  if (then !== undefined) return { kind: 'before', first: parseThing(first), thing: parseThing(then) };
  throw new Error(`“${text}” is no question. One is: can reach (a state) without (an event)`);
}

/** Writes a question as {@link parseQuestion} reads it. */
export function formatQuestion(question: Question): string {
  switch (question.kind) {
    case 'leave':
      return 'can leave';
    case 'reach': {
      const { thing, without } = question;
      return `can reach ${formatThing(thing)}${without === undefined ? '' : ` without ${formatThing(without)}`}`;
    }
    case 'required':
      return `what before ${formatThing(question.thing)}`;
    case 'leadsTo':
      return `${formatThing(question.thing)} leads to ${question.to.map(formatThing).join(' or ')}`;
    case 'before':
      return `${formatThing(question.first)} before ${formatThing(question.thing)}`;
    case 'never':
    case 'always':
      return `${question.kind} ${formatThing(question.thing)}`;
  }
}

function getEventName(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'event':
      return trigger.event.type;
    case 'outcome':
      return `${trigger.source}: ${trigger.outcome}`;
    case 'delay':
      return `${trigger.ms} ms`;
    case 'route':
      return trigger.to;
  }
}

/** Returns what questions about a flow can name. */
export function listThings({ machine, events, outcomes, delays = [], routes = {} }: FlowModel): Thing[] {
  const states = listNodes(machine).slice(1).map(getStateName);
  const happening = [
    ...events.map(({ event }) => String(event.type)),
    ...Object.entries(outcomes).flatMap(([source, named]) => Object.keys(named).map((name) => `${source}: ${name}`)),
    ...delays.map(({ ms }) => `${ms} ms`),
    ...Object.keys(routes).map((route) => route.split(' ')[0] ?? ''),
  ];
  const calls = listNodes(machine).flatMap(({ invoke }) => invoke.map(({ id }) => id));
  return [
    ...states.map((name): Thing => ({ kind: 'state', name })),
    ...[...new Set(happening)].map((name): Thing => ({ kind: 'event', name })),
    ...[...new Set(calls)].map((name): Thing => ({ kind: 'call', name })),
  ];
}

/** A start of the flow, or a step in it. */
type Step = { readonly trigger?: Trigger; readonly simulated: Simulated; readonly to: Node };

const toStep = ({ simulated, node }: Start): Step => ({ simulated, to: node });

const IN_VAIN = /\((?:refused|swallowed)\)$/;

/** Returns true if a step is, or leads to, what was named. */
const isStepWithin = ({ trigger, simulated, to }: Step, { kind, name }: Thing): boolean => {
  if (kind === 'state') return isIn(to.state.snapshot, name);
  if (kind === 'call') return Object.hasOwn(simulated.effects.calls, name);
  return trigger !== undefined && getEventName(trigger) === name && simulated.takes.some((key) => !IN_VAIN.test(key));
};

interface Path {
  readonly start: Start;
  readonly edges: readonly Edge[];
}

/** Returns a shortest path that ends with a sought step, of steps that are allowed. */
function findPath(
  { starts }: Exploration,
  isSought: (step: Step) => boolean,
  isAllowed: (step: Step) => boolean = () => true,
): Path | undefined {
  const ways = new Map<Node, Path>();
  for (const start of starts) {
    const step = toStep(start);
    if (!isAllowed(step)) continue;
    if (isSought(step)) return { start, edges: [] };
    if (!ways.has(start.node)) ways.set(start.node, { start, edges: [] });
  }
  // A map visits the nodes that are added during the loop.
  for (const [node, way] of ways) {
    for (const edge of node.edges) {
      if (!isAllowed(edge)) continue;
      if (isSought(edge)) return { ...way, edges: [...way.edges, edge] };
      if (!ways.has(edge.to)) ways.set(edge.to, { ...way, edges: [...way.edges, edge] });
    }
  }
  return undefined;
}

/** Returns the nodes from which a sought step can follow. */
function findNodesBefore({ nodes }: Exploration, isSought: (step: Step) => boolean): ReadonlySet<Node> {
  const before = new Map<Node, Node[]>();
  const found = new Set<Node>();
  for (const node of nodes.values()) {
    for (const edge of node.edges) {
      if (isSought(edge)) found.add(node);
      before.set(edge.to, [...(before.get(edge.to) ?? []), node]);
    }
  }
  for (const node of found) for (const each of before.get(node) ?? []) found.add(each);
  return found;
}

/** Replays a path, as far as the machine repeats it, and returns its run. */
function toRunNumbers({ simulator }: Exploration, { start, edges }: Path): RunNumbers {
  const run = [listInputs(simulator).indexOf(start.input)];
  let { state } = start.node;
  for (const { trigger } of edges) {
    const name = describeTrigger(trigger);
    const triggers = simulator.triggers(state);
    const same = triggers.indexOf(trigger);
    const index = same >= 0 ? same : triggers.findIndex((each) => describeTrigger(each) === name);
    const found = triggers[index];
    if (found === undefined) break;
    run.push(index);
    state = simulator.next(state, found).state;
  }
  return run;
}

const isEnd = ({ finish = [] }: FlowModel, { state: { snapshot } }: Node): boolean =>
  snapshot.status !== 'active' || snapshot.hasTag('completed') || finish.some((path) => isIn(snapshot, path));

const explorations = new WeakMap<FlowModel, { readonly explored: Exploration; readonly problems: readonly string[] }>();

function exploreOnce(model: FlowModel) {
  const problems: string[] = [];
  const known = explorations.get(model) ?? { explored: exploreWorking(model, (each) => problems.push(each)), problems };
  explorations.set(model, known);
  return known;
}

/** Answers a question about a flow. Throws if the flow has nothing of a name in the question. */
export function answerQuestion(model: FlowModel, question: Question): Answer {
  const things = listThings(model);
  const named = [
    ...('thing' in question ? [question.thing] : []),
    ...(question.kind === 'reach' && question.without !== undefined ? [question.without] : []),
    ...(question.kind === 'before' ? [question.first] : []),
    ...(question.kind === 'leadsTo' ? question.to : []),
  ];
  for (const { kind, name } of named) {
    const isKnown = things.some((each) => each.kind === kind && each.name === name);
    if (!isKnown) throw new Error(`The flow has no ${kind} “${name}”`);
  }
  const { explored, problems } = exploreOnce(model);
  const toAnswer = (holds: boolean, path?: Path, list?: readonly string[]): Answer => ({
    holds,
    states: explored.nodes.size,
    ...(path && { run: toRunNumbers(explored, path) }),
    ...(list && { list }),
    problems,
  });
  const findWithout = (thing: Thing, without?: Thing) =>
    findPath(
      explored,
      (step) => isStepWithin(step, thing),
      (step) => without === undefined || !isStepWithin(step, without),
    );
  switch (question.kind) {
    case 'reach': {
      const path = findWithout(question.thing, question.without);
      return toAnswer(path !== undefined, path);
    }
    case 'never': {
      const path = findWithout(question.thing);
      return toAnswer(path === undefined, path);
    }
    case 'always': {
      if (question.thing.kind !== 'state') throw new Error('“always” needs a state');
      const path = findPath(explored, (step) => !isStepWithin(step, question.thing));
      return toAnswer(path === undefined, path);
    }
    case 'before': {
      const path = findWithout(question.thing, question.first);
      return toAnswer(path === undefined, path);
    }
    case 'required': {
      const path = findWithout(question.thing);
      if (path === undefined) return toAnswer(true, undefined, []);
      const passed = [toStep(path.start), ...path.edges];
      const isAtStart = (thing: Thing) => explored.starts.every((start) => isStepWithin(toStep(start), thing));
      const isWithin = ({ kind, name }: Thing) =>
        kind === question.thing.kind && (question.thing.name === name || question.thing.name.startsWith(`${name}.`));
      const required = things.filter(
        (thing) => !isWithin(thing) && !isAtStart(thing) && findWithout(question.thing, thing) === undefined,
      );
      const order = (thing: Thing) => passed.findIndex((step) => isStepWithin(step, thing));
      return toAnswer(true, path, required.toSorted((a, b) => order(a) - order(b)).map(formatThing));
    }
    case 'leadsTo': {
      const isTarget = (step: Step) => question.to.some((thing) => isStepWithin(step, thing));
      const before = findNodesBefore(explored, isTarget);
      return answerLeadsTo(explored, (step) => isStepWithin(step, question.thing), isTarget, before, toAnswer);
    }
    case 'leave': {
      const ends = new Set([...explored.nodes.values()].filter((node) => isEnd(model, node)));
      const before = findNodesBefore(explored, ({ to }) => ends.has(to));
      const isStuck = ({ to }: Step) => !ends.has(to) && !before.has(to);
      const stuck = [...explored.nodes.values()].filter((to) => !ends.has(to) && !before.has(to));
      const list = [...new Set(stuck.map(({ state }) => describeState(state.snapshot.value)))];
      return toAnswer(stuck.length === 0, findPath(explored, isStuck), list.length === 0 ? undefined : list);
    }
  }
}

/** Searches for a path past a step after which no target can follow any more, without a target in between. */
function answerLeadsTo(
  explored: Exploration,
  isCause: (step: Step) => boolean,
  isTarget: (step: Step) => boolean,
  before: ReadonlySet<Node>,
  toAnswer: (holds: boolean, path?: Path) => Answer,
): Answer {
  const all = [
    ...explored.starts.map(toStep),
    ...[...explored.nodes.values()].flatMap(({ edges }): readonly Step[] => edges),
  ];
  const after = new Set(all.filter((step) => isCause(step) && !isTarget(step)).map(({ to }) => to));
  for (const node of after) for (const edge of node.edges) if (!isTarget(edge)) after.add(edge.to);
  const lost = [...after].find((node) => !before.has(node));
  if (lost === undefined) return toAnswer(true);
  // The path has to pass the cause, and no target after it.
  const first = findPath(explored, (step) => isCause(step) && canLead(step.to, lost, isTarget));
  if (first === undefined) return toAnswer(false);
  const from = first.edges.at(-1)?.to ?? first.start.node;
  return toAnswer(false, { ...first, edges: [...first.edges, ...(findEdges(from, lost, isTarget) ?? [])] });
}

const canLead = (from: Node, to: Node, isTarget: (step: Step) => boolean): boolean =>
  findEdges(from, to, isTarget) !== undefined;

/** Returns a shortest way between two nodes past the targets. */
function findEdges(from: Node, to: Node, isTarget: (step: Step) => boolean): readonly Edge[] | undefined {
  const ways = new Map<Node, readonly Edge[]>([[from, []]]);
  for (const [node, way] of ways) {
    if (node === to) return way;
    for (const edge of node.edges) if (!isTarget(edge) && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
  }
  return undefined;
}

/** Checks a claim of a model. */
export function answerClaim(model: FlowModel, claim: Claim<unknown>): Answer {
  const { explored, problems } = exploreOnce(model);
  const path = findCounterexample(explored, claim);
  return {
    holds: path === undefined,
    states: explored.nodes.size,
    ...(path && { run: toRunNumbers(explored, path) }),
    problems,
  };
}

function findCounterexample(explored: Exploration, claim: Claim<unknown>): Path | undefined {
  if ('never' in claim) return findPath(explored, ({ to }) => claim.never(toReachedState(to.state)));
  if ('reaching' in claim) {
    return findPath(
      explored,
      ({ to }) => claim.reaching(toReachedState(to.state)),
      ({ trigger }) => trigger === undefined || !claim.needs(trigger),
    );
  }
  const isCall = (step: Step) => Object.hasOwn(step.simulated.effects.calls, claim.callsOnce);
  const before = findNodesBefore(explored, isCall);
  const first = findPath(explored, (step) => isCall(step) && before.has(step.to));
  if (first === undefined) return undefined;
  const from = first.edges.at(-1)?.to ?? first.start.node;
  const again = findPath(
    { ...explored, starts: [{ ...first.start, node: from }] },
    (step) => isCall(step) && step.trigger !== undefined,
  );
  return again && { ...first, edges: [...first.edges, ...again.edges] };
}
