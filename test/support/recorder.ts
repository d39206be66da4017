/** Notes which transitions a running machine takes, and those of the machines that it invokes. Works wherever machines run. */
import { type AnyMachineSnapshot, type AnyTransitionDefinition, type InspectionEvent, isMachineSnapshot } from 'xstate';
import { takenTransitions } from '#machines/kit/xstate-internals.ts';
import { namesOf } from '#flows/simulation/simulator.ts';

export class Recorder {
  /** The names of the transitions taken, by the id of the machine. */
  readonly taken = new Map<string, Set<string>>();
  readonly #sinceThen = new Map<string, string[]>();
  readonly #steps = new WeakMap<object, AnyTransitionDefinition[]>();
  readonly #last = new WeakMap<object, AnyMachineSnapshot>();

  /** To be given as `inspect` to the actor. */
  readonly inspect = (seen: InspectionEvent): void => {
    const { actorRef } = seen;
    this.#steps.set(actorRef, [...(this.#steps.get(actorRef) ?? []), ...takenTransitions(seen)]);
    // The snapshot ends what one event set off; only then is it known whether a route was taken at all.
    if (seen.type === '@xstate.snapshot' && isMachineSnapshot(seen.snapshot)) {
      const { snapshot, event } = seen;
      this.#note(
        snapshot.machine.id,
        namesOf(this.#last.get(actorRef) ?? snapshot, event, this.#steps.get(actorRef) ?? []),
      );
      this.#steps.delete(actorRef);
      this.#last.set(actorRef, snapshot);
    }
  };

  /** What a machine has taken since this was last asked. */
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
