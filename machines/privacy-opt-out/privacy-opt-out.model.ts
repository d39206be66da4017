/** How the privacy opt-out is walked, read from the specification (P §2.8, §4, §5.4, §9; rulings 3, 4 and 11). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching, unless } from '../kit/expected-form.ts';
import { type EventCase, type ExpectedWhere, defineModel } from '../kit/model.ts';
import { sampleStates } from '../kit/samples.ts';
import { createSubmissionModel } from '../kit/submission.model.ts';
import { privacyOptOut, privacyOptOutDraft, privacyOptOutSubmission } from './privacy-opt-out.machine.ts';

type Context = ContextFrom<typeof privacyOptOut>;
type Values = Context['form']['values'];
type Field = keyof Values;

const KEY = '5b3f5a0e-96c1-4f0f-a3c8-2d2b5e0f7a02';
const NUMBER = 'EFGH-6789-JKMN';
const TEN = 'E100200301';

const REVIEW = 'Review the following fields to continue:';
const COULD_NOT_LOAD = "Sorry, there's been a problem. We were unable to load all of your data.";
const UNKNOWN = 'We are checking whether your request was received';
const NOTICES = {
  couldNotSend: 'Your request could not be sent. Nothing that you entered is lost. Please try again.',
  notAccepted: 'Your request was not accepted. Nothing that you entered is lost.',
  tooOften: 'There were too many requests from here.',
  neverArrived: 'Your request did not arrive. Nothing that you entered is lost. Please submit it again.',
} as const;

/** Everything is opted out of at first (P §2.8). */
const nothing: Values = {
  accountNumber: '',
  firstName: '',
  lastName: '',
  mailingAddress: '',
  city: '',
  state: '',
  zip: '',
  affiliateMarketing: true,
  affiliateSharing: true,
  nonAffiliateSharing: true,
};

type Filled = Pick<Context, 'states'> & { readonly form: { readonly values: Values } };

const isNothingTicked = ({ affiliateMarketing, affiliateSharing, nonAffiliateSharing }: Values) =>
  !affiliateMarketing && !affiliateSharing && !nonAffiliateSharing;

/** What is wrong with the samples, in the order of the form. */
function problems({ form: { values }, states }: Filled): FieldProblem[] {
  return [
    ...unless('accountNumber', values.accountNumber !== '', 'accountNumber.required'),
    ...unless('accountNumber', values.accountNumber !== '12345678', 'accountNumber.format'),
    ...unless('firstName', values.firstName !== '', 'name.required', { whose: 'own', name: 'first' }),
    ...unless('lastName', values.lastName !== '', 'name.required', { whose: 'own', name: 'last' }),
    ...unless('mailingAddress', values.mailingAddress !== '', 'street.required'),
    ...unless('city', values.city !== '', 'city.invalid'),
    ...(states === null
      ? unless('state', false, 'state.listMissing')
      : unless('state', values.state !== '', 'state.required')),
    ...(states === null ? [] : unless('zip', values.zip !== '', 'zip.invalid')),
    ...unless('affiliateMarketing', !isNothingTicked(values), 'options.required'),
  ];
}

const form = (
  filled: Filled,
  { touched = [], attempted = false }: { touched?: readonly string[]; attempted?: boolean } = {},
) => expectedForm(filled.form.values, problems(filled), { touched, attempted });

const emptyForm = (states: Context['states']) => form({ states, form: { values: nothing } });
const started = { states: null, form: emptyForm(null), key: null, confirmationNumber: null, notice: null };

type Case = EventCase<{ type: 'field.changed'; field: string; value: string | boolean }, Context>;

const changed = (field: Field, value: string | boolean): Case => ({
  event: { type: 'field.changed', field, value },
  then: {
    in: 'fillingIn',
    context: (before) => {
      const { touched, attempted, values } = before.form;
      return { form: form({ ...before, form: { values: { ...values, [field]: value } } }, { touched, attempted }) };
    },
  },
});

const fill = (field: Field, name: string, value: string): Case => ({
  ...changed(field, value),
  gesture: { action: 'fill', role: 'textbox', name, value },
});

const tick = (field: Field, name: string, value: boolean): Case => ({
  ...changed(field, value),
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name },
  where: ({ form: { values } }) => values[field] !== value,
});

const bodyOf = ({ form: { values } }: Context) => ({
  ...values,
  // Ten characters keep the last nine (ruling 11).
  accountNumber: values.accountNumber.slice(-9),
  // P §9: the code BORR.
  affiliateSharing: values.affiliateSharing ? 'BORR' : '',
});

const toNotice = { place: 'notice', delay: 100 } as const;

/** It was not received: everything that was entered is still there; after a reload the states are fetched first. */
const notReceived = (notice: keyof typeof NOTICES): ExpectedWhere<Context>[] => [
  {
    when: ({ states }) => states !== null,
    state: 'fillingIn',
    context: { notice, key: null },
    focus: toNotice,
    reads: [NOTICES[notice]],
  },
  {
    state: 'gettingStates',
    context: { notice, key: null },
    calls: { getStates: { params: { countryCode: 'US' } } },
  },
];

const accepted = { outcome: 'received', confirmationNumber: NUMBER } as const;

const received: ExpectedWhere<Context> = {
  state: 'optOutReceived',
  context: ({ states }) => ({ confirmationNumber: NUMBER, key: null, form: emptyForm(states) }),
  focus: toNotice,
  reads: [NUMBER],
};

const SAME_ON_SCREEN =
  'Said in the same words, in the same state, as another answer: on the screen nothing tells them apart.';
const NOT_ANSWERED = 'A form that was sent before a reload is asked about, and that is not answered so.';

export default defineModel<typeof privacyOptOut>({
  machine: privacyOptOut,
  inputs: {
    'somebody who starts': {
      input: { draft: null },
      then: { state: 'gettingStates', context: started, calls: { getStates: { params: { countryCode: 'US' } } } },
    },
    'somebody whose page was reloaded while it was sent': {
      input: { draft: { version: 1, key: KEY } },
      then: {
        state: 'submittingOptOut',
        context: { ...started, key: KEY },
        calls: { submitOptOut: { idempotencyKey: KEY, body: null } },
      },
    },
  },
  events: [
    fill('accountNumber', 'Account Number', TEN),
    fill('accountNumber', 'Account Number', '12345678'),
    fill('firstName', 'First Name', 'Avery'),
    fill('lastName', 'Last Name', 'Quist'),
    fill('mailingAddress', 'Street Address', '2217 Prairie Rose Lane'),
    fill('city', 'City', 'Lincoln'),
    {
      ...changed('state', 'NE'),
      gesture: { action: 'choose', role: 'combobox', name: 'State', value: 'NE' },
    },
    fill('zip', 'ZIP/Postal Code', '68506-1234'),
    tick('affiliateMarketing', 'Affiliate marketing', false),
    tick('affiliateSharing', 'Affiliate sharing', false),
    tick('nonAffiliateSharing', 'Nonaffiliate sharing', false),
    tick('affiliateSharing', 'Affiliate sharing', true),
    {
      event: { type: 'field.left', field: 'city' },
      gesture: { action: 'leave', role: 'textbox', name: 'City' },
      then: {
        in: 'fillingIn',
        context: (before) => ({
          form: form(before, {
            touched: touching(before.form.touched, 'city'),
            attempted: before.form.attempted,
          }),
        }),
      },
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Submit' },
      then: [
        {
          in: 'fillingIn',
          when: (context) => problems(context).length === 0,
          state: 'makingSubmissionKey',
          context: { notice: null },
          calls: { makeSubmissionKey: {} },
          reads: ['Submitting your request…'],
          hides: Object.values(NOTICES),
        },
        {
          in: 'fillingIn',
          when: ({ form: { values } }) => isNothingTicked(values),
          context: (before) => ({
            notice: null,
            form: form(before, { touched: before.form.touched, attempted: true }),
          }),
          focus: { place: 'errors', delay: 200 },
          reads: [REVIEW, 'Please make a selection'],
          hides: Object.values(NOTICES),
        },
        {
          in: 'fillingIn',
          context: (before) => ({
            notice: null,
            form: form(before, { touched: before.form.touched, attempted: true }),
          }),
          focus: { place: 'errors', delay: 200 },
          reads: [REVIEW],
          hides: Object.values(NOTICES),
        },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: [
        { in: 'couldNotLoad', state: 'gettingStates', calls: { getStates: { params: { countryCode: 'US' } } } },
        {
          in: 'outcomeNotKnown',
          state: 'submittingOptOut',
          calls: (before) => ({
            submitOptOut: { idempotencyKey: KEY, body: before.states === null ? null : bodyOf(before) },
          }),
        },
      ],
    },
  ],
  outcomes: {
    getStates: {
      'two states': {
        answers: sampleStates,
        then: {
          state: 'fillingIn',
          context: (before) => ({
            states: sampleStates,
            form: form({ ...before, states: sampleStates }),
          }),
        },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLoad', focus: toNotice, reads: [COULD_NOT_LOAD] },
      },
    },
    makeSubmissionKey: {
      'a key': {
        answers: KEY,
        then: {
          state: 'submittingOptOut',
          context: { key: KEY },
          calls: (before) => ({ submitOptOut: { idempotencyKey: KEY, body: bodyOf(before) } }),
        },
      },
      'no key can be made': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          state: 'fillingIn',
          context: { notice: 'couldNotSend' },
          focus: toNotice,
          reads: [NOTICES.couldNotSend],
        },
      },
    },
    submitOptOut: {
      'it is received': { answers: { result: 'accepted', answer: accepted, record: null }, then: received },
      'it is received, as the server says when it is asked': {
        answers: { result: 'accepted', answer: accepted, record: { kept: 'encrypted' } },
        then: received,
      },
      'no more is received today': {
        answers: { result: 'refused', answer: { outcome: 'tooMany' }, failure: null },
        then: notReceived('tooOften'),
      },
      'too many from here': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 429 } },
        then: notReceived('tooOften'),
      },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: notReceived('notAccepted'),
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notReceived('neverArrived') },
      'the machine of the submission stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        // The key stays, so that trying again asks about it, or sends it under the same key.
        then: { state: 'outcomeNotKnown', focus: toNotice, reads: [UNKNOWN] },
      },
    },
  },
  screens: {
    gettingStates: [],
    couldNotLoad: [COULD_NOT_LOAD],
    fillingIn: [
      'All fields are required.',
      'Affiliate marketing',
      'Affiliate sharing',
      'Nonaffiliate sharing',
      'Submit',
    ],
    makingSubmissionKey: ['Submitting your request…'],
    submittingOptOut: [],
    outcomeNotKnown: [UNKNOWN],
    optOutReceived: ['Your choices were received', 'Your confirmation number is'],
  },
  claims: {
    'an opt-out is received only when the server says so': {
      reaching: (at) => at.isIn('optOutReceived'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
      brokenBy: 'guard isReceived: always true',
    },
    'nothing that was typed stays in memory once the opt-out is received': {
      never: ({ isIn, context }) => isIn('optOutReceived') && context.form.values.accountNumber !== '',
      brokenBy: 'submittingOptOut -> submitOptOut done [isReceived]: action clearForm removed',
    },
  },
  notOnScreen: {
    'submitOptOut "it is received, as the server says when it is asked" (1)': SAME_ON_SCREEN,
    'submitOptOut "too many from here" (1)': SAME_ON_SCREEN,
    'submitOptOut "too many from here" (2)': NOT_ANSWERED,
    'submitOptOut "the server refuses the request" (2)': NOT_ANSWERED,
  },
  draft: {
    of: privacyOptOutDraft,
    secrets: [TEN, '100200301', 'Avery', 'Quist', '2217 Prairie Rose Lane', '68506-1234'],
  },
  children: {
    submitOptOut: createSubmissionModel(privacyOptOutSubmission, {
      key: KEY,
      body: {},
      accepted,
      rejected: { outcome: 'tooMany' },
      refusals: { 'too many from here': { throws: { kind: 'refused', status: 429 } } },
      record: { kept: 'encrypted' },
      messages: {
        sending: 'Submitting your request…',
        outcomeUnknown: UNKNOWN,
        explanation: 'No answer has arrived yet. Please do not submit it again: a request is received only once.',
        asking: 'Asking whether your request was received…',
      },
    }),
  },
  // Guards read whether anything is wrong: one state stands for all with the same first problem.
  facts: ({ form: { problems: wrong, values }, states, notice }) => ({
    first: wrong[0]?.field,
    ticked: [values.affiliateMarketing, values.affiliateSharing, values.nonAffiliateSharing],
    hasStates: states !== null,
    hasNotice: notice !== null,
  }),
});
