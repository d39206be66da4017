/** Specification of the paperless settings (Y §2.3, §4.9, §5.4, §8, §9). */
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { managePaperless } from './manage-paperless.machine.ts';

const { to, given, press, loads, notLoaded } = words<typeof managePaperless>();

const QUESTION = 'Opt out of paperless?';
const TERMS = 'I agree to the terms & conditions of paperless';

const problems = ({ terms }: { readonly terms: boolean }) => unless('terms', terms, 'terms.required');
const form = expectedForm({ terms: false }, problems({ terms: false }));

const starts = (asksClaimsStatus: boolean) =>
  [
    { asksClaimsStatus },
    to('checkingStatus', { asksClaimsStatus, form, notice: null }, { calls: { getStatus: {} } }),
  ] as const;

const { checkingStatus, couldNotLoad } = loads('checkingStatus', { getStatus: {} });
const afterError = { focus: { place: 'notice', delay: 500 } } as const;

export default spec(managePaperless, {
  shows: ['Manage Paperless'],
  starts: {
    'a borrower': starts(true),
    'a borrower without the check of paperless eligibility': starts(false),
  },
  notices: {
    enrolled: "You're signed up for paperless.",
    optedOut: 'You have opted out of paperless.',
    refused: 'Something went wrong on our side.',
    noAnswer: "We haven't heard back, so we can't tell yet whether this was changed.",
  },
  form: {
    in: ['notEnrolled'],
    problems,
    fields: {
      terms: {
        label: TERMS,
        role: 'checkbox',
        entries: [true, false],
        errors: { 'terms.required': 'You must agree to the terms & conditions' },
        inPanel: 'Terms Checkbox',
        showsAtOnce: true,
        isNotLeft: false,
      },
    },
    refuses: { notice: null },
    submit: [{ name: 'Sign Up', then: to('enrolling', { notice: null }, { calls: { enroll: {} } }) }],
  },
  states: {
    checkingStatus: {
      ...checkingStatus,
      when: {
        getStatus: {
          'letters come to the inbox': [answers({ enrolled: true }), to('enrolled')],
          'letters come by mail': [
            answers({ enrolled: false }),
            given(
              ({ asksClaimsStatus }) => asksClaimsStatus,
              to('checkingClaimsStatus', undefined, { calls: { getClaimsStatus: {} } }),
            ),
            to('notEnrolled'),
          ],
          'no answer in time': notLoaded(),
        },
      },
    },
    checkingClaimsStatus: {
      shows: ['Loading…'],
      when: {
        getClaimsStatus: {
          'paperless is open': [answers({ shouldShowMessage: false }), to('notEnrolled')],
          'paperless is not open': [answers({ shouldShowMessage: true }), to('notEligible')],
          'no answer in time': notLoaded(),
        },
      },
    },
    couldNotLoad,
    notEligible: { shows: ["Paperless isn't available for your account right now."] },
    notEnrolled: { shows: ['By mail', 'Electronic Communications', TERMS] },
    enrolling: {
      over: true,
      shows: ['By mail', 'Signing up…'],
      when: {
        enroll: {
          'it is accepted': [answers({ result: true }), to('enrolled', { notice: 'enrolled', form })],
          'it is refused': [answers({ result: false }), to('notEnrolled', { notice: 'refused' }, afterError)],
          'no answer in time': [noAnswer, to('notEnrolled', { notice: 'noAnswer' }, afterError)],
        },
      },
    },
    enrolled: {
      shows: ['In your inbox', 'Opt Out', 'Go to Inbox'],
      on: [press('Opt Out', 'optOut.pressed', to('confirmingOptOut', { notice: null }))],
    },
    confirmingOptOut: {
      over: true,
      shows: ['In your inbox', QUESTION],
      on: [
        press('Yes, send letters by mail', 'optOut.confirmed', to('optingOut', undefined, { calls: { unenroll: {} } })),
        press('No, keep paperless', 'optOut.dismissed', to('enrolled')),
      ],
    },
    optingOut: {
      over: true,
      shows: ['In your inbox', QUESTION, 'Opting out…'],
      when: {
        unenroll: {
          'it is accepted': [answers({ result: true }), to('notEnrolled', { notice: 'optedOut' })],
          'it is refused': [answers({ result: false }), to('enrolled', { notice: 'refused' }, afterError)],
          'no answer in time': [noAnswer, to('enrolled', { notice: 'noAnswer' }, afterError)],
        },
      },
    },
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
