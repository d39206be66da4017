/** What the models of the flows of applications say alike: how they begin and are left, and what holds of all. */
import { COULD_NOT_LOAD, toNotice } from './expected-page.ts';
import type { ClaimTrigger, Expected, ExpectedWhere, Outcome, ReachedState } from './model.ts';

/** Something that the flow needs could not be fetched, or a machine that it runs has stopped. */
export const failure = { state: 'couldNotGetFacts', focus: toNotice } as const;

/** A machine that the flow runs stops in error. */
export const stopsInError = { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: failure } as const;

/** The facts are asked for, which every flow begins with. */
export const start = { state: 'gettingFacts', calls: { getFacts: {} } } as const;

/** The facts of a flow that has several parts do not arrive. */
export const factsMissing = {
  'something is missing': { answers: { result: 'failed', failure: { kind: 'noAnswer' } }, then: failure },
  'the machine of the facts stops in error': stopsInError,
} as const;

/** An application is in process: the borrower is taken to where that is said (ruling 60). */
export const leaves = { state: 'leaving', calls: { leaveForInProcess: {} } } as const;

/** How the way there ends. */
export const leaveForInProcess = {
  'the borrower is there': { answers: undefined, then: { state: 'left' } },
  'the browser refuses': stopsInError,
} as const;

/**
 * Facts arrive. What was sent before a reload comes first, whatever else they say: the server is asked what became of it
 * (`settles`).
 */
export const sentFirst = <Context>(
  loaded: unknown,
  { isSent, settles }: { readonly isSent: (before: Context) => boolean; readonly settles: Expected<Context> },
  ...then: readonly ExpectedWhere<Context>[]
): Outcome<Context> => ({
  answers: { result: 'loaded', loaded },
  then: [{ when: isSent, ...settles }, ...then],
});

/** Somebody presses Try again; `then` is what follows besides where the facts are asked for again. */
export const retryWanted = <Context>(...then: readonly ExpectedWhere<Context>[]) =>
  ({
    event: { type: 'retry.wanted' },
    gesture: { action: 'click', role: 'button', name: 'Try again' },
    then: [{ in: 'couldNotGetFacts', ...start, hides: [COULD_NOT_LOAD] }, ...then],
  }) as const;

/** What is read while a flow begins and is left. */
export const flowScreens = {
  gettingFacts: ['Loading…'],
  couldNotGetFacts: [COULD_NOT_LOAD, 'Try again'],
  leaving: ['Loading…'],
} as const;

type Reached<Context> = Pick<ReachedState<Context>, 'isIn' | 'context'>;

/** What holds of every flow. `before` is the step before the application. */
export const flowClaims = <Context>(isSent: (context: Context) => boolean, before = 'qualifying') =>
  ({
    'nobody begins an application while one is in process': {
      reaching: ({ isIn }: Reached<Context>) => isIn('qualifying'),
      needs: (by: ClaimTrigger) => !(by.kind === 'outcome' && by.outcome === 'an application is in process'),
      brokenBy: 'guard isInProcess: always false',
    },
    'a step is not left while the application is under way': {
      never: ({ isIn, context }: Reached<Context>) => isIn(before) && isSent(context),
      brokenBy: 'guard isUnderWay: always false',
    },
  }) as const;
