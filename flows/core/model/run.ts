/**
 * A run of a simulated machine, for stepping through it. A run is a list of numbers, so that it fits into a URL: first
 * the index of the machine's input, then the index of the trigger in each state. In place of a number, a run can contain
 * an input, an event or an answer that was written by hand.
 */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { formatValue, stringify } from './context-diff.ts';
import { isEffective } from './keys.ts';
import { describeState, describeTrigger } from './sentences.ts';
import { formatRefusal } from './refusals.ts';
import type { Effects, SimulatedState, Simulator, Trigger } from './simulator.ts';

export interface Choice {
  /** The number by which a run names the choice. */
  readonly index: number;
  readonly kind: Trigger['kind'];
  readonly label: string;
  /** The gesture by which a person causes it, in words. */
  readonly gesture?: string;
  /** The state in which it leaves the machine. */
  readonly leadsTo: string;
  /** Whether anything follows: a guard may refuse it. */
  readonly isTaken: boolean;
  /** The false guards with the values that they read, if the event has no effect. */
  readonly refusals: readonly string[];
  /** Why the machine breaks on it. */
  readonly problem?: string;
}

/** Step that was written by hand. */
export type OwnStep =
  | { readonly input: unknown }
  | { readonly event: AnyEventObject }
  | { readonly actor: string; readonly answers: unknown }
  | { readonly actor: string; readonly throws: unknown };

export type RunNumbers = readonly (number | OwnStep)[];

/** Returns a step from JSON; undefined if it is none. */
function toOwnStep(value: unknown): OwnStep | undefined {
  const { input, event, actor, answers, throws }: Record<string, unknown> = Object(value);
  if (typeof actor === 'string') {
    if (throws === undefined) return { actor, answers };
    return { actor, throws: new Error(typeof throws === 'string' ? throws : formatValue(throws)) };
  }
  if (event === undefined) return { input };
  const type: unknown = Reflect.get(Object(event), 'type');
  return typeof type === 'string' ? { event: { ...Object(event), type } } : undefined;
}

const OWN = /^~(.*)$/;
const NUMBER = /^\d{1,4}$/;

/** Parses a run from a URL; undefined if the text is no run. */
export function parseRun(text: string): RunNumbers | undefined {
  const parts = text.split('.').map((part) => {
    if (NUMBER.test(part)) return Number(part);
    const [, json] = OWN.exec(part) ?? [];
    try {
      return json === undefined ? undefined : toOwnStep(JSON.parse(decodeURIComponent(json)));
    } catch {
      return undefined;
    }
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

/** Writes a run as {@link parseRun} reads it. */
export const formatRun = (run: RunNumbers): string =>
  run
    .map((step) => {
      if (typeof step === 'number') return String(step);
      const plain = 'throws' in step ? { ...step, throws: getErrorMessage(step.throws) } : step;
      return `~${encodeURIComponent(stringify(plain) ?? '').replaceAll('.', '%2E')}`;
    })
    .join('.');

/** Returns the trigger of a step that was written by hand. */
function toTrigger(step: OwnStep, { waiting }: SimulatedState): Trigger | undefined {
  if ('event' in step) return { kind: 'event', event: step.event };
  if (!('actor' in step)) return undefined;
  const actor = waiting.find(({ id }) => id === step.actor);
  if (actor === undefined) return undefined;
  const outcome = 'throws' in step ? `error ${getErrorMessage(step.throws)}` : formatValue(step.answers);
  return { kind: 'outcome', ...actor, outcome, answer: step };
}

export interface RunStep {
  readonly index: number | OwnStep;
  readonly label: string;
  /** The keys of the step's transitions. */
  readonly takes: readonly string[];
  readonly state: SimulatedState;
  readonly effects: Effects;
  /** The false guards with the values that they read. */
  readonly refusals: readonly string[];
}

export interface Run {
  readonly steps: readonly RunStep[];
  /** Why the run ends before its last number: the machine has changed since, or breaks. */
  readonly problem?: string;
}

const getErrorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Returns the kinds of input with which a machine can start. */
export const listInputs = ({ model }: Simulator): readonly string[] => Object.keys(model.inputs);

function formatGesture(trigger: Trigger): string | undefined {
  if (trigger.kind !== 'event' || trigger.gesture === undefined) return undefined;
  const { action, role, name, value } = trigger.gesture;
  return `${action} ${role} “${name}”${value === undefined ? '' : `: ${value}`}`;
}

/** Returns all triggers in a state, each with its result. Omits events that no active state handles. */
export function listChoices(simulator: Simulator, state: SimulatedState): Choice[] {
  return simulator.triggers(state).flatMap((trigger, index): Choice[] => {
    if (!simulator.accepts(state, trigger)) return [];
    const gesture = formatGesture(trigger);
    const choice = {
      index,
      kind: trigger.kind,
      label: describeTrigger(trigger),
      ...(gesture !== undefined && { gesture }),
    };
    const explain = () => simulator.explain(state, trigger).map(formatRefusal);
    try {
      const next = simulator.next(state, trigger);
      const isTaken = next.takes.some(isEffective);
      const refusals = isTaken ? [] : explain();
      return [{ ...choice, leadsTo: describeState(next.state.snapshot.value), isTaken, refusals }];
    } catch (thrown) {
      const problem = getErrorMessage(thrown);
      return [{ ...choice, leadsTo: '', isTaken: false, refusals: explain(), problem }];
    }
  });
}

/** Takes the steps of a run, as far as the machine has them. */
export function takeRun(simulator: Simulator, [first, ...rest]: RunNumbers): Run {
  const steps: RunStep[] = [];
  if (first === undefined) return { steps };
  const isOwn = typeof first !== 'number';
  const input = isOwn ? formatValue('input' in first ? first.input : undefined) : listInputs(simulator)[first];
  if (input === undefined) return { steps, problem: `There is no input ${formatValue(first)}` };
  try {
    const { takes, effects, state } =
      isOwn && 'input' in first ? simulator.startWith(first.input) : simulator.start(input);
    steps.push({ index: first, label: `starts: ${input}`, takes, effects, state, refusals: [] });
    for (const index of rest) {
      const before = steps.at(-1)?.state ?? state;
      const trigger = typeof index === 'number' ? simulator.triggers(before)[index] : toTrigger(index, before);
      if (trigger === undefined) return { steps, problem: `Step ${steps.length} no longer exists` };
      const next = simulator.next(before, trigger);
      steps.push({
        index,
        label: describeTrigger(trigger),
        takes: next.takes,
        effects: next.effects,
        state: next.state,
        refusals: simulator.explain(before, trigger).map(formatRefusal),
      });
    }
    const { status, error }: AnyMachineSnapshot = steps.at(-1)?.state.snapshot ?? state.snapshot;
    return { steps, ...(status === 'error' && { problem: getErrorMessage(error) }) };
  } catch (thrown) {
    return { steps, problem: getErrorMessage(thrown) };
  }
}

/** A path as a run. */
export interface PlayablePath {
  readonly run: RunNumbers;
  /** Why the run ends before the path: contexts with the same facts can have different next steps. */
  readonly problem?: string;
}

/** Replays a path, as far as the machine repeats it, and returns its run. */
export function toRun(
  simulator: Simulator,
  path: { readonly input: string; readonly steps: readonly (Trigger & { readonly takes: readonly string[] })[] },
): PlayablePath {
  const run = [listInputs(simulator).indexOf(path.input)];
  let { state } = simulator.start(path.input);
  for (const [index, step] of path.steps.entries()) {
    const label = describeTrigger(step);
    const before = state;
    const triggers = simulator.triggers(before);
    const number = triggers.findIndex(
      (each) => describeTrigger(each) === label && String(simulator.next(before, each).takes) === String(step.takes),
    );
    const trigger = triggers[number];
    if (trigger === undefined) {
      const where = describeState(state.snapshot.value);
      return { run, problem: `Step ${index + 1} of ${path.steps.length} cannot be played: ${label}, in ${where}` };
    }
    run.push(number);
    state = simulator.next(state, trigger).state;
  }
  return { run };
}
