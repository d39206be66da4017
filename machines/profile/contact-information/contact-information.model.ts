/** Specification of viewing, changing and confirming contact information (P §2.1, §4, §5.1, rulings 3, 4 and 10). */
import type { ContextFrom } from 'xstate';
import type { ContactInformation, ContactValues } from '#domain/profile/contact/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { State } from '#domain/profile/demographics/shapes.ts';
import { sampleContact as known, unknownContact as unknown } from '#domain/profile/contact/samples.ts';
import { sampleCountries, sampleStates } from '#domain/profile/demographics/samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { REVIEW, toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import completeRequiredAction from '../../portal/complete-required-action/complete-required-action.model.ts';
import { addressSpec } from '../postal-address/address-spec.ts';
import contactFacts from './contact-facts.model.ts';
import { contactDraft } from './contact-information.forms.ts';
import { contactInformation } from './contact-information.machine.ts';

type Context = ContextFrom<typeof contactInformation>;
type RuleInput = Pick<Context, 'states'>;
const { to, stays, given, press, hears, where, loads, notLoaded } = words<typeof contactInformation>();

/** Version after a conflicting change elsewhere. */
const newer: ContactInformation = { ...known, city: 'Kearney', updatedAt: '2026-11-20T15:00:01.000Z' };
const saved: ContactInformation = { ...known, updatedAt: '2026-11-20T15:00:00.000Z' };

const INTRODUCTION = 'Keep your address, phone numbers and email address up to date';
const CHANGED_ELSEWHERE = 'Your contact information was changed in another window or on another device.';
const SAVED = 'Your contact information has been saved.';

const TYPED = '(402) 555-0143';
const WRITTEN = '402-555-0143';
const BAD = '555-0143';

/** Draft of a change. */
const draft: FormDraft = { version: 1, key: null, place: null, typed: { street: '77 Elm Street' }, leftOut: [] };

/** Returns the validation problems of the sample values, in the order of the form. */
function problems({ homePhone, mobilePhone, country, street, city, state, zip }: ContactValues, { states }: RuleInput) {
  // A country with at most one state needs no selection and no postal code (ruling 10).
  const hasSeveral = states !== null && states.length > 1;
  return [
    ...unless('mobilePhone', homePhone !== '' || mobilePhone !== '', 'phone.oneOfTwo'),
    ...unless('mobilePhone', mobilePhone !== BAD, 'phone.invalid'),
    ...unless('country', country !== '', 'country.required'),
    ...unless('street', street !== '', 'street.required'),
    ...unless('city', city !== '', 'city.invalid'),
    ...unless('state', country === '' || states !== null, 'state.listMissing'),
    ...unless('state', country === '' || !hasSeveral || state !== '', 'state.required'),
    ...unless('zip', !hasSeveral || zip !== '', 'zip.invalid'),
  ];
}
const expectForm = (values: ContactValues, facts: RuleInput, shown: Partial<Context['form']> = {}) =>
  expectedForm(values, problems(values, facts), shown);

/** The initial form: phone numbers with their mask, and the USA if no country is stored. */
function started(contact: ContactInformation, typed: FormDraft['typed'] = {}) {
  const { updatedAt: _, ...stored } = contact;
  const homePhone = stored.homePhone === known.homePhone ? '402-555-0131' : '';
  const values = { ...stored, homePhone, country: stored.country === '' ? 'US' : stored.country, ...typed };
  return { states: null, form: expectForm(values, { states: null }) };
}
/**
 * The states of the country have loaded. A stored state is cleared if the country has none, because the person could
 * not change it.
 */
const withStates = ({ form }: Context, states: readonly State[]) => ({
  states,
  form: expectForm(states.length > 1 ? form.values : { ...form.values, state: '' }, { states }, form),
});
const address = addressSpec<'editingContact', 'lookUpStates', Context>({
  within: 'editingContact',
  call: 'lookUpStates',
  withStates,
});

const isRequestedFirst = ({ action }: Context) => action !== null;
const hasAddress = ({ contact }: Context) => contact.street !== '';
const lacks =
  (field: keyof ContactValues) =>
  ({ form: { values } }: Context) =>
    values[field] === '';

const getsFacts = { getFacts: {} };
const getsStates = (context: Parameters<typeof to>[1]) =>
  to('gettingStates', context, { calls: { getStates: { params: { countryCode: 'US' } } } });
const getsLatest = to('gettingLatest', undefined, { calls: { getLatest: {} } });
/** The request that saves: phone numbers as ten digits, and the revision on which the change is based. */
const saves = ({ contact: { updatedAt }, form: { values } }: Context) => ({
  saveContact: {
    body: {
      ...values,
      homePhone: values.homePhone.replaceAll(/\D/g, ''),
      mobilePhone: values.mobilePhone.replaceAll(/\D/g, ''),
      updatedAt,
    },
  },
});
const leaves = { leaveAction: { action: 'contact-info' } };
const edits = to('editingContact.typing', { notice: null });

const starts = (action: string | null, stored: FormDraft | null = null) => {
  const context = { action, draft: stored, contact: { street: '' }, countries: [], states: null, notice: null };
  return [{ action, draft: stored }, to('gatheringFacts', context, { calls: getsFacts })] as const;
};
/** Contact information and countries have loaded: the form starts with them, and with the values of a draft. */
const knows = (contact: ContactInformation) =>
  [
    answers({ result: 'loaded', loaded: { contact, countries: sampleCountries } }),
    getsStates((before) => ({
      contact,
      countries: sampleCountries,
      ...started(contact, before.draft?.typed),
    })),
  ] as const;
/** The states have loaded: a person goes on with an unsaved change, or sees complete contact information. */
const shows = (states: readonly State[], ...reads: readonly string[]) => {
  const context = (before: Context) => withStates(before, states);
  return [
    answers(states),
    given(
      (before) => before.draft !== null,
      to('editingContact.typing', (before) => ({ ...context(before), draft: null })),
    ),
    given(
      (before) => !lacks('street')(before),
      given(
        isRequestedFirst,
        to('showingContact', context, {
          reads: ['If everything is still right, choose Confirm.', 'Confirm', ...reads],
        }),
      ),
      to('showingContact', context, { reads: [INTRODUCTION, ...reads] }),
    ),
    to('editingContact.typing', context),
  ] as const;
};
const latest = (contact: ContactInformation, read: string) =>
  [answers(contact), to('changedElsewhere', { latest: contact }, { focus: toNotice, reads: [read] })] as const;
const couldNotContinue = to('couldNotContinue', undefined, { focus: toNotice });

export default spec(contactInformation, {
  title: 'Contact Information',
  starts: {
    'a person who views it': starts(null),
    'a person for whom it is a required action': starts('contact-info'),
    'a person who left a change unsaved': starts(null, draft),
  },
  notices: { couldNotSave: "Sorry, we can't tell yet whether your contact information was saved." },
  form: {
    in: ['editingContact'],
    problems,
    refuses: { notice: null },
    fields: {
      email: { label: 'Email Address', entries: [] },
      homePhone: { label: 'Home Phone', entries: [] },
      mobilePhone: {
        label: 'Mobile Phone',
        entries: [TYPED, BAD],
        becomes: { [TYPED]: WRITTEN },
        errors: {
          'phone.oneOfTwo': 'Please enter a home phone number or a mobile phone number.',
          'phone.invalid': 'Invalid phone number.',
        },
      },
      country: {
        ...address.country('GI', ''),
        errors: { 'country.required': 'Please select the country you live in.' },
      },
      // A person whose address is unknown enters it, one field after the other.
      street: {
        label: 'Street Address',
        entries: [{ value: '77 Elm Street', where: lacks('street') }],
        errors: { 'street.required': 'Please enter your street address.' },
      },
      city: {
        label: 'City',
        entries: [{ value: 'Kearney', where: (context) => lacks('city')(context) && !lacks('street')(context) }],
        errors: { 'city.invalid': 'Please enter the city you live using letters, hyphens or spaces.' },
      },
      state: address.state,
      zip: {
        label: 'ZIP/Postal Code',
        entries: [{ value: '68845', where: (context) => lacks('zip')(context) && !lacks('city')(context) }],
        errors: { 'zip.invalid': 'Please enter your 5 digit ZIP/Postal Code.' },
      },
    },
    submit: [{ name: 'Save', then: to('savingContact', { notice: null }, { calls: saves, hides: [REVIEW] }) }],
  },
  states: {
    ...loads('gatheringFacts', getsFacts),
    gatheringFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'all of it': knows(known),
          'nothing but an e-mail address': knows(unknown),
          'no answer in time': notLoaded(undefined, answers({ result: 'failed', failure: { kind: 'noAnswer' } })),
          'loading stops in error': notLoaded(undefined, stopsInError),
        },
      },
    },
    gettingStates: {
      shows: ['Loading…'],
      when: {
        getStates: {
          'several states': shows(sampleStates, 'Nebraska'),
          'no states': shows([]),
          'no answer in time': notLoaded(),
        },
      },
    },
    showingContact: {
      shows: ['avery@example.com', '402-555-0131', '2217 Prairie Rose Lane', '68506', 'Change'],
      on: [
        press('Change', 'change.requested', edits),
        where(
          isRequestedFirst,
          press('Confirm', 'confirm.pressed', to('confirmingContact', { notice: null }, { calls: saves })),
        ),
        // In the profile there is nothing to confirm.
        where((context) => !isRequestedFirst(context), hears('confirm.pressed', stays())),
      ],
    },
    confirmingContact: {
      over: true,
      shows: ['Confirming…'],
      when: { saveContact: { 'no answer in time': [noAnswer, to('showingContact', { notice: 'couldNotSave' })] } },
    },
    editingContact: {
      shows: ['Email Address', 'Home Phone', 'Mobile Phone', 'Country', 'Street Address', 'ZIP/Postal Code'],
      on: [
        where(
          hasAddress,
          press('Cancel', 'change.canceled', to('gatheringFacts', { notice: null }, { calls: getsFacts })),
        ),
        // Cancel has no effect while no address is stored.
        where((context) => !hasAddress(context), hears('change.canceled', stays())),
      ],
    },
    ...address.states,
    'editingContact.typing': { shows: ['Save'] },
    savingContact: {
      over: true,
      shows: ['Saving your contact information…'],
      when: { saveContact: { 'no answer in time': [noAnswer, { ...edits, context: { notice: 'couldNotSave' } }] } },
    },
    contactSaved: { shows: [SAVED, 'Change'], on: [press('Change', 'change.requested', to('editingContact.typing'))] },
    gettingLatest: {
      shows: ['Loading…'],
      when: {
        getContact: {
          'all of it': latest(known, known.city),
          'nothing but an e-mail address': latest(unknown, unknown.email),
          'a newer version from elsewhere': latest(newer, newer.city),
          'no answer in time': [noAnswer, to('latestMissing', undefined, { focus: toNotice })],
        },
      },
    },
    changedElsewhere: {
      shows: [
        CHANGED_ELSEWHERE,
        'Nothing you entered here has been saved yet.',
        'Use the latest version',
        'Keep my changes',
      ],
      on: [
        press(
          'Use the latest version',
          'latest.chosen',
          getsStates((before) => ({ contact: before.latest, ...started(before.latest) })),
        ),
        press(
          'Keep my changes',
          'changes.kept',
          to('editingContact.typing', (before) => ({ contact: before.latest })),
        ),
      ],
    },
    latestMissing: {
      shows: [
        CHANGED_ELSEWHERE,
        "What you entered is still here, but it isn't saved yet. Please try again.",
        'Try again',
      ],
      on: [press('Try again', 'retry.requested', getsLatest)],
    },
    leaving: {
      shows: [SAVED, 'One moment…'],
      when: {
        leaveAction: {
          'the address opens': [answers({ navigated: true }), to('left')],
          'it does not open': [answers({ navigated: false }), couldNotContinue],
          'leaving stops in error': [stopsInError, couldNotContinue],
        },
      },
    },
    // The page shows this until the address opens.
    left: { over: true },
    couldNotContinue: {
      shows: [SAVED, "We couldn't continue right now. Please choose Continue again.", 'Continue'],
      on: [press('Continue', 'continue.pressed', to('leaving', undefined, { calls: leaves }))],
    },
  },
  several: [
    {
      in: ['confirmingContact', 'savingContact'],
      when: {
        saveContact: {
          'it is saved': [
            answers(saved),
            given(isRequestedFirst, to('leaving', { contact: saved }, { calls: leaves })),
            to('contactSaved', { contact: saved }, { focus: toNotice }),
          ],
          'it has been changed elsewhere': [failed(409), getsLatest],
        },
      },
    },
  ],
  finish: ['showingContact', 'contactSaved'],
  claims: {
    'incomplete or invalid contact information is not sent': {
      never: ({ isIn, context }) => isIn('savingContact') && problems(context.form.values, context).length > 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    'a person confirms only on the required page': {
      never: ({ isIn, context }) => isIn('confirmingContact') && !isRequestedFirst(context),
      brokenBy: 'showingContact -> confirm.pressed [isAction]: guard removed',
    },
    'the page in the profile does not close by itself': {
      never: ({ isIn, context }) => isIn('leaving') && !isRequestedFirst(context),
      brokenBy: 'savingContact -> saveContact done [isAction]: guard removed',
    },
    'a person chooses between two versions only after the latest has loaded': {
      never: ({ isIn, context }) => isIn('changedElsewhere') && context.latest.email === '',
      brokenBy: 'gettingLatest -> getLatest done: action setLatest removed',
    },
  },
  draft: { of: contactDraft, secrets: [] },
  children: { getFacts: contactFacts, leaveAction: completeRequiredAction },
  facts: ({ action, draft: stored, contact, latest: other, states: offered, form: { values }, notice }, isIn) => ({
    isRequestedFirst: action !== null,
    hasDraft: stored !== null,
    notice,
    // The form restarts with the loaded data.
    ...(!isIn('gatheringFacts') &&
      !isIn('couldNotLoad') && {
        hasAddress: contact.street !== '',
        updatedAt: contact.updatedAt,
        latest: isIn('changedElsewhere') && [other.street !== '', other.updatedAt],
        states: offered?.length,
        hasStreet: values.street !== '',
        hasCity: values.city !== '',
        hasZip: values.zip !== '',
        country: values.country,
        hasState: values.state !== '',
        hasHomePhone: values.homePhone !== '',
        mobilePhone: values.mobilePhone,
      }),
  }),
  combinedFacts: (
    { action, draft: stored, contact: { street, updatedAt }, latest: other, states: offered, form, notice },
    isIn,
  ) => ({
    isRequestedFirst: action !== null,
    hasDraft: stored !== null,
    hasAddress: street !== '',
    isLatestOther: other.street !== '' && other.updatedAt !== updatedAt,
    notice,
    // The form restarts with the loaded data.
    ...(!isIn('gatheringFacts') &&
      !isIn('couldNotLoad') && {
        states: offered?.length,
        hasStreet: form.values.street !== '',
        hasCity: form.values.city !== '',
        hasZip: form.values.zip !== '',
        hasCountry: form.values.country !== '',
        hasState: form.values.state !== '',
        phone: form.values.mobilePhone.replaceAll(/\D/g, ''),
      }),
  }),
});
