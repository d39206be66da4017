/** Records the transitions of a running machine and of the machines that it invokes. Works in every environment. */
import { type AnyMachineSnapshot, type AnyTransitionDefinition, type InspectionEvent, isMachineSnapshot } from 'xstate';
import { takenTransitions } from 'xstate-workbench/model/xstate-internals';
import { listStepNames } from 'xstate-workbench/model/simulator';

export class Recorder {
  /** Names of the taken transitions, by machine id. */
  readonly taken = new Map<string, Set<string>>();
  readonly #sinceThen = new Map<string, string[]>();
  readonly #steps = new WeakMap<object, AnyTransitionDefinition[]>();
  readonly #last = new WeakMap<object, AnyMachineSnapshot>();

  /** Inspection callback, for the actor's `inspect` option. */
  readonly inspect = (seen: InspectionEvent): void => {
    const { actorRef } = seen;
    this.#steps.set(actorRef, [...(this.#steps.get(actorRef) ?? []), ...takenTransitions(seen)]);
    // The snapshot ends the processing of one event. Only then is the result of a route request known.
    if (seen.type === '@xstate.snapshot' && isMachineSnapshot(seen.snapshot)) {
      const { snapshot, event } = seen;
      this.#note(
        snapshot.machine.id,
        listStepNames(this.#last.get(actorRef) ?? snapshot, event, this.#steps.get(actorRef) ?? []),
      );
      this.#steps.delete(actorRef);
      this.#last.set(actorRef, snapshot);
    }
  };

  /** Returns the transitions of a machine since the last call. */
  since(machine: string): string[] {
    const names = this.#sinceThen.get(machine) ?? [];
    this.#sinceThen.delete(machine);
    return names;
  }

  #note(machine: string, names: readonly string[]) {
    const all = this.taken.get(machine) ?? new Set();
    for (const name of names) all.add(name);
    this.taken.set(machine, all);
    this.#sinceThen.set(machine, [...(this.#sinceThen.get(machine) ?? []), ...names]);
  }
}
