/**
 * Side effects as actors. Each one is a typed placeholder that throws until it is provided. A machine names the calls
 * of `domain` and the `effects` that it needs; {@link provideEffects} provides all of them at once, so that no list of
 * actors has to be maintained.
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
import type { BorrowerActions } from '#domain/session/access/shapes.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallResponse, CallRequest, CallSpec, OnProgress } from '#domain/call.ts';
import { FileResponse } from '#domain/file.ts';
import type { Person, Returned, SessionEnd, SignInWay } from '#domain/session/identity/shapes.ts';
import type { StaticFiles } from '#domain/portal/static-files.ts';
import type { CallProgressed } from './events.ts';
import { listActors, isMachine, getParentActor } from 'xstate-workbench/model/xstate-internals';

/** Milliseconds since the person was last active in any tab. */
export interface IdleFor {
  readonly idleFor: number;
}

/** Undefined once the browser is leaving for the sign-in. Otherwise reports that the browser stores nothing for the site. */
export type SignInStart = { readonly isStorageMissing: true } | undefined;

/** Returns whether the browser stores nothing for the site, so that no sign-in can start (ruling 111). */
export const isStorageMissing = (start: SignInStart): boolean => start?.isStorageMissing === true;

/** Deployed version, and the conditions that prevent a reload of the document for it. */
export interface DeployedRelease {
  /** Build version on the server, or null if the server was not reached. */
  readonly version: string | null;
  /** Whether this tab has already reloaded the document for that version. */
  readonly isReloadedFor: boolean;
  /** Whether a reload would discard unsaved input. */
  readonly isUnsaved: boolean;
}

const placeholders = new WeakMap<object, readonly Effect[]>();

function placeholder<Output, Input>(effects: readonly Effect[]): PromiseActorLogic<Output, Input> {
  const logic = fromPromise<Output, Input>(() => {
    throw new Error(`No implementation provided for ${getEffects(logic).map(nameOfEffect).join(' or ')}`);
  });
  placeholders.set(logic, effects);
  return logic;
}

/** Creates the placeholder of an effect that is not an API call. */
const effect = <Output, Input = Record<string, never>>(): PromiseActorLogic<Output, Input> => placeholder([]);

/**
 * Placeholders of all effects that are not API calls. Every environment that runs machines needs a handler for each.
 */
export const effects = {
  'startup.staticFiles': effect<StaticFiles>(),
  /** Build version on the server. */
  'startup.buildVersion': effect<string>(),
  /** Offset of the server's clock from the browser's clock, in milliseconds. */
  'startup.clockDifference': effect<number>(),
  /** Resolves to null if the identity provider does not know the person. */
  'session.renew': effect<Person | null>(),
  'session.finishSignIn': effect<Returned>(),
  'session.leaveForSignIn': effect<SignInStart, { readonly returnTo: string; readonly way?: SignInWay }>(),
  'session.leaveForSignOut': effect<void, { readonly end: SessionEnd }>(),
  /** Reports whether the current page is accessible without signing in. */
  'session.clearTokens': effect<{ readonly isPagePublic: boolean }, { readonly end: SessionEnd }>(),
  /** Loads the code of a page, by its name in the route table. */
  'page.load': effect<void, { readonly page: string }>(),
  'release.find': effect<DeployedRelease>(),
  /** Reloads the document. */
  'release.reload': effect<void, { readonly version: string }>(),
  'access.leavePastDue': effect<void>(),
  /** Navigates to the repayment options, which say that an application is in process (ruling 60). */
  'access.leaveForInProcess': effect<void>(),
  'access.leaveAction': effect<void, { readonly borrowerActions: BorrowerActions }>(),
  'idle.measure': effect<IdleFor>(),
  /** Creates an idempotency key. */
  'key.make': effect<string>(),
  /** Saves a file from a call's answer on the person's device. */
  'file.save': effect<void, FileResponse>(),
  /** Opens an external URL in a new tab, and reports whether the browser allowed it. */
  'site.open': effect<{ readonly isOpened: boolean }, { readonly url: string }>(),
  /** Current business day (ruling 5). */
  'clock.today': effect<PlainDate>(),
};
type Effects = typeof effects;

for (const [name, logic] of Object.entries(effects)) {
  placeholders.set(logic, [{ kind: 'effect', name: name as keyof Effects }]);
}

/** Effect that a placeholder represents. */
export type Effect =
  | {
      readonly kind: 'call';
      readonly call: CallSpec;
      /** Whether the answer is a file that is then saved on the person's device. */
      readonly isSaved?: true;
    }
  | { readonly kind: 'effect'; readonly name: keyof Effects };

/** Returns the name of a call or of another effect. */
export const nameOfEffect = (given: Effect): string => (given.kind === 'call' ? given.call.id : given.name);

/**
 * Executes an effect. Rejects with a `CallFailure` if a call has no usable answer. For a call with a file, reports
 * upload progress.
 */
export type RunEffect = (
  effect: Effect,
  input: unknown,
  signal: AbortSignal,
  onProgress?: OnProgress,
) => Promise<unknown>;

/** Handlers of the effects that are not API calls. */
export type EffectHandlers = {
  readonly [Name in keyof Effects]: (
    input: InputFrom<Effects[Name]>,
    signal: AbortSignal,
  ) => OutputFrom<Effects[Name]> | Promise<OutputFrom<Effects[Name]>>;
};

/** Makes an API call. `onProgress` is called only for calls with a file. */
export type MakeCall = (
  call: CallSpec,
  request: unknown,
  signal: AbortSignal,
  onProgress?: OnProgress,
) => Promise<unknown>;

/**
 * Creates a function that executes every effect: API calls with the client, other effects with their handlers. The
 * input is the one that the machine passes.
 */
export const createRunner =
  (make: MakeCall, handlers: EffectHandlers): RunEffect =>
  async (given, input, signal, onProgress) => {
    if (given.kind === 'call') {
      const answer = await make(given.call, input, signal, onProgress);
      if (given.isSaved === undefined) return answer;
      signal.throwIfAborted();
      return handlers['file.save'](v.parse(FileResponse, answer), signal);
    }
    const handle: (input: never, signal: AbortSignal) => unknown = handlers[given.name];
    return handle(input as never, signal);
  };

/** Creates the placeholder of an API call. Its input is the request in wire format, its output the parsed answer. */
export const call = <C extends CallSpec>(entry: C): PromiseActorLogic<CallResponse<C>, CallRequest<C>> =>
  placeholder([{ kind: 'call', call: entry }]);

/** Creates the placeholder of an API call whose answer is a file. The file is saved on the person's device. */
export const savedCall = <C extends CallSpec>(
  entry: CallResponse<C> extends FileResponse ? C : never,
): PromiseActorLogic<void, CallRequest<C>> => placeholder([{ kind: 'call', call: entry, isSaved: true }]);

type VersionRequest<C extends CallSpec> = { [Part in keyof CallRequest<C>]: CallRequest<C>[Part] };

/** Creates the placeholder of a call with several versions. The request's body selects the version. */
export const callVersions = <const C extends readonly CallSpec[]>(
  ...versions: C
): PromiseActorLogic<CallResponse<C[number]>, VersionRequest<C[number]>> =>
  placeholder(versions.map((entry) => ({ kind: 'call', call: entry })));

/**
 * Returns the effects that an actor represents: one effect, all versions of a call, or none if the actor is not a
 * placeholder.
 */
export const getEffects = (logic: AnyActorLogic): readonly Effect[] => placeholders.get(logic) ?? [];

/** Returns true if the request's body matches the schema of the call. */
const hasValidBody = (given: Effect, request: unknown): boolean =>
  given.kind === 'call' && given.call.body !== undefined && v.is(given.call.body, Reflect.get(Object(request), 'body'));

/**
 * Returns a promise that stays pending if the effect is stopped. React's strict mode stops and restarts a machine, and
 * XState would take the rejection of the stopped effect for that of the restarted one.
 */
const unlessStopped = <Output>(result: Promise<Output>, signal: AbortSignal): Promise<Output> =>
  new Promise((resolve, reject) => {
    result.then(
      (output) => {
        if (!signal.aborted) resolve(output);
      },
      (error: unknown) => {
        if (!signal.aborted) reject(error);
      },
    );
  });

/** Returns the machine with every placeholder provided, including those of its invoked machines. */
export function provideEffects<M extends AnyStateMachine>(machine: M, run: RunEffect): M {
  const actors = listActors(machine).map(([source, logic]): [string, AnyActorLogic] => {
    const [first, ...others] = getEffects(logic);
    if (first !== undefined) {
      return [
        source,
        fromPromise(({ input, self, signal }) =>
          unlessStopped(
            run(others.find((each) => hasValidBody(each, input)) ?? first, input, signal, (percent) => {
              const progressed: CallProgressed = { type: 'call.progressed', percent };
              // Ignore the progress of an effect that has been stopped.
              if (!signal.aborted) getParentActor(self)?.send(progressed);
            }),
            signal,
          ),
        ),
      ];
    }
    return [source, isMachine(logic) ? provideEffects(logic, run) : logic];
  });
  return machine.provide({ actors: Object.fromEntries(actors) }) as M;
}
