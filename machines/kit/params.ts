/**
 * Parameters of actions and guards, derived from the triggering event. Actions receive the payload itself, so each use
 * names its source: `actions: withAnswer('setFacts')`, `guard: withEvent('isRoutingNumberField')`.
 */
import { type CallFailure, toFailure } from '#domain/call.ts';

/** Result of loading: all parts, or the failure of a required part. */
export type LoadResult<Loaded> =
  | { readonly result: 'loaded'; readonly loaded: Loaded }
  | { readonly result: 'failed'; readonly failure: CallFailure };

/** An action or guard, and its parameters. */
interface With<Name extends string, Params> {
  readonly type: Name;
  readonly params: Params;
}

/** Passes the whole event, or one property of it: `withEvent('setEntry', 'entry')`. */
export function withEvent<Name extends string>(
  type: Name,
): With<Name, <Event>(args: { readonly event: Event }) => Event>;
export function withEvent<Name extends string, Part extends string>(
  type: Name,
  part: Part,
): With<Name, <Value>(args: { readonly event: Readonly<Record<Part, Value>> }) => Value>;
export function withEvent(type: string, part?: string): With<string, (args: never) => unknown> {
  return {
    type,
    params: ({ event }: { readonly event: unknown }) => (part === undefined ? event : Reflect.get(Object(event), part)),
  };
}

/**
 * Passes the output of the actor that completed. With `loaded`, passes the data that a machine has loaded (`loadParts`),
 * which are there unless `hasFailed` is true: `withAnswer('setFacts', 'loaded')`. With `failure`, passes the failure if it
 * is true.
 */
export function withAnswer<Name extends string>(
  type: Name,
): With<Name, <Answer>(args: { readonly event: { readonly output: Answer } }) => Answer>;
export function withAnswer<Name extends string>(
  type: Name,
  part: 'loaded',
): With<Name, <Loaded>(args: { readonly event: { readonly output: LoadResult<Loaded> } }) => Loaded>;
export function withAnswer<Name extends string>(
  type: Name,
  part: 'failure',
): With<Name, (args: { readonly event: { readonly output: LoadResult<unknown> } }) => CallFailure>;
export function withAnswer(
  type: string,
  part?: 'loaded' | 'failure',
): With<string, (args: { readonly event: { readonly output: LoadResult<unknown> } }) => unknown> {
  return {
    type,
    params: ({ event: { output } }) => {
      if (part === undefined) return output;
      if (output.result === 'failed') {
        if (part === 'failure') return output.failure;
        throw new Error('Nothing was loaded', { cause: output.failure });
      }
      return output.loaded;
    },
  };
}

/** Passes the actor's error. An error that is not a {@link CallFailure} is a bug and is reported as one. */
export const withFailure = <Name extends string>(type: Name) => ({
  type,
  params: ({ event }: { readonly event: { readonly error: unknown } }): CallFailure => toFailure(event.error),
});

/**
 * Action of the kit, built with `assign` or `emit`, that fits every machine whose actions run with these arguments. Its
 * type requires less of the machine than XState's own action types.
 */
export interface KitAction<Args extends object, Params, Emitted = never> {
  (args: Args, params: Params): void;
  readonly _out_TEmitted?: Emitted;
}
