/**
 * What the specifications of applications to postpone payments or for other plans share: the terms in a dialog, the
 * submission (rulings 3, 4), the cost beside it, and what a flow hears from its application.
 */
import type { ApplicationKind } from '#domain/repayment/postponement/shapes.ts';
import type { KeyMade } from '../../kit/events.ts';
import { toNotice } from '../../kit/expected-page.ts';
import {
  type Case,
  type ContextPart,
  type Entry,
  type NotifiedEvent,
  type StateSpec,
  shared,
} from 'xstate-workbench/model';
import { accepted, neverArrived, refusedAs, submits } from '../../kit/spec-submission.ts';
import { stopsInError } from '../../kit/spec.ts';
import type { SubmissionSamples } from '../../kit/submission.model.ts';
import { costStops } from '../pause-cost/pause-cost.model.ts';
import type { ApplicationNotice, ApplicationSubmission, TermsEvent } from './application.ts';
import {
  NO_COST,
  REASON,
  READ_TERMS,
  RETURN,
  TERMS,
  TERMS_REQUIRED,
  applicationClaims,
  applicationMessages,
  applicationNotices,
  applicationSamples,
  receivedResponse,
  refusedWithReason,
} from './expected-application.ts';
import { start } from './expected-flow.ts';

/** The checkbox that accepts the terms (R §5). */
export const termsField = {
  label: TERMS,
  role: 'checkbox',
  entries: [true, false],
  errors: { 'terms.required': TERMS_REQUIRED },
  inPanel: 'Terms and Conditions',
  showsAtOnce: true,
} as const;

interface ApplicationSpec<Context> {
  readonly kind: ApplicationKind;
  /** Machine that submits the application, its name in the application, and a sample of its request. */
  readonly machine: Parameters<typeof submits>[0]['machine'];
  readonly call: string;
  readonly sample: Pick<SubmissionSamples, 'body' | 'query'>;
  /** Returns the body for the entered application; defaults to that of the sample. */
  readonly bodyOf?: (before: Context) => unknown;
  /** State within which the application is completed and submitted, if there is one. */
  readonly within?: string;
  /** Texts of the application, and a part of its terms. */
  readonly shows: readonly string[];
  readonly terms: string;
  /** Events that report the entry to the parent. */
  readonly notifies: readonly NotifiedEvent<Context>[];
}

type SharedEvent = KeyMade | TermsEvent | { readonly type: 'retry.wanted' };

const LATER = 'The step that follows looks as it does after an answer at once.';

const clicks = (name: string) => ({ action: 'click', role: 'button', name }) as const;

/** An application whose terms open in a dialog, and which counts once. An application is not sent again after a reload. */
export function applicationSpec<Context extends ApplicationSubmission>({
  kind,
  machine,
  call,
  sample,
  bodyOf = () => sample.body,
  within = '',
  shows,
  terms,
  notifies,
}: ApplicationSpec<Context>) {
  const at = (state: string) => (within === '' ? state : `${within}.${state}`);
  const [applying, submitting, checkFailed] = [at('applying'), at('submitting'), at('outcomeCheckFailed')];
  const [reviewing, reading] = [`${applying}.reviewing`, `${applying}.readingTerms`];
  const { query } = sample;
  const request = (before: Context) => ({ body: bodyOf(before), ...(query !== undefined && { query }) });
  const submission = submits<Context>({
    machine,
    state: submitting,
    by: call,
    request,
    onKey: { notifies },
    sample: applicationSamples({ kind, ...sample }),
    texts: applicationMessages,
  });
  const received: Case<Context> = {
    state: 'received',
    context: { received: receivedResponse } as ContextPart<Context>,
    output: receivedResponse,
  };
  /** The reason appears above the application, and the entries stay (ruling 3). */
  const returns = (notice: ApplicationNotice, more: Case<Context> = {}): Case<Context> => ({
    state: reviewing,
    context: { key: null, notice } as ContextPart<Context>,
    notifies,
    ...more,
  });
  const { outcomeUnknown, explanation } = applicationMessages;
  const states: Readonly<Record<string, StateSpec<SharedEvent, Context, string>>> = {
    [applying]: { shows: [...shows, TERMS, READ_TERMS] },
    [reviewing]: {
      on: [{ event: { type: 'terms.opened' }, gesture: clicks(READ_TERMS), cases: [{ state: reading }] }],
    },
    [reading]: {
      over: true,
      shows: [terms, RETURN],
      on: [{ event: { type: 'terms.closed' }, gesture: clicks(RETURN), cases: [{ state: reviewing }] }],
    },
    [submitting]: {
      over: true,
      on: [submission.keyMade],
      when: {
        [call]: {
          'it is received': [accepted(receivedResponse), received],
          'it is received, as the server says when it is asked': [
            accepted(receivedResponse, { kind }),
            { ...received, unseen: LATER },
          ],
          'the server refuses it, and says why': [
            refusedAs(refusedWithReason),
            returns({ kind: 'refused', reasons: [REASON] }, { reads: [REASON] }),
          ],
          'the server refuses it without a reason': [
            refusedAs({ kind: 'refused', status: 422 }),
            returns({ kind: 'refused', reasons: [] }),
          ],
          'it never arrived': [
            neverArrived,
            returns(
              { kind: 'nothingWasSent' },
              { notifies: notifies.map((event) => ({ ...event, type: 'application.neverArrived' })) },
            ),
          ],
          'it stops in error': [stopsInError, { state: checkFailed, focus: toNotice }],
        },
      },
    },
    [checkFailed]: { ...submission.outcomeCheckFailed, shows: [outcomeUnknown, explanation] },
  };
  return {
    states,
    notices: applicationNotices,
    /** Call for the outcome of an application that was sent before. */
    asks: submission.asks,
    /** A complete application is sent. */
    sends: { ...submission.sends, context: { notice: null } as ContextPart<Context> },
    claims: applicationClaims(applying),
    child: submission.child,
  };
}

/** The cost beside an application, in the state `cost`. Without it the application continues. */
export const costStates = <Context>(cost: string): Readonly<Record<string, StateSpec<never, Context, 'getCost'>>> => ({
  [`${cost}.workingOut`]: { when: { getCost: shared<Context>(costStops(`${cost}.costNotShown`)) } },
  [`${cost}.costNotShown`]: { shows: [NO_COST] },
});

/**
 * What a flow hears from the application in its step `applying`: `agreed` is the entry before it is sent, `underWay` while
 * it is. A flow that was opened with the application under way loads the facts again after it never arrived, because they
 * may not allow the step; `nothingLoaded` is the context without them.
 */
export function heardFromApplication<Context, Reported>(
  applying: string,
  {
    agreed,
    underWay,
    nothingLoaded,
  }: { readonly agreed: Reported; readonly underWay: Reported; readonly nothingLoaded: object },
) {
  type Heard = { readonly type: 'application.changed' | 'application.neverArrived'; readonly entry: Reported };
  const heard = (
    type: Heard['type'],
    application: Reported,
    more: Case<Context>,
    part: object = {},
  ): Entry<Heard, Context> => ({
    event: { type, entry: application },
    cases: [{ ...more, context: { application, ...part } as ContextPart<Context> }],
  });
  const [entering, submitting] = [`${applying}.entering`, `${applying}.submitting`];
  return {
    /** The outcome is asked for: the application is still under way, or it never arrived. */
    settling: [
      heard('application.changed', underWay, {}),
      heard('application.neverArrived', agreed, start, { ...nothingLoaded, hasNeverArrived: true }),
    ],
    applying: [
      heard('application.changed', agreed, { state: entering }),
      heard('application.changed', underWay, { state: submitting }),
      heard('application.neverArrived', agreed, { state: entering }),
    ],
  };
}
