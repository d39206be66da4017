/** Model of the paperless settings (Y §2.3, §4.9, §5.4, §8, §9). */
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { managePaperless } from './manage-paperless.machine.ts';

const MUST_AGREE = 'You must agree to the terms & conditions';
const REFUSED = 'Something went wrong on our side.';
const NO_ANSWER = "We haven't heard back, so we can't tell yet whether this was changed.";
const IS_ENROLLED = "You're signed up for paperless.";
const HAS_OPTED_OUT = 'You have opted out of paperless.';
const NOTICES = [REFUSED, NO_ANSWER, IS_ENROLLED, HAS_OPTED_OUT];
const QUESTION = 'Opt out of paperless?';
const TERMS = 'I agree to the terms & conditions of paperless';

const noAnswer = { kind: 'noAnswer' } as const;
const required = { terms: { code: 'terms.required' } };
const emptyForm = { values: { terms: false }, touched: [], attempted: false, errors: {}, panel: [] };
const onNotice = toNotice;
const onError = { place: 'notice', delay: 500 } as const;
const couldNotLoad = { state: 'couldNotLoad', focus: onNotice } as const;

const asks = { state: 'checkingStatus', calls: { getStatus: {} } };
const refused = { context: { notice: 'refused' }, focus: onError, reads: [REFUSED] } as const;
const unanswered = { context: { notice: 'noAnswer' }, focus: onError, reads: [NO_ANSWER] } as const;

const tick = (value: boolean) => ({
  event: { type: 'field.changed', field: 'terms', value } as const,
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: TERMS } as const,
  where: ({ form }: { form: { values: { terms: boolean } } }) => form.values.terms !== value,
  then: {
    in: 'notEnrolled',
    context: { form: { values: { terms: value }, touched: ['terms'], errors: value ? {} : required } },
    ...(value ? { hides: [MUST_AGREE] } : { reads: [MUST_AGREE] }),
  },
});

export default defineModel<typeof managePaperless>({
  machine: managePaperless,
  inputs: {
    'a borrower': {
      input: { asksClaimsStatus: true },
      then: { ...asks, context: { asksClaimsStatus: true, form: emptyForm, notice: null } },
    },
    'a borrower without the check of paperless eligibility': {
      input: { asksClaimsStatus: false },
      then: { ...asks, context: { asksClaimsStatus: false, form: emptyForm, notice: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...asks, hides: [COULD_NOT_LOAD] },
    },
    tick(true),
    tick(false),
    {
      event: { type: 'field.left', field: 'terms' },
      gesture: { action: 'leave', role: 'checkbox', name: TERMS },
      then: [
        { in: 'notEnrolled', when: ({ form }) => form.values.terms, context: { form: { touched: ['terms'] } } },
        {
          in: 'notEnrolled',
          context: { form: { touched: ['terms'], errors: required } },
          reads: [MUST_AGREE],
        },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Sign Up' },
      then: [
        {
          in: 'notEnrolled',
          when: ({ form }) => form.values.terms,
          state: 'enrolling',
          context: { notice: null },
          calls: { enroll: {} },
          reads: ['Signing up…'],
          hides: NOTICES,
        },
        {
          in: 'notEnrolled',
          context: { notice: null, form: { attempted: true, errors: required } },
          focus: toErrors,
          reads: [REVIEW, 'Terms Checkbox', MUST_AGREE],
          hides: NOTICES,
        },
      ],
    },
    {
      event: { type: 'optOut.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Opt Out' },
      then: {
        in: 'enrolled',
        state: 'confirmingOptOut',
        context: { notice: null },
        reads: [QUESTION],
        hides: NOTICES,
      },
    },
    {
      event: { type: 'optOut.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, send letters by mail' },
      then: { in: 'confirmingOptOut', state: 'optingOut', calls: { unenroll: {} }, reads: ['Opting out…'] },
    },
    {
      event: { type: 'optOut.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep paperless' },
      then: { in: 'confirmingOptOut', state: 'enrolled', hides: [QUESTION] },
    },
  ],
  outcomes: {
    getStatus: {
      'letters come to the inbox': { answers: { enrolled: true }, then: { state: 'enrolled' } },
      'letters come by mail': {
        answers: { enrolled: false },
        then: [
          {
            when: ({ asksClaimsStatus }) => asksClaimsStatus,
            state: 'checkingClaimsStatus',
            calls: { getClaimsStatus: {} },
          },
          { state: 'notEnrolled' },
        ],
      },
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    getClaimsStatus: {
      'paperless is open': { answers: { shouldShowMessage: false }, then: { state: 'notEnrolled' } },
      'paperless is not open': { answers: { shouldShowMessage: true }, then: { state: 'notEligible' } },
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    enroll: {
      'it is accepted': {
        answers: { result: true },
        then: {
          state: 'enrolled',
          context: { notice: 'enrolled', form: emptyForm },
          focus: onNotice,
          reads: [IS_ENROLLED],
        },
      },
      'it is refused': { answers: { result: false }, then: { state: 'notEnrolled', ...refused } },
      'no answer in time': { throws: noAnswer, then: { state: 'notEnrolled', ...unanswered } },
    },
    unenroll: {
      'it is accepted': {
        answers: { result: true },
        then: {
          state: 'notEnrolled',
          context: { notice: 'optedOut' },
          focus: onNotice,
          reads: [HAS_OPTED_OUT],
          hides: [QUESTION],
        },
      },
      'it is refused': { answers: { result: false }, then: { state: 'enrolled', ...refused, hides: [QUESTION] } },
      'no answer in time': { throws: noAnswer, then: { state: 'enrolled', ...unanswered, hides: [QUESTION] } },
    },
  },
  screens: {
    checkingStatus: ['Manage Paperless', 'Loading…'],
    checkingClaimsStatus: ['Manage Paperless', 'Loading…'],
    couldNotLoad: ['Manage Paperless', COULD_NOT_LOAD, TRY_AGAIN],
    notEligible: ['Manage Paperless', "Paperless isn't available for your account right now."],
    notEnrolled: ['Manage Paperless', 'By mail', 'Electronic Communications', TERMS],
    enrolling: ['Manage Paperless', 'By mail'],
    enrolled: ['Manage Paperless', 'In your inbox', 'Opt Out', 'Go to Inbox'],
    confirmingOptOut: ['In your inbox', QUESTION],
    optingOut: ['In your inbox', QUESTION],
  },
  finish: ['enrolled', 'notEnrolled', 'notEligible'],
  claims: {
    'a borrower enrolls only after accepting the terms': {
      never: ({ isIn, context }) => isIn('enrolling') && !context.form.values.terms,
      brokenBy: 'guard isFormComplete: always true',
    },
    'the terms are unchecked again after the borrower has enrolled': {
      never: ({ isIn, context }) => isIn('enrolled') && context.form.values.terms,
      brokenBy: 'enrolling -> enroll done [isAccepted]: action clearForm removed',
    },
    'an enrollment or opt-out counts only when the server has accepted it': {
      reaching: ({ context }) => context.notice === 'enrolled' || context.notice === 'optedOut',
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is accepted',
      brokenBy: 'guard isAccepted: always true',
    },
  },
});
