/**
 * Everything with an effect is an actor, and in a machine each such actor is a typed placeholder that throws until it is
 * provided. A machine names what it needs (a call of `domain`, or another effect by name); whoever runs the
 * machine provides all of them at once, so no list of actors is kept anywhere.
 */
import { type AnyActorLogic, type AnyStateMachine, type PromiseActorLogic, fromPromise } from 'xstate';
import * as v from 'valibot';
import type { CallAnswer, CallRequest, CallSpec } from '#domain/call.ts';
import { actorsOf, isMachine } from './xstate-internals.ts';

/** What a placeholder stands for. */
export type Effect =
  { readonly kind: 'call'; readonly call: CallSpec } | { readonly kind: 'effect'; readonly name: string };

/** Carries effects out. Rejects with a `CallFailure` where a call brings no usable answer. */
export type RunEffect = (effect: Effect, input: unknown, signal: AbortSignal) => Promise<unknown>;

const placeholders = new WeakMap<object, readonly Effect[]>();

const nameOf = (given: Effect): string => (given.kind === 'call' ? given.call.id : given.name);

function placeholder<Output, Input>(...effects: readonly Effect[]): PromiseActorLogic<Output, Input> {
  const logic = fromPromise<Output, Input>(() => {
    throw new Error(`Nobody provides ${effects.map(nameOf).join(' or ')}`);
  });
  placeholders.set(logic, effects);
  return logic;
}

/** The placeholder of an API call; its input is the request in wire form, its output the parsed answer. */
export const call = <C extends CallSpec>(entry: C): PromiseActorLogic<CallAnswer<C>, CallRequest<C>> =>
  placeholder({ kind: 'call', call: entry });

type VersionRequest<C extends CallSpec> = { [Part in keyof CallRequest<C>]: CallRequest<C>[Part] };

/** The placeholder of a call that is taken in several versions: a request is made by the one whose body it has. */
export const callVersions = <const C extends readonly CallSpec[]>(
  ...versions: C
): PromiseActorLogic<CallAnswer<C[number]>, VersionRequest<C[number]>> =>
  placeholder(...versions.map((entry): Effect => ({ kind: 'call', call: entry })));

/** The placeholder of an effect that is no API call: a redirect, a random key. */
export const effect = <Output, Input = Record<string, never>>(name: string): PromiseActorLogic<Output, Input> =>
  placeholder({ kind: 'effect', name });

/** What an actor of a machine stands for: one effect, or the versions of a call; nothing where it is no placeholder. */
export const effectsOf = (logic: AnyActorLogic): readonly Effect[] => placeholders.get(logic) ?? [];

/** Whether a request has the body of a call. */
const hasBodyOf = (given: Effect, request: unknown): boolean =>
  given.kind === 'call' && given.call.body !== undefined && v.is(given.call.body, Reflect.get(Object(request), 'body'));

/** The machine with every placeholder provided, those of the machines it invokes included. */
export function provideEffects<M extends AnyStateMachine>(machine: M, run: RunEffect): M {
  const actors = actorsOf(machine).map(([source, logic]): [string, AnyActorLogic] => {
    const [first, ...others] = effectsOf(logic);
    if (first !== undefined) {
      return [
        source,
        fromPromise(({ input, signal }) => run(others.find((each) => hasBodyOf(each, input)) ?? first, input, signal)),
      ];
    }
    return [source, isMachine(logic) ? provideEffects(logic, run) : logic];
  });
  return machine.provide({ actors: Object.fromEntries(actors) }) as M;
}
