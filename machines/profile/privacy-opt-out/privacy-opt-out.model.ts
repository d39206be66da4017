/** Model of the privacy opt-out, from the specification (P §2.8, §4, §5.4, §9; rulings 3, 4, 11 and 112). */
import type { State } from '#domain/profile/demographics/shapes.ts';
import { sampleStates } from '#domain/profile/demographics/samples.ts';
import type { OptOutValues } from '#domain/profile/privacy/shapes.ts';
import { createFormPageModel } from '../../kit/expected-form-page.ts';
import { unless } from '../../kit/expected-form.ts';
import { NOTICES, NOT_ANSWERED, NUMBER, SAME_ON_SCREEN, SUBMISSION_TEXTS } from '../privacy/expected-privacy.ts';
import { privacyOptOutPage } from './privacy-opt-out.machine.ts';

const TEN = 'E100200301';
/** Account number one character longer than the maximum (ruling 11). */
const ELEVEN = 'E1002003019';

/** Empty form; all opt-outs are preselected (P §2.8). */
const nothing: OptOutValues = {
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

const isNothingTicked = ({ affiliateMarketing, affiliateSharing, nonAffiliateSharing }: OptOutValues) =>
  !affiliateMarketing && !affiliateSharing && !nonAffiliateSharing;

/** Returns the validation problems of the sample values, in the order of the form. */
const problems = (values: OptOutValues, states: State[]) => [
  ...unless('accountNumber', values.accountNumber !== '', 'accountNumber.required'),
  ...unless('accountNumber', values.accountNumber !== ELEVEN, 'accountNumber.format'),
  ...unless('firstName', values.firstName !== '', 'name.required', { subject: 'own', name: 'first' }),
  ...unless('lastName', values.lastName !== '', 'name.required', { subject: 'own', name: 'last' }),
  ...unless('mailingAddress', values.mailingAddress !== '', 'street.required'),
  ...unless('city', values.city !== '', 'city.invalid'),
  ...(states.length === 0
    ? unless('state', false, 'state.listMissing')
    : unless('state', values.state !== '', 'state.required')),
  ...(states.length === 0 ? [] : unless('zip', values.zip !== '', 'zip.invalid')),
  ...unless('affiliateMarketing', !isNothingTicked(values), 'options.required'),
];

const fill = (field: keyof OptOutValues, name: string, value: string) =>
  ({ field, value, gesture: { action: 'fill', role: 'textbox', name, value } }) as const;
const tick = (field: keyof OptOutValues, name: string, value: boolean) =>
  ({ field, value, gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name } }) as const;

export default createFormPageModel(privacyOptOutPage, {
  starting: nothing,
  facts: [],
  load: { request: { params: { countryCode: 'US' } }, answer: [...sampleStates] },
  problems,
  entries: [
    fill('accountNumber', 'Account Number', TEN),
    fill('accountNumber', 'Account Number', ELEVEN),
    fill('firstName', 'First Name', 'Avery'),
    fill('lastName', 'Last Name', 'Quist'),
    fill('mailingAddress', 'Street Address', '2217 Prairie Rose Lane'),
    fill('city', 'City', 'Lincoln'),
    { field: 'state', value: 'NE', gesture: { action: 'choose', role: 'combobox', name: 'State', value: 'NE' } },
    fill('zip', 'ZIP/Postal Code', '68506-1234'),
    tick('affiliateMarketing', 'Affiliate marketing', false),
    tick('affiliateSharing', 'Affiliate sharing', false),
    tick('nonAffiliateSharing', 'Nonaffiliate sharing', false),
    tick('affiliateSharing', 'Affiliate sharing', true),
  ],
  leaves: [{ field: 'city', gesture: { action: 'leave', role: 'textbox', name: 'City' } }],
  attempts: [{ when: isNothingTicked, reads: ['Please make a selection'] }],
  kept: { firstName: 'Avery', affiliateMarketing: false },
  secrets: [TEN, '100200301'],
  body: (values) => ({
    ...values,
    // Of ten characters, the last nine are sent (ruling 11).
    accountNumber: values.accountNumber.slice(-9),
    // P §9: the code BORR.
    affiliateSharing: values.affiliateSharing ? 'BORR' : '',
  }),
  received: () => NUMBER,
  receivedEarlier: NUMBER,
  answers: {
    accepted: { outcome: 'received', confirmationNumber: NUMBER },
    record: { kept: 'encrypted' },
    refused: { answer: { outcome: 'tooMany' }, notice: 'tooOften' },
    statuses: { 'too many from here': { status: 429, notice: 'tooOften' } },
  },
  notices: NOTICES,
  failed: 'notAccepted',
  neverArrived: 'neverArrived',
  texts: SUBMISSION_TEXTS,
  button: 'Submit',
  screens: {
    all: [],
    entering: [
      'Privacy Opt-Out Form',
      'All fields are required.',
      'Affiliate marketing',
      'Affiliate sharing',
      'Nonaffiliate sharing',
    ],
    received: ['Your choices were received', 'Your confirmation number is', NUMBER],
  },
  // Guards read only whether the form is valid, so one state represents all with the same first problem.
  seen: ({ problems: wrong, values }) => ({
    first: wrong[0]?.field,
    ticked: [values.affiliateMarketing, values.affiliateSharing, values.nonAffiliateSharing],
  }),
  notOnScreen: {
    'submit "it is received, as the server says when it is asked" (1)': SAME_ON_SCREEN,
    'submit "too many from here" (1)': SAME_ON_SCREEN,
    'submit "too many from here" (2)': NOT_ANSWERED,
    'submit "the server refuses the request" (2)': NOT_ANSWERED,
  },
});
