/**
 * Questions about a flow, answered from its exploration with a path or with the number of states that were checked.
 * They are written as text:
 *
 * | text                                   | holds if                                                                |
 * | -------------------------------------- | ----------------------------------------------------------------------- |
 * | `can reach receipt`                    | the state is on some path                                               |
 * | `can reach receipt without terms`      | the state is on a path without the other one                            |
 * | `never receipt`                        | the state is on no path                                                 |
 * | `always open`                          | the machine is in this state all the time                               |
 * | `submitting leads to received or lost` | wherever a path goes on from there, one of these can still be reached   |
 * | `terms before receipt`                 | every path to the second one goes through the first one                 |
 * | `what before receipt`                  | always; the answer lists what every path there goes through             |
 * | `can leave`                            | the flow can be finished from every state                               |
 *
 * A name is that of a state, `event terms.accepted` an event, an answer or a delay, and `call submitPayment` the start of
 * an actor. `leads to` assumes that a person does not repeat the same steps forever.
 */
import { isIn } from './expectations.ts';
import { type Exploration, exploreWorking } from './explore.ts';
import { getStateName, isEffective } from './keys.ts';
import type { Claim, FlowModel } from './model.ts';
import { type PlayablePath, toRun } from './run.ts';
import {
  type FoundPath,
  type PathStep,
  startsActor,
  continuePath,
  findCounterexample,
  findNodesBefore,
  findPath,
  findUnfinishable,
  getEnd,
  listSteps,
  toFirstStep,
} from './search.ts';
import { describeState } from './sentences.ts';
import type { Simulator, Trigger } from './simulator.ts';
import { listNodes } from './xstate-internals.ts';

/** A state, something that happens, or the start of an actor. */
export interface Thing {
  readonly kind: 'state' | 'event' | 'call';
  readonly name: string;
}

export interface QuestionForm {
  readonly kind: 'reach' | 'never' | 'always' | 'required' | 'leadsTo' | 'before' | 'leave';
  /** The words before each thing. The last ones can be repeated. */
  readonly words: readonly string[];
  /** Kinds of things, as names of menus. */
  readonly things: readonly string[];
  /** How many things are needed. */
  readonly least: number;
}

export const QUESTION_FORMS: readonly [QuestionForm, ...QuestionForm[]] = [
  { kind: 'reach', words: ['can reach ', ' without '], things: ['Reach', 'Without (optional)'], least: 1 },
  { kind: 'never', words: ['never '], things: ['What never happens'], least: 1 },
  { kind: 'always', words: ['always '], things: ['State'], least: 1 },
  { kind: 'leadsTo', words: ['', ' leads to ', ' or '], things: ['From', 'Leads to', 'Or (optional)'], least: 2 },
  { kind: 'required', words: ['what before '], things: ['Before'], least: 1 },
  { kind: 'before', words: ['', ' before '], things: ['First', 'Then'], least: 2 },
  { kind: 'leave', words: ['can leave'], things: [], least: 0 },
];

export interface Question {
  readonly kind: QuestionForm['kind'];
  readonly things: readonly Thing[];
}

export interface Answer {
  readonly holds: boolean;
  /** Number of states that were explored. */
  readonly states: number;
  /** Path that shows the answer. */
  readonly path?: PlayablePath;
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
  const given = text.trim().replaceAll(/\s+/g, ' ');
  for (const { kind, words, least } of QUESTION_FORMS) {
    const [first = '', ...others] = words;
    const names = given.slice(first.length).split(others.length === 0 ? '\n' : new RegExp(others.join('|')));
    const question = { kind, things: names.filter((name) => name !== '').map(parseThing) };
    if (question.things.length >= least && formatQuestion(question) === given) return question;
  }
  throw new Error(`“${text}” isn't a question. Example: can reach (a state) without (an event)`);
}

/** Writes a question as {@link parseQuestion} reads it. */
export function formatQuestion({ kind, things }: Question): string {
  const words = QUESTION_FORMS.find((form) => form.kind === kind)?.words ?? [];
  if (things.length === 0) return words.join('');
  return things.map((thing, index) => `${words[index] ?? words.at(-1)}${formatThing(thing)}`).join('');
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

/** Returns the things that questions about a flow can name. */
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

/** Returns true if a step is the named thing, or ends in it. */
function isStepWithin(step: PathStep, { kind, name }: Thing): boolean {
  const { trigger, simulated, to } = step;
  if (kind === 'state') return isIn(to.state.snapshot, name);
  if (kind === 'call') return startsActor(step, name);
  return trigger !== undefined && getEventName(trigger) === name && simulated.takes.some(isEffective);
}

const createStepCheck = (thing: Thing) => (step: PathStep) => isStepWithin(step, thing);

const explorations = new WeakMap<FlowModel, { readonly explored: Exploration; readonly problems: readonly string[] }>();

function exploreOnce(model: FlowModel) {
  const problems: string[] = [];
  const known = explorations.get(model) ?? { explored: exploreWorking(model, (each) => problems.push(each)), problems };
  explorations.set(model, known);
  return known;
}

const toAnswer = (
  { explored, problems }: ReturnType<typeof exploreOnce>,
  holds: boolean,
  path?: FoundPath,
  list?: readonly string[],
): Answer => ({
  holds,
  states: explored.nodes.size,
  ...(path && { path: toPlayable(explored.simulator, path) }),
  ...(list && { list }),
  problems,
});

const toPlayable = (simulator: Simulator, { start, edges }: FoundPath): PlayablePath =>
  toRun(simulator, {
    input: start.input,
    steps: edges.map(({ trigger, simulated }) => ({ ...trigger, takes: simulated.takes })),
  });

/** Answers a question about a flow. Throws if the flow has nothing of a name in the question. */
export function answerQuestion(model: FlowModel, question: Question): Answer {
  const all = listThings(model);
  for (const { kind, name } of question.things) {
    const isKnown = all.some((each) => each.kind === kind && each.name === name);
    if (!isKnown) throw new Error(`The flow has no ${kind} “${name}”`);
  }
  const known = exploreOnce(model);
  const { explored } = known;
  if (question.kind === 'leave') {
    const stuck = new Set(findUnfinishable(explored));
    const list = [...new Set([...stuck].map(({ state }) => describeState(state.snapshot.value)))];
    const path = findPath(explored, ({ to }) => stuck.has(to));
    return toAnswer(known, stuck.size === 0, path, list.length === 0 ? undefined : list);
  }
  const [thing, ...others] = question.kind === 'before' ? question.things.toReversed() : question.things;
  if (thing === undefined) throw new Error('The question names nothing');
  const findWithout = (without?: Thing) =>
    findPath(explored, createStepCheck(thing), (step) => without === undefined || !isStepWithin(step, without));
  const path = findWithout(others[0]);
  /** Answers a question that a path refutes. */
  const refute = (found: FoundPath | undefined) => toAnswer(known, found === undefined, found);
  switch (question.kind) {
    case 'reach':
      return toAnswer(known, path !== undefined, path);
    case 'never':
    case 'before':
      return refute(path);
    case 'always':
      if (thing.kind !== 'state') throw new Error('“always” needs a state');
      return refute(findPath(explored, (step) => !isStepWithin(step, thing)));
    case 'leadsTo':
      return refute(
        findPathPast(explored, createStepCheck(thing), (step) => others.some((each) => isStepWithin(step, each))),
      );
    case 'required': {
      if (path === undefined) return toAnswer(known, true, undefined, []);
      const passed = listSteps(path);
      const isAtStart = (each: Thing) => explored.starts.every((start) => createStepCheck(each)(toFirstStep(start)));
      const isWithin = ({ kind, name }: Thing) =>
        kind === thing.kind && (thing.name === name || thing.name.startsWith(`${name}.`));
      const required = all.filter((each) => !isWithin(each) && !isAtStart(each) && findWithout(each) === undefined);
      const order = (each: Thing) => passed.findIndex(createStepCheck(each));
      return toAnswer(known, true, path, required.toSorted((a, b) => order(a) - order(b)).map(formatThing));
    }
  }
}

/** Returns a path past a step to a state from which no target can be reached, without a target in between. */
function findPathPast(
  explored: Exploration,
  isCause: (step: PathStep) => boolean,
  isTarget: (step: PathStep) => boolean,
): FoundPath | undefined {
  const before = findNodesBefore(explored, isTarget);
  const isLost = ({ to }: PathStep) => !before.has(to);
  const isPast = (step: PathStep) => !isTarget(step);
  const canGetLost = findNodesBefore(explored, isLost, isPast);
  const first = findPath(
    explored,
    (step) => isCause(step) && isPast(step) && (isLost(step) || canGetLost.has(step.to)),
  );
  const isAtEnd = first !== undefined && !before.has(getEnd(first));
  return isAtEnd ? first : first && continuePath([first], isLost, isPast);
}

/** Checks a claim of a model. */
export function answerClaim(model: FlowModel, claim: Claim<unknown>): Answer {
  const known = exploreOnce(model);
  const path = findCounterexample(known.explored, claim);
  return toAnswer(known, path === undefined, path);
}
