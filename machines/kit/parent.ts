/** Whom a machine notifies of what its parent has to know: `sendTo(parentOf, ({ context }) => ...)`. */
import type { AnyActorRef } from 'xstate';

/** The machine that runs this one. A machine that runs by itself, as in a test, notifies itself, and ignores it. */
export function parentOf({ self }: { readonly self: AnyActorRef }): AnyActorRef {
  const { _parent: parent } = self;
  return parent ?? self;
}
