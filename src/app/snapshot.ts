/** The snapshot of a running chart, also of one that has stopped in error: the library's own hook does not see that. */
import { useCallback, useSyncExternalStore } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

export function useSnapshot(actor: AnyActorRef): AnyMachineSnapshot {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = actor.subscribe({ next: changed, error: changed, complete: changed });
      return () => subscription.unsubscribe();
    },
    [actor],
  );
  return useSyncExternalStore(subscribe, () => actor.getSnapshot());
}
