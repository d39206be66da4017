/**
 * Tries the conditions of a flow's guards (`condition-parts.ts`) in all cases that its exploration has: in each call of a
 * guard, each condition that it asks is replaced by `true` and by `false`. If the guard then answers differently or
 * breaks, the condition decides alone in this case (masking MC/DC).
 */
import type { AnyStateMachine } from 'xstate';
import { deviations, unexpected } from 'xstate-workbench/model/expectations';
import { type Edge, type Node, explore } from 'xstate-workbench/model/explore';
import { Simulator } from 'xstate-workbench/model/simulator';
import type { FlowModel } from 'xstate-workbench/model';
import {
  combinedGuard,
  getImplementations,
  isBuiltInGuard,
  withOperands,
} from 'xstate-workbench/model/xstate-internals';
import type { Part } from './condition-parts.ts';
import { type Fault, FAULTS, inGuard, recordParts, withFault } from './part-probe.ts';
import { verify } from './verify.ts';

/** A step of the exploration: from a state, or a start. */
type Step = { readonly from: Node; readonly edge: Edge } | { readonly input: string };

/** Results of trying one condition. */
export interface Requested {
  /** Values that it had. */
  isTrue: boolean;
  isFalse: boolean;
  isBoolean: boolean;
  /** Steps in which the fault changes the answer of a guard: as many as are needed to try the fault. */
  readonly decides: Readonly<Record<Fault, Step[]>>;
}

/** Maximum number of recorded steps for each fault. */
const ENOUGH = 12;

type Guard = (...given: readonly unknown[]) => unknown;

/** Returns the machine with guards that call `around`. */
function withGuards(machine: AnyStateMachine, around: (run: () => unknown) => unknown): AnyStateMachine {
  function wrapped(guard: unknown): unknown {
    // XState resolves an operand that is a name, and evaluates its own guards itself.
    if (typeof guard !== 'function') return guard;
    const combined = combinedGuard(guard);
    if (combined !== undefined) return withOperands(guard, combined.guards.map(wrapped));
    return isBuiltInGuard(guard) ? guard : (...given: readonly unknown[]) => around(() => (guard as Guard)(...given));
  }
  const guards = Object.entries(getImplementations(machine).guards).map(([name, guard]) => [name, wrapped(guard)]);
  return machine.provide({ guards: Object.fromEntries(guards) as never });
}

/** Returns the result of a function, or that it throws. */
function tryAnswer(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return 'breaks';
  }
}

/** Results of the cases of one flow, by the ids of the conditions. */
export interface GuardCases {
  readonly asked: ReadonlyMap<number, Requested>;
  /** Returns true if the model notices the fault. */
  readonly notices: (id: number, fault: Fault) => boolean;
}

/** Tries the conditions of a flow's guards. Throws if the model does not hold without a fault. */
export function tryGuards(model: FlowModel): GuardCases {
  const asked = new Map<number, Requested>();
  let now: Step | undefined;

  function around(run: () => unknown): unknown {
    const step = now;
    if (step === undefined) return inGuard(run);
    let answer: unknown;
    const seen = recordParts(() => {
      answer = tryAnswer(() => inGuard(run));
    });
    for (const [id, { isTrue, isFalse, isBoolean }] of seen) {
      const known = asked.get(id) ?? { isTrue: false, isFalse: false, isBoolean: true, decides: none() };
      asked.set(id, known);
      known.isTrue ||= isTrue;
      known.isFalse ||= isFalse;
      known.isBoolean &&= isBoolean;
      const tried = FAULTS.filter((fault) => (fault === 'always true' ? isFalse : fault === 'negated' || isTrue));
      for (const fault of tried) {
        const steps = known.decides[fault];
        if (steps.length >= ENOUGH || steps.at(-1) === step) continue;
        if (tryAnswer(() => withFault(id, fault, () => inGuard(run))) !== answer) steps.push(step);
      }
    }
    return inGuard(run);
  }

  const guarded = { ...model, machine: withGuards(model.machine, around) };
  const [first] = verify(guarded);
  if (first !== undefined) throw new Error(`The model of ${model.machine.id} does not hold without a fault:\n${first}`);
  const { nodes, starts } = explore(guarded);
  const simulator = new Simulator(guarded);
  const take = (step: Step): string[] => {
    if ('input' in step) {
      const expected = model.inputs[step.input]?.then ?? {};
      return deviations(guarded, expected, undefined, simulator.start(step.input));
    }
    const { from, edge } = step;
    const { trigger, expectation } = edge;
    const simulated = simulator.next(from.state, trigger);
    if (expectation !== undefined) return deviations(guarded, expectation.expected, from.state, simulated);
    const found = deviations(guarded, {}, from.state, simulated);
    return found.length > 0 ? [unexpected(trigger)] : [];
  };
  for (const step of [
    ...starts.map(({ input }) => ({ input })),
    ...[...nodes.values()].flatMap((from) => from.edges.map((edge) => ({ from, edge }))),
  ]) {
    now = step;
    if ('input' in step) simulator.start(step.input);
    else simulator.next(step.from.state, step.edge.trigger);
  }
  now = undefined;

  const isNoticed = (step: Step): boolean => {
    try {
      return take(step).length > 0;
    } catch {
      return true;
    }
  };

  return {
    asked,
    notices: (id, fault) => {
      const steps = asked.get(id)?.decides[fault] ?? [];
      // Where no guard answers differently, nothing is different.
      if (steps.length === 0) return false;
      return withFault(id, fault, () => steps.some(isNoticed) || hasFinding({ ...guarded }));
    },
  };
}

const none = (): Record<Fault, Step[]> => ({ 'always true': [], 'always false': [], negated: [] });

function hasFinding(model: FlowModel): boolean {
  try {
    return verify(model).next().done !== true;
  } catch {
    return true;
  }
}

/** The missing cases of a condition, in words, and the number of its faults that the models notice. */
export interface Missing {
  readonly missing: readonly string[];
  readonly faults: number;
  readonly noticed: number;
}

/**
 * Returns the missing cases of a condition in all flows. If the condition only narrows a type for the compiler, no case
 * has to prove that the rest depends on it ({@link Part.narrows}).
 */
export function missingIn({ id, narrows }: Part, flows: readonly GuardCases[]): Missing {
  const asked = flows.flatMap((flow) => {
    const known = flow.asked.get(id);
    return known === undefined ? [] : [{ flow, known }];
  });
  if (asked.length === 0) return { missing: ['is never asked'], faults: 0, noticed: 0 };
  // The operand is a value instead of a condition.
  if (!asked.every(({ known }) => known.isBoolean)) return { missing: [], faults: 0, noticed: 0 };
  const faults = FAULTS.filter((fault) => fault !== `always ${String(narrows)}`);
  const unnoticed = faults.filter((fault) => !asked.some(({ flow }) => flow.notices(id, fault)));
  const missing = unnoticed.flatMap((fault): string[] => {
    if (asked.some(({ known }) => known.decides[fault].length > 0)) return [`${fault} is not noticed`];
    if (fault === 'negated') return [];
    const value = fault === 'always false';
    const isSeen = asked.some(({ known }) => (value ? known.isTrue : known.isFalse));
    return [isSeen ? `does not decide as ${String(value)}` : `is never ${String(value)}`];
  });
  return { missing, faults: faults.length, noticed: faults.length - unnoticed.length };
}
