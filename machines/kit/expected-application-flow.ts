/** Expectations shared by the models of application flows: how they start and end, and claims about all of them. */
import { COULD_NOT_LOAD, toNotice } from './expected-page.ts';
import type { ClaimTrigger, Expected, ExpectedWhere, Outcome, ReachedState } from './model.ts';

/** Expected result after a loading failure, or after an invoked machine stopped. */
export const failure = { state: 'couldNotLoad', focus: toNotice } as const;

/** Outcome of an invoked machine that stops with an error. */
export const stopsInError = { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: failure } as const;

/** Expected first step of every flow: its facts are requested. */
export const start = { state: 'gettingFacts', calls: { getFacts: {} } } as const;

/** Outcomes for facts in several parts that fail to load. */
export const factsMissing = {
  'something is missing': { answers: { result: 'failed', failure: { kind: 'noAnswer' } }, then: failure },
  'the machine of the facts stops in error': stopsInError,
} as const;

/** Expected result if an application is in process: the borrower is redirected to the page that says so (ruling 60). */
export const leaves = { state: 'leaving', calls: { leaveForInProcess: {} } } as const;

/** Outcomes of the redirect. */
export const leaveForInProcess = {
  'the borrower is there': { answers: undefined, then: { state: 'left' } },
  'the browser refuses': stopsInError,
} as const;

/**
 * Outcomes for loaded facts. A submission from before a reload takes precedence over all other facts: the machine looks
 * up its outcome (`settles`).
 */
export const sentFirst = <Context>(
  loaded: unknown,
  { isSent, settles }: { readonly isSent: (before: Context) => boolean; readonly settles: Expected<Context> },
  ...then: readonly ExpectedWhere<Context>[]
): Outcome<Context> => ({
  answers: { result: 'loaded', loaded },
  then: [{ when: isSent, ...settles }, ...then],
});

/** Returns the case for Try again. `then` lists the results other than loading the facts again. */
export const retryWanted = <Context>(...then: readonly ExpectedWhere<Context>[]) =>
  ({
    event: { type: 'retry.wanted' },
    gesture: { action: 'click', role: 'button', name: 'Try again' },
    then: [{ in: 'couldNotLoad', ...start, hides: [COULD_NOT_LOAD] }, ...then],
  }) as const;

/** Texts shown while a flow starts and while it redirects. */
export const flowScreens = {
  gettingFacts: ['Loading…'],
  couldNotLoad: [COULD_NOT_LOAD, 'Try again'],
  leaving: ['Loading…'],
} as const;

type Reached<Context> = Pick<ReachedState<Context>, 'isIn' | 'context'>;

/** Returns the claims about every flow. `before` is the step before the application. */
export const flowClaims = <Context>(isSent: (context: Context) => boolean, before = 'qualifying') =>
  ({
    'no application starts while another is in process': {
      reaching: ({ isIn }: Reached<Context>) => isIn('qualifying'),
      needs: (by: ClaimTrigger) => !(by.kind === 'outcome' && by.outcome === 'an application is in process'),
      brokenBy: 'guard isInProcess: always false',
    },
    'a step is not left while a submission is in flight': {
      never: ({ isIn, context }: Reached<Context>) => isIn(before) && isSent(context),
      brokenBy: 'guard isUnderWay: always false',
    },
  }) as const;
