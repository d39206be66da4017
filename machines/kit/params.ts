/**
 * What an action or a guard is handed of the event that leads to it. A machine's actions take the payload itself, so each says
 * in one word where it comes from: `actions: withAnswer('keepFacts')`, `guard: withEvent('isRoutingNumberField')`.
 */
import { type CallFailure, failureOf } from '#domain/call.ts';

/** Hands over the event as it is. */
export const withEvent = <Name extends string>(type: Name) => ({
  type,
  params: <Event>({ event }: { readonly event: Event }): Event => event,
});

/** Hands over what the actor has answered, whose end the event is. */
export const withAnswer = <Name extends string>(type: Name) => ({
  type,
  params: <Answer>({ event }: { readonly event: { readonly output: Answer } }): Answer => event.output,
});

/** Hands over why the actor has failed; what is no {@link CallFailure} is a fault of the program, and told as one. */
export const withFailure = <Name extends string>(type: Name) => ({
  type,
  params: ({ event }: { readonly event: { readonly error: unknown } }): CallFailure => failureOf(event.error),
});

/** Hands over one part of the event. */
export const withPart = <Name extends string, Part extends string>(type: Name, part: Part) => ({
  type,
  params: <Value>({ event }: { readonly event: Readonly<Record<Part, Value>> }): Value => event[part],
});

/**
 * An action of the kit, made by `assign` or `emit`, that fits into every machine whose actions are run with such
 * arguments: it asks less of the machine than what XState makes.
 */
export interface KitAction<Args extends object, Params, Emitted = never> {
  (args: Args, params: Params): void;
  readonly _out_TEmitted?: Emitted;
}
