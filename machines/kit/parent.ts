/** Whom a chart tells what its parent has to know: `sendTo(parentOf, ({ context }) => ...)`. */
import type { AnyActorRef } from 'xstate';

/** The chart that runs this one. A chart that runs by itself, as in a test, tells itself, and takes no note of it. */
export function parentOf({ self }: { readonly self: AnyActorRef }): AnyActorRef {
  const { _parent: parent } = self;
  return parent ?? self;
}
