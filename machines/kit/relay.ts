/**
 * How the machine of a step notifies its parent of the entry: what has been typed or chosen and what is said of it, so that
 * it is there again when the borrower comes back.
 */
import { type AnyActorRef, sendTo } from 'xstate';
import type { KitAction } from './params.ts';
import { parentActorOf } from './xstate-internals.ts';

/** The events by which a parent is notified of an entry. */
export type EntryEvent<Name extends string, Entry> =
  | { readonly type: `${Name}.changed`; readonly entry: Entry }
  /** What is said of it has changed: an error shows, a value was normalized, an answer came. */
  | { readonly type: `${Name}.validated`; readonly entry: Entry };

/** The machine that runs this one. A machine that runs by itself, as in a test, notifies itself, and ignores it. */
const parentOf = ({ self }: { readonly self: AnyActorRef }): AnyActorRef => parentActorOf(self) ?? self;

/** The action that notifies the parent that something happened: `notifySubmitted: notify('method.submitted')`. */
export const notify = (type: string) => sendTo(parentOf, { type }) as KitAction<object, undefined>;

/** The actions that notify the parent of the entry by {@link EntryEvent}: `...notifyOfEntry('schedule', entryOf)`. */
export function notifyOfEntry<Context extends object>(name: string, entryOf: (context: Context) => unknown) {
  const notifyOf = (what: 'changed' | 'validated') =>
    sendTo(parentOf, ({ context }: { context: Context }) => ({
      type: `${name}.${what}`,
      entry: entryOf(context),
    })) as KitAction<{ readonly context: Context }, undefined>;
  return { notifyChanged: notifyOf('changed'), notifyValidated: notifyOf('validated') };
}
