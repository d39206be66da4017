/** Whom a machine notifies of what its parent has to know: `sendTo(parentOf, ({ context }) => ...)`. */
import type { AnyActorRef } from 'xstate';
import { parentActorOf } from './xstate-internals.ts';

/** The machine that runs this one. A machine that runs by itself, as in a test, notifies itself, and ignores it. */
export const parentOf = ({ self }: { readonly self: AnyActorRef }): AnyActorRef => parentActorOf(self) ?? self;
