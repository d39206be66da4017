/**
 * Parameters of actions and guards, derived from the triggering event. Actions receive the payload itself, so each use
 * names its source: `actions: withAnswer('keepFacts')`, `guard: withEvent('isRoutingNumberField')`.
 */
import { type CallFailure, failureOf } from '#domain/call.ts';

/** Passes the whole event. */
export const withEvent = <Name extends string>(type: Name) => ({
  type,
  params: <Event>({ event }: { readonly event: Event }): Event => event,
});

/** Passes the output of the actor that completed. */
export const withAnswer = <Name extends string>(type: Name) => ({
  type,
  params: <Answer>({ event }: { readonly event: { readonly output: Answer } }): Answer => event.output,
});

/** Passes the actor's error. An error that is not a {@link CallFailure} is a bug and is reported as one. */
export const withFailure = <Name extends string>(type: Name) => ({
  type,
  params: ({ event }: { readonly event: { readonly error: unknown } }): CallFailure => failureOf(event.error),
});

/** Passes one property of the event. */
export const withPart = <Name extends string, Part extends string>(type: Name, part: Part) => ({
  type,
  params: <Value>({ event }: { readonly event: Readonly<Record<Part, Value>> }): Value => event[part],
});

/**
 * Action of the kit, built with `assign` or `emit`, that fits every machine whose actions run with these arguments. Its
 * type requires less of the machine than XState's own action types.
 */
export interface KitAction<Args extends object, Params, Emitted = never> {
  (args: Args, params: Params): void;
  readonly _out_TEmitted?: Emitted;
}
