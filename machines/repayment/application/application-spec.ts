/**
 * Shared parts of the specifications of applications to postpone payments or for other plans: the terms in a dialog,
 * the submission (rulings 3, 4), the cost beside it, and the events that a flow receives from its application.
 */
import type { ApplicationKind } from '#domain/applications/shapes.ts';
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
import type { ApplicationEvent, ApplicationNotice, ApplicationSubmission, TermsEvent } from './application.ts';
import {
  NO_COST,
  REASON,
  READ_TERMS,
  RETURN,
  TERMS,
  TERMS_REQUIRED,
  afterNeverArrived,
  afterRefusal,
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
  readonly toBody?: (before: Context) => unknown;
  /** State within which the application is completed and submitted, if there is one. */
  readonly within?: string;
  /** State within `submitting` that submits it, and the condition that it is of this kind, if there are several kinds. */
  readonly submitting?: string;
  readonly isOfKind?: (context: Context) => boolean;
  /** Texts of the application. */
  readonly shows: readonly string[];
  /** A part of its terms, if they open in a dialog. */
  readonly terms?: string;
  /** Events that report the entry to the parent. */
  readonly notifies: readonly NotifiedEvent<Context>[];
}

type SharedEvent = KeyMade | TermsEvent | { readonly type: 'retry.requested' };

const LATER = 'The step that follows looks as it does after an answer at once.';

const clicks = (name: string) => ({ action: 'click', role: 'button', name }) as const;

/** An application that counts once. It is not sent again after a reload. */
export function applicationSpec<Context extends ApplicationSubmission>({
  kind,
  machine,
  call,
  sample,
  toBody = () => sample.body,
  within = '',
  submitting: part,
  isOfKind = () => true,
  shows,
  terms,
  notifies,
}: ApplicationSpec<Context>) {
  const at = (state: string) => (within === '' ? state : `${within}.${state}`);
  const [applying, checkFailed] = [at('applying'), at('outcomeCheckFailed')];
  const submitting = part === undefined ? at('submitting') : `${at('submitting')}.${part}`;
  const reviewing = terms === undefined ? applying : `${applying}.reviewing`;
  const reading = `${applying}.readingTerms`;
  const { query } = sample;
  const request = (before: Context) => ({ body: toBody(before), ...(query !== undefined && { query }) });
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
    notifies: notifies.map((event) => ({ ...event, type: 'application.notReceived', notice })),
    ...more,
  });
  const { outcomeUnknown, explanation } = applicationMessages;
  const retry = submission.outcomeCheckFailed.on.map(({ cases, ...button }) => ({
    ...button,
    cases: cases.map((each) => ({
      ...each,
      when: (before: Context) => isOfKind(before) && (each.when?.(before) ?? true),
    })),
  }));
  const states: Readonly<Record<string, StateSpec<SharedEvent, Context, string>>> = {
    [applying]: { shows: terms === undefined ? shows : [...shows, TERMS, READ_TERMS] },
    ...(terms !== undefined && {
      [reviewing]: {
        on: [{ event: { type: 'terms.opened' }, gesture: clicks(READ_TERMS), cases: [{ state: reading }] }],
      },
      [reading]: {
        over: true,
        shows: [terms, RETURN],
        on: [{ event: { type: 'terms.closed' }, gesture: clicks(RETURN), cases: [{ state: reviewing }] }],
      },
    }),
    [submitting]: {
      over: true,
      on: [submission.keyMade],
      when: {
        [call]: {
          'it is received': [accepted(receivedResponse), received],
          'it is received, according to the server’s record': [
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
          'it never arrived': [neverArrived, returns({ kind: 'nothingWasSent' })],
          'it stops in error': [stopsInError, { state: checkFailed, focus: toNotice }],
        },
      },
    },
    [checkFailed]: { shows: [outcomeUnknown, explanation], on: retry },
  };
  return {
    states,
    /** The screen of an unknown outcome, and its button, for an application of several kinds. */
    outcomeUnknown: [outcomeUnknown, explanation],
    retry,
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
 * Events that a flow receives from the application in its step `applying`: `agreed` is the entry before it is sent,
 * `underWay` while it is. A flow that was opened with the application in flight reloads the facts if it was not
 * received, because they may not allow the step; `nothingLoaded` is the context without them.
 */
export function heardFromApplication<Context, Reported>(
  applying: string,
  {
    agreed,
    underWay,
    nothingLoaded,
    part = (application) => ({ application }),
    isFilledIn = true,
  }: {
    readonly agreed: Reported;
    readonly underWay: Reported;
    readonly nothingLoaded: object;
    /** Returns the part that the flow stores; by default, the application. */
    readonly part?: (application: Reported) => object;
    /** Whether the application has fields and therefore reports its entries. */
    readonly isFilledIn?: boolean;
  },
) {
  type Heard = ApplicationEvent<Reported>;
  const heard = (event: Heard, more: Case<Context> = {}, also: object = {}): Entry<Heard, Context> => ({
    event,
    cases: [{ ...more, context: { ...part(event.entry), ...also } as ContextPart<Context> }],
  });
  const changed = { type: 'application.changed', entry: agreed } as const;
  const sent = { type: 'application.changed', entry: underWay } as const;
  const notReceived = [afterNeverArrived, afterRefusal].map(
    ({ context: { notice } }) => ({ type: 'application.notReceived', entry: agreed, notice }) as const,
  );
  const [entering, submitting] = [`${applying}.entering`, `${applying}.submitting`];
  return {
    /**
     * The machine asks for the outcome. The application step, if the facts allow it, shows why nothing was received.
     */
    settling: [
      isFilledIn ? heard(changed) : [],
      heard(sent),
      notReceived.map((event) => heard(event, start, { ...nothingLoaded, notReceived: event.notice })),
    ],
    applying: [
      isFilledIn ? heard(changed, { state: entering }) : [],
      heard(sent, { state: submitting }),
      notReceived.map((event) => heard(event, { state: entering })),
    ],
  };
}
