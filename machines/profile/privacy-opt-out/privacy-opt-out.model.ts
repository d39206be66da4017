/** Specification of the privacy opt-out (P §2.8, §4, §5.4, §9; rulings 3, 4, 11 and 112). */
import { sampleStates } from '#domain/profile/demographics/samples.ts';
import type { OptOutValues } from '#domain/profile/privacy/shapes.ts';
import { unless } from '../../kit/expected-form.ts';
import { formPageSpec } from '../../kit/form-page-spec.ts';
import { ACCEPTED, PRIVACY_FORM_NOTICES, NOT_ACCEPTED, NUMBER, SUBMISSION_TEXTS } from '../privacy/expected-privacy.ts';
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

const text = (label: string, entry: string, code: string, message: string) => ({
  label,
  entries: [entry],
  errors: { [code]: message },
});

export default formPageSpec(privacyOptOutPage, {
  facts: [],
  load: [{ params: { countryCode: 'US' } }, [...sampleStates], []],
  form: {
    shows: [
      'Privacy Opt-Out Form',
      'All fields are required.',
      'Affiliate marketing',
      'Affiliate sharing',
      'Nonaffiliate sharing',
    ],
    starting: nothing,
    stored: { firstName: 'Avery', affiliateMarketing: false },
    secrets: [TEN, '100200301'],
    fields: {
      accountNumber: {
        label: 'Account Number',
        entries: [TEN, ELEVEN],
        errors: {
          'accountNumber.required': 'Please enter your account number.',
          'accountNumber.format': 'Your account number must be nine digits.',
        },
      },
      firstName: text('First Name', 'Avery', 'name.required', 'Please enter your first name.'),
      lastName: text('Last Name', 'Quist', 'name.required', 'Please enter your last name.'),
      mailingAddress: text(
        'Street Address',
        '2217 Prairie Rose Lane',
        'street.required',
        'Please enter your street address.',
      ),
      city: text('City', 'Lincoln', 'city.invalid', 'Please enter the city you live using letters, hyphens or spaces.'),
      state: {
        ...text('State', 'NE', 'state.required', 'Please select the state or U.S. territory you live in.'),
        role: 'combobox',
      },
      zip: text('ZIP/Postal Code', '68506-1234', 'zip.invalid', 'Please enter your 5 digit ZIP/Postal Code.'),
      affiliateMarketing: {
        label: 'Affiliate marketing',
        role: 'checkbox',
        entries: [false],
        errors: { 'options.required': 'Please make a selection' },
      },
      affiliateSharing: { label: 'Affiliate sharing', role: 'checkbox', entries: [false, true] },
      nonAffiliateSharing: { label: 'Nonaffiliate sharing', role: 'checkbox', entries: [false] },
    },
    problems: ({ affiliateMarketing, affiliateSharing, nonAffiliateSharing, ...values }, states) => [
      ...unless('accountNumber', values.accountNumber !== '', 'accountNumber.required'),
      ...unless('accountNumber', values.accountNumber !== ELEVEN, 'accountNumber.format'),
      ...unless('firstName', values.firstName !== '', 'name.required', { subject: 'own', name: 'first' }),
      ...unless('lastName', values.lastName !== '', 'name.required', { subject: 'own', name: 'last' }),
      ...unless('mailingAddress', values.mailingAddress !== '', 'street.required'),
      ...unless('city', values.city !== '', 'city.invalid'),
      ...(states.length === 0
        ? unless('state', false, 'state.listMissing')
        : [
            ...unless('state', values.state !== '', 'state.required'),
            ...unless('zip', values.zip !== '', 'zip.invalid'),
          ]),
      ...unless(
        'affiliateMarketing',
        affiliateMarketing || affiliateSharing || nonAffiliateSharing,
        'options.required',
      ),
    ],
    button: 'Submit',
  },
  submission: {
    texts: SUBMISSION_TEXTS,
    body: (values) => ({
      ...values,
      // Of ten characters, the last nine are sent (ruling 11).
      accountNumber: values.accountNumber.slice(-9),
      // P §9: the code BORR.
      affiliateSharing: values.affiliateSharing ? 'BORR' : '',
    }),
    accepted: ACCEPTED,
    notAccepted: NOT_ACCEPTED,
  },
  notices: PRIVACY_FORM_NOTICES,
  received: {
    shows: ['Your choices were received', 'Your confirmation number is', NUMBER],
    of: () => NUMBER,
  },
});
