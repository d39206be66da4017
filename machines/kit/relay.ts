/**
 * Events by which the machine of a step reports its entry to the parent: the values and the messages about them, so
 * that the parent can restore both when the borrower returns.
 */
import { type AnyActorRef, type EventObject, sendTo } from 'xstate';
import type { KitAction } from './params.ts';
import { getParentActor } from 'xstate-workbench/model/xstate-internals';

/** Events that report an entry to the parent. */
export type EntryEvent<Name extends string, Entry> =
  | { readonly type: `${Name}.changed`; readonly entry: Entry }
  /** The messages about the entry changed: an error was shown, a value was normalized, or an answer arrived. */
  | { readonly type: `${Name}.validated`; readonly entry: Entry };

/**
 * Returns the parent machine. A machine without a parent, as in a test, sends the events to itself and ignores them.
 */
const getParent = ({ self }: { readonly self: AnyActorRef }): AnyActorRef => getParentActor(self) ?? self;

/**
 * Returns the action that sends an event without a payload to the parent: `notifySubmitted:
 * notify('method.submitted')`.
 */
export const notify = (type: string) => sendTo(getParent, { type }) as KitAction<object, undefined>;

/** Returns the action that sends an event to the parent, built from the action's parameters. */
export const notifyWith = <Params>(toEvent: (params: Params) => EventObject) =>
  sendTo(getParent, (_, params: Params) => toEvent(params)) as KitAction<object, Params>;

/** Returns the action that sends an event with the entry to the parent, and with other parts. */
export const notifyWithEntry = <Context extends object>(
  type: string,
  toEntry: (context: Context) => unknown,
  toOtherParts: (context: Context) => object = () => ({}),
) =>
  sendTo(getParent, ({ context }: { context: Context }) => ({
    type,
    entry: toEntry(context),
    ...toOtherParts(context),
  })) as KitAction<{ readonly context: Context }, undefined>;

/**
 * Returns the actions that report the entry to the parent with an {@link EntryEvent}: `...notifyOfEntry('schedule',
 * toEntry)`.
 */
export const notifyOfEntry = <Context extends object>(name: string, toEntry: (context: Context) => unknown) => ({
  notifyChanged: notifyWithEntry(`${name}.changed`, toEntry),
  notifyValidated: notifyWithEntry(`${name}.validated`, toEntry),
});
