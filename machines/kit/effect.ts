/**
 * Everything with an effect is an actor, and in a machine each such actor is a typed placeholder that throws until it is
 * provided. A machine names what it needs, a call of `domain` or one of the `effects`; whoever runs the machine provides all
 * of them at once, so no list of actors is kept anywhere.
 */
import {
  type AnyActorLogic,
  type AnyStateMachine,
  type InputFrom,
  type OutputFrom,
  type PromiseActorLogic,
  fromPromise,
} from 'xstate';
import * as v from 'valibot';
import type { BorrowerActions } from '#domain/access/shapes.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallAnswer, CallRequest, CallSpec, OnProgress } from '#domain/call.ts';
import type { FileAnswer } from '#domain/file.ts';
import type { Person, Returned, SessionEnd, SignInWay } from '#domain/identity/shapes.ts';
import type { StaticFiles } from '#domain/portal/static-files.ts';
import type { CallProgressed } from './events.ts';
import { actorsOf, isMachine, parentActorOf } from './xstate-internals.ts';

/** Milliseconds since somebody was last active in any tab. */
export interface IdleFor {
  readonly idleFor: number;
}

/** The deployed version, and what prevents a reload of the document for it. */
export interface DeployedRelease {
  /** The version of the build that the server has now; null where it was not reached. */
  readonly version: string | null;
  /** Whether this tab has loaded the document anew for that version already. */
  readonly isReloadedFor: boolean;
  /** Whether something on the page would be lost with the document. */
  readonly isUnsaved: boolean;
}

const placeholders = new WeakMap<object, readonly Effect[]>();

function placeholder<Output, Input>(effects: readonly Effect[]): PromiseActorLogic<Output, Input> {
  const logic = fromPromise<Output, Input>(() => {
    throw new Error(`Nobody provides ${effectsOf(logic).map(nameOfEffect).join(' or ')}`);
  });
  placeholders.set(logic, effects);
  return logic;
}

/** The placeholder of an effect that is no API call: what it brings, and what it takes. */
const effect = <Output, Input = Record<string, never>>(): PromiseActorLogic<Output, Input> => placeholder([]);

/** Every effect that is no API call: a machine takes its placeholder from here, whoever runs machines handles each. */
export const effects = {
  'startup.staticFiles': effect<StaticFiles>(),
  /** The version of the build that the server has now. */
  'startup.buildVersion': effect<string>(),
  /** How far the server's clock is ahead of this one, in milliseconds. */
  'startup.clockDifference': effect<number>(),
  /** Nobody where the provider does not know who it is. */
  'session.renew': effect<Person | null>(),
  'session.finishSignIn': effect<Returned>(),
  'session.leaveForSignIn': effect<void, { readonly returnTo: string; readonly way?: SignInWay }>(),
  'session.leaveForSignOut': effect<void, { readonly end: SessionEnd }>(),
  /** Says whether the present page is for anybody, signed in or not. */
  'session.clearTokens': effect<{ readonly isPagePublic: boolean }, { readonly end: SessionEnd }>(),
  /** Loads the code of a page, by its name in the table of addresses. */
  'page.load': effect<void, { readonly page: string }>(),
  'release.find': effect<DeployedRelease>(),
  /** Has the browser load the document anew. */
  'release.reload': effect<void, { readonly version: string }>(),
  'access.leavePastDue': effect<void>(),
  /** Takes the person to the repayment options, where it is said that an application is in process (ruling 60). */
  'access.leaveForInProcess': effect<void>(),
  'access.leaveAction': effect<void, { readonly borrowerActions: BorrowerActions }>(),
  'idle.measure': effect<IdleFor>(),
  /** An idempotency key. */
  'key.make': effect<string>(),
  /** Saves a file that a call has answered on the person's device. */
  'file.save': effect<void, FileAnswer>(),
  /** Opens an address elsewhere in a new tab, and says whether the browser has allowed it. */
  'site.open': effect<{ readonly isOpened: boolean }, { readonly url: string }>(),
  /** The business day (ruling 5). */
  'clock.today': effect<PlainDate>(),
};
type Effects = typeof effects;

for (const [name, logic] of Object.entries(effects)) {
  placeholders.set(logic, [{ kind: 'effect', name: name as keyof Effects }]);
}

/** What a placeholder stands for. */
export type Effect =
  | { readonly kind: 'call'; readonly call: CallSpec }
  | { readonly kind: 'effect'; readonly name: keyof Effects };

/** The name of a call or of another effect. */
export const nameOfEffect = (given: Effect): string => (given.kind === 'call' ? given.call.id : given.name);

/**
 * Carries effects out. Rejects with a `CallFailure` where a call brings no usable answer. Of a call with a file it says
 * meanwhile how much has been sent.
 */
export type RunEffect = (
  effect: Effect,
  input: unknown,
  signal: AbortSignal,
  onProgress?: OnProgress,
) => Promise<unknown>;

/** How each effect that is no API call is carried out. */
export type EffectHandlers = {
  readonly [Name in keyof Effects]: (
    input: InputFrom<Effects[Name]>,
    signal: AbortSignal,
  ) => OutputFrom<Effects[Name]> | Promise<OutputFrom<Effects[Name]>>;
};

/** Makes an API call. `onProgress` hears of those only that have a file. */
export type MakeCall = (
  call: CallSpec,
  request: unknown,
  signal: AbortSignal,
  onProgress?: OnProgress,
) => Promise<unknown>;

/** Carries out every effect: calls by the client, each other by its handler. The input is what its machine has given. */
export const createRunner =
  (make: MakeCall, handlers: EffectHandlers): RunEffect =>
  async (given, input, signal, onProgress) => {
    if (given.kind === 'call') return make(given.call, input, signal, onProgress);
    const handle: (input: never, signal: AbortSignal) => unknown = handlers[given.name];
    return handle(input as never, signal);
  };

/** The placeholder of an API call; its input is the request in wire form, its output the parsed answer. */
export const call = <C extends CallSpec>(entry: C): PromiseActorLogic<CallAnswer<C>, CallRequest<C>> =>
  placeholder([{ kind: 'call', call: entry }]);

type VersionRequest<C extends CallSpec> = { [Part in keyof CallRequest<C>]: CallRequest<C>[Part] };

/** The placeholder of a call that is taken in several versions: a request is made by the one whose body it has. */
export const callVersions = <const C extends readonly CallSpec[]>(
  ...versions: C
): PromiseActorLogic<CallAnswer<C[number]>, VersionRequest<C[number]>> =>
  placeholder(versions.map((entry) => ({ kind: 'call', call: entry })));

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
        fromPromise(({ input, self, signal }) =>
          run(others.find((each) => hasBodyOf(each, input)) ?? first, input, signal, (percent) => {
            const progressed: CallProgressed = { type: 'call.progressed', percent };
            // Ignores the result of an effect that was stopped in the meantime.
            if (!signal.aborted) parentActorOf(self)?.send(progressed);
          }),
        ),
      ];
    }
    return [source, isMachine(logic) ? provideEffects(logic, run) : logic];
  });
  return machine.provide({ actors: Object.fromEntries(actors) }) as M;
}
