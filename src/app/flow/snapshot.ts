/**
 * The snapshot of a running machine and of the machines that it has invoked, including those that stopped in error. The hook
 * of `@xstate/react` covers neither.
 */
import { useMemo, useSyncExternalStore } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { type Children, runningMachines, getChildren, watchMachines } from './running-machines.ts';

interface Seen {
  readonly state: AnyMachineSnapshot;
  readonly children: Children;
}

function createStore(actor: AnyActorRef) {
  let snapshots: readonly unknown[] = [];
  let seen: Seen | undefined;
  return {
    subscribe: (changed: () => void) => watchMachines(actor, { changed, broken: changed }),
    /** The same object until one of the machines changes. */
    read: (): Seen => {
      const now: readonly unknown[] = runningMachines(actor).map((ref): unknown => ref.getSnapshot());
      const isSame = now.length === snapshots.length && now.every((snapshot, index) => snapshot === snapshots[index]);
      if (seen !== undefined && isSame) return seen;
      snapshots = now;
      seen = { state: actor.getSnapshot(), children: getChildren(actor) };
      return seen;
    },
  };
}

export function useSnapshots(actor: AnyActorRef): Seen {
  const { subscribe, read } = useMemo(() => createStore(actor), [actor]);
  return useSyncExternalStore(subscribe, read, read);
}
