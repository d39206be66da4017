/**
 * A run of a simulated machine, for stepping through it. A run is a list of numbers, so that it fits into a URL: first
 * the index of the machine's input, then the index of the trigger in each state.
 */
import { describeState, describeTrigger } from './sentences.ts';
import type { Path } from './paths.ts';
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
  /** Why the machine breaks on it. */
  readonly problem?: string;
}

export interface RunStep {
  readonly index: number;
  readonly label: string;
  /** The keys of the step's transitions. */
  readonly takes: readonly string[];
  readonly state: SimulatedState;
  readonly effects: Effects;
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
    try {
      const next = simulator.next(state, trigger);
      const isTaken = next.takes.some((key) => !/\((?:refused|swallowed)\)$/.test(key));
      return [{ ...choice, leadsTo: describeState(next.state.snapshot.value), isTaken }];
    } catch (thrown) {
      return [{ ...choice, leadsTo: '', isTaken: false, problem: getErrorMessage(thrown) }];
    }
  });
}

/** Takes the steps of a run, as far as the machine has them. */
export function takeRun(simulator: Simulator, [first, ...rest]: readonly number[]): Run {
  const steps: RunStep[] = [];
  if (first === undefined) return { steps };
  const input = listInputs(simulator)[first];
  if (input === undefined) return { steps, problem: `There is no input ${first}` };
  try {
    const { takes, effects, state } = simulator.start(input);
    steps.push({ index: first, label: `starts: ${input}`, takes, effects, state });
    for (const index of rest) {
      const before = steps.at(-1)?.state ?? state;
      const trigger = simulator.triggers(before)[index];
      if (trigger === undefined) return { steps, problem: `Step ${steps.length} does not exist any more` };
      const next = simulator.next(before, trigger);
      steps.push({
        index,
        label: describeTrigger(trigger),
        takes: next.takes,
        effects: next.effects,
        state: next.state,
      });
    }
    return { steps };
  } catch (thrown) {
    return { steps, problem: getErrorMessage(thrown) };
  }
}

/** Returns the numbers of a generated path. Throws where the machine does not repeat it. */
export function toRun(simulator: Simulator, path: Path): number[] {
  const numbers = [listInputs(simulator).indexOf(path.input)];
  let { state } = simulator.start(path.input);
  for (const step of path.steps) {
    const label = describeTrigger(step);
    const triggers = simulator.triggers(state);
    const before = state;
    const index = triggers.findIndex(
      (each) => describeTrigger(each) === label && String(simulator.next(before, each).takes) === String(step.takes),
    );
    const trigger = triggers[index];
    if (trigger === undefined) throw new Error(`${label} cannot happen in ${describeState(state.snapshot.value)}`);
    numbers.push(index);
    state = simulator.next(state, trigger).state;
  }
  return numbers;
}
