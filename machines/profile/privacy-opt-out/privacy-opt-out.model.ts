/** Model of the privacy opt-out, from the specification (P §2.8, §4, §5.4, §9; rulings 3, 4 and 11). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleStates } from '#domain/profile/demographics/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { SENDING, UNKNOWN, expectedPrivacySubmission, noticesGone } from '../privacy/expected-privacy.ts';
import { type EventCase, defineModel } from '../../kit/model.ts';
import { privacyOptOut, privacyOptOutDraft, privacyOptOutSubmission } from './privacy-opt-out.machine.ts';

type Context = ContextFrom<typeof privacyOptOut>;
type Values = Context['form']['values'];
type Field = keyof Values;

const TEN = 'E100200301';
/** Account number one character longer than the maximum (ruling 11). */
const ELEVEN = 'E1002003019';

/** Empty form; all opt-outs are preselected (P §2.8). */
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

/** Returns the validation problems of the sample values, in the order of the form. */
function problems({ form: { values }, states }: Filled): FieldProblem[] {
  return [
    ...unless('accountNumber', values.accountNumber !== '', 'accountNumber.required'),
    ...unless('accountNumber', values.accountNumber !== ELEVEN, 'accountNumber.format'),
    ...unless('firstName', values.firstName !== '', 'name.required', { subject: 'own', name: 'first' }),
    ...unless('lastName', values.lastName !== '', 'name.required', { subject: 'own', name: 'last' }),
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
  // Of ten characters, the last nine are sent (ruling 11).
  accountNumber: values.accountNumber.slice(-9),
  // P §9: the code BORR.
  affiliateSharing: values.affiliateSharing ? 'BORR' : '',
});

const loads = { state: 'gettingStates', calls: { getStates: { params: { countryCode: 'US' } } } };

const sent = expectedPrivacySubmission<Context>({
  submission: 'submitOptOut',
  machine: privacyOptOutSubmission,
  states: { filling: 'fillingIn', submitting: 'submittingOptOut', received: 'optOutReceived' },
  hasLists: ({ states }) => states !== null,
  loads,
  emptyForm: ({ states }) => emptyForm(states),
  body: bodyOf,
});

export default defineModel<typeof privacyOptOut>({
  machine: privacyOptOut,
  inputs: {
    'a person who starts': {
      input: { draft: null },
      then: { ...loads, context: started },
    },
    'a person subject page was reloaded during the submission': {
      input: { draft: { version: 1, key: sampleKey } },
      then: {
        ...sent.once.asks,
        context: { ...started, key: sampleKey },
      },
    },
  },
  events: [
    fill('accountNumber', 'Account Number', TEN),
    fill('accountNumber', 'Account Number', ELEVEN),
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
          ...sent.once.sends,
          context: { notice: null },
          reads: [SENDING],
          hides: noticesGone.hides,
        },
        {
          in: 'fillingIn',
          when: ({ form: { values } }) => isNothingTicked(values),
          context: (before) => ({
            notice: null,
            form: form(before, { touched: before.form.touched, attempted: true }),
          }),
          focus: toErrors,
          reads: [REVIEW, 'Please make a selection'],
          hides: noticesGone.hides,
        },
        {
          in: 'fillingIn',
          context: (before) => ({
            notice: null,
            form: form(before, { touched: before.form.touched, attempted: true }),
          }),
          focus: toErrors,
          reads: [REVIEW],
          hides: noticesGone.hides,
        },
      ],
    },
    sent.retry,
    sent.once.keyMade,
  ],
  outcomes: {
    ...sent.outcomes,
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
  },
  screens: {
    gettingStates: [],
    couldNotLoad: [COULD_NOT_LOAD],
    fillingIn: [
      'Privacy Opt-Out Form',
      'All fields are required.',
      'Affiliate marketing',
      'Affiliate sharing',
      'Nonaffiliate sharing',
      'Submit',
    ],
    submittingOptOut: [],
    outcomeCheckFailed: [UNKNOWN],
    optOutReceived: ['Your choices were received', 'Your confirmation number is'],
  },
  claims: {
    'an opt-out counts as received only when the server says so': {
      reaching: (at) => at.isIn('optOutReceived'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
      brokenBy: 'guard isReceived: always true',
    },
    'no input stays in memory after the opt-out was received': {
      never: ({ isIn, context }) => isIn('optOutReceived') && context.form.values.accountNumber !== '',
      brokenBy: 'submittingOptOut -> submitOptOut done [isReceived]: action clearForm removed',
    },
  },
  notOnScreen: sent.notOnScreen,
  draft: {
    of: privacyOptOutDraft,
    secrets: [TEN, '100200301', 'Avery', 'Quist', '2217 Prairie Rose Lane', '68506-1234'],
  },
  children: sent.children,
  // Guards read only whether the form is valid, so one state represents all with the same first problem.
  facts: ({ form: { problems: wrong, values }, states, notice }) => ({
    first: wrong[0]?.field,
    ticked: [values.affiliateMarketing, values.affiliateSharing, values.nonAffiliateSharing],
    hasStates: states !== null,
    hasNotice: notice !== null,
  }),
});
