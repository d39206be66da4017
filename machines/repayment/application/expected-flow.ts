/**
 * Expectations shared by the models of flows that apply to postpone payments or for other plans (R §2, §4; rulings 24, 59,
 * 60): how they start and end, and claims about all of them.
 */
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import type { ClaimTrigger, ReachedState } from 'xstate-workbench/model';
import type { Settled } from './flow.ts';
import { receivedResponse } from './expected-application.ts';

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

/** Outcomes of the redirect. */
export const leaveForInProcess = {
  'the borrower is there': { answers: undefined, then: { state: 'left' } },
  'the browser refuses': stopsInError,
} as const;

type Reached<Context> = Pick<ReachedState<Context>, 'isIn' | 'context'>;

interface ExpectedClaims<Context> {
  readonly isSent: (context: Context) => boolean;
  /** Step before the application; defaults to the questions. */
  readonly before?: string | undefined;
  /** Step that makes the application. */
  readonly applying: string;
  /** Action that stores the reports of the application. */
  readonly select?: string | undefined;
}

/** Returns the claims about every flow. */
export const flowClaims = <Context extends Settled>({
  isSent,
  before = 'qualifying',
  applying,
  select = 'setApplication',
}: ExpectedClaims<Context>) =>
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
    'an application that was not received is not asked about again': {
      never: ({ context }: Reached<Context>) => context.notReceived !== null && isSent(context),
      brokenBy: `${applying}.settling -> application.notReceived: action ${select} removed`,
    },
  }) as const;

/** Expected change of the context where the application step is entered: the application has started with its notice. */
export const atApplication = { notReceived: null } as const;

/** Expected result after the application was received, in the state of the last step. */
export const received = {
  context: { step: 'done', received: receivedResponse },
  focus: toHeading,
  reads: [receivedResponse.confirmationNumber],
} as const;
