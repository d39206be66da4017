/**
 * Application for hardship forbearance (R §4, §5): the loans that it covers, its cost, and the terms, which open in a
 * dialog. It is submitted once under its key (ruling 4). The machine runs within the flow and reports the entry to it,
 * so that the flow can store it.
 */
import { setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { type TermsValues, termsSchema } from '#domain/terms.ts';
import {
  type ApplicationEvent,
  type ApplicationInput,
  type ApplicationSubmission,
  type EnteredApplication,
  type TermsEvent,
  applicationForm,
  applicationReceived,
  applicationSubmissionWithoutBody,
  applicationTypes,
  postponing,
  postponingSetup,
  sentOnce,
  startingSubmission,
  withTermsDialog,
} from '../application/application.ts';
import { showingCost } from '../pause-cost/pause-cost.machine.ts';
import { call } from '../../kit/effect.ts';
import type { KeyMade } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { WITHOUT_BODY } from '../../kit/submission.machine.ts';
import { storedKey, submittingOnce } from '../../kit/submit-once.ts';

/** Values that the borrower has entered so far. */
export type HardshipEntry = EnteredApplication<TermsValues>;

export interface HardshipApplicationInput extends ApplicationInput {
  /** Loan groups that the forbearance covers, and those that it does not. */
  readonly groups: CoveredGroups;
  /** Estimated first day, or null if unknown. */
  readonly startDate: PlainDate | null;
  /** Entry from an earlier visit, or null for a new application. */
  readonly entry: HardshipEntry | null;
}

/** Events that the machine sends to its parent. */
export type HardshipApplicationEvent = ApplicationEvent<HardshipEntry>;

interface Context extends Pick<HardshipApplicationInput, 'groups' | 'startDate'>, ApplicationSubmission {
  readonly form: Form<TermsValues>;
}

const form = applicationForm<TermsValues, undefined, Context>(
  { schema: () => termsSchema, validateOnChange: () => true },
  () => undefined,
);

const shared = postponingSetup((context: Context): HardshipEntry => ({
  values: context.form.values,
  submission: storedKey(context),
}));

export const hardshipSubmission = applicationSubmissionWithoutBody(
  'hardshipSubmission',
  call(forbearance.applyHardship),
);

export const hardshipApplication = setup({
  types: {
    ...applicationTypes,
    context: {} as Context,
    events: {} as FormEvent | KeyMade | TermsEvent | { type: 'submit.pressed' } | { type: 'retry.requested' },
    input: {} as HardshipApplicationInput,
    tags: {} as 'busy',
    children: {} as { getCost: 'getCost'; submitHardship: 'submitHardship' },
  },
  actors: { ...shared.actors, submitHardship: hardshipSubmission },
  guards: { ...shared.guards, ...form.guards },
  actions: { ...shared.actions, ...form.actions },
}).createMachine({
  id: 'hardshipApplication',
  description: 'The borrower sees the covered loans and the cost, accepts the terms and submits the application once',
  context: ({ input: { groups, startDate, entry, notice } }) => ({
    groups,
    startDate,
    form: form.start(entry?.values ?? { terms: false }, undefined),
    ...startingSubmission(entry?.submission, notice),
  }),
  output: ({ context }) => context.received,
  initial: 'postponing',
  states: {
    postponing: postponing('The screen shows the covered loans and the cost', {
      cost: showingCost(({ startDate }: Context) => ({
        postponement: 'hardship',
        ...(startDate !== null && { startDate }),
      })),
      completing: 'The borrower accepts the terms and submits the application once',
      applying: {
        description: 'The borrower reviews the application and accepts the terms',
        ...withTermsDialog({
          'field.changed': form.onChange('notifyChanged'),
          'submit.pressed': form.onSubmit({ target: '#submitting', actions: 'clearNotice' }, 'clearNotice'),
        }),
      },
      submitting: submittingOnce({ ...sentOnce, actor: 'submitHardship', request: () => ({ body: WITHOUT_BODY }) }),
    }),
    received: applicationReceived,
  },
});
