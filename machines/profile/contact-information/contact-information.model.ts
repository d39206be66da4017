/** Model of viewing, changing and confirming contact information (P §2.1, §4, §5.1, rulings 3, 4 and 10). */
import type { ContactInformation, ContactValues } from '#domain/profile/contact/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { State } from '#domain/profile/demographics/shapes.ts';
import { sampleContact as known, unknownContact as unknown } from '#domain/profile/contact/samples.ts';
import { sampleCountries, sampleStates } from '#domain/profile/demographics/samples.ts';
import { COULD_NOT_LOAD, REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from 'xstate-workbench/model';
import contactFacts from './contact-facts.model.ts';
import completeRequiredAction from '../../portal/complete-required-action/complete-required-action.model.ts';
import { contactDraft } from './contact-information.forms.ts';
import { contactInformation } from './contact-information.machine.ts';

/** Version after a conflicting change elsewhere. */
const newer: ContactInformation = { ...known, city: 'Kearney', updatedAt: '2026-11-20T15:00:01.000Z' };
const saved: ContactInformation = { ...known, updatedAt: '2026-11-20T15:00:00.000Z' };

const INTRODUCTION = 'Keep your address, phone numbers and email address up to date';
const COULD_NOT_SAVE = "Sorry, we can't tell yet whether your contact information was saved.";
const COULD_NOT_GO_ON = "We couldn't continue right now. Please choose Continue again.";
const CHANGED_ELSEWHERE = 'Your contact information was changed in another window or on another device.';
const LATEST_MISSING = "What you entered is still here, but it isn't saved yet. Please try again.";
const SAVED = 'Your contact information has been saved.';
const LOADING_STATES = 'Loading the states of this country…';
const STATES_MISSING = "We couldn't load the states of this country.";
const INVALID_PHONE = 'Invalid phone number.';
const NO_PHONE = 'Please enter a home phone number or a mobile phone number.';
const NO_STREET = 'Please enter your street address.';
const NO_CITY = 'Please enter the city you live using letters, hyphens or spaces.';
const NO_ZIP = 'Please enter your 5 digit ZIP/Postal Code.';
const NO_COUNTRY = 'Please select the country you live in.';
const NO_STATE = 'Please select the state or U.S. territory you live in.';
const NO_STATES_YET = 'The list of states is still loading. Please wait a moment, or load it again.';

const TYPED = '(402) 555-0143';
const BAD = '555-0143';
const WRITTEN = '402-555-0143';

/** What was kept of a change. */
const draft: FormDraft = { version: 1, key: null, place: null, typed: { street: '77 Elm Street' }, leftOut: [] };

interface Context {
  readonly action: string | null;
  readonly draft: FormDraft | null;
  readonly contact: ContactInformation;
  readonly latest: ContactInformation;
  readonly states: readonly State[] | null;
  readonly form: { readonly values: ContactValues };
}

const isAskedFirst = ({ action }: Pick<Context, 'action'>) => action !== null;
const hasAddress = ({ contact }: Pick<Context, 'contact'>) => contact.street !== '';
const hasBadPhone = ({ form: { values } }: Context) => values.mobilePhone === BAD;
const hasNoPhone = ({ form: { values } }: Context) => values.homePhone === '' && values.mobilePhone === '';
const hasNoCountry = ({ form: { values } }: Context) => values.country === '';
const lacksStates = (context: Context) => !hasNoCountry(context) && context.states === null;
/** Returns true if a state is required but missing. A country with at most one state needs no selection (ruling 10). */
const lacksState = ({ states, form: { values } }: Context) =>
  states !== null && (states.length > 1 ? values.state === '' : values.state !== '');
const lacks =
  (part: 'street' | 'city' | 'zip') =>
  ({ form: { values } }: Context) =>
    values[part] === '';
const hasNoStreet = lacks('street');
const hasNoCity = lacks('city');
/** Returns true if a postal code is required but missing: countries with at most one state need none. */
const hasNoZip = (context: Context) => lacks('zip')(context) && context.states !== null && context.states.length > 1;
const isUnknown = (context: Context) => !hasAddress(context) && hasNoPhone(context);

const button = (name: string) => ({ action: 'click', role: 'button', name }) as const;

const loads = { state: 'gatheringFacts', calls: { getFacts: {} } };
const couldNotLoad = { state: 'couldNotLoad', focus: toNotice } as const;

/** Returns the initial form: phone numbers with their mask, and the USA if no country is stored. */
const started = ({ email, homePhone, country, street, city, state, zip }: ContactInformation) => ({
  states: null,
  form: {
    values: {
      email,
      homePhone: homePhone === known.homePhone ? '402-555-0131' : '',
      mobilePhone: '',
      country: country === '' ? 'US' : country,
      street,
      city,
      state,
      zip,
    },
    touched: [],
    attempted: false,
    errors: {},
    panel: [],
  },
});
const getsStates = { state: 'gettingStates', calls: { getStates: { params: { countryCode: 'US' } } } };

const leaves = { leaveAction: { action: 'contact-info' } };

/** Returns the request that saves: phone numbers as ten digits, and the revision on which the change is based. */
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

const fill = (
  field: 'mobilePhone' | 'street' | 'city' | 'zip',
  name: string,
  value: string,
  where?: (context: Context) => boolean,
) => ({
  event: { type: 'field.changed', field, value } as const,
  ...(where && { where }),
  gesture: { action: 'fill', role: 'textbox', name, value } as const,
  then: {
    in: 'editingContact',
    context: ({ form: { values } }: Context) => ({ form: { values: { ...values, [field]: value } } }),
  },
});

const choose = (field: string, name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  gesture: { action: 'choose', role: 'combobox', name, value } as const,
});

/** Returns the result of selecting another country: the selected state is cleared (P §4). */
const withCountry =
  (country: string) =>
  ({ form: { values } }: Context) => ({ states: null, form: { values: { ...values, country, state: '' } } });

/** Expected result of Save with errors: nothing is sent, and every error is listed. */
const refuses = (when: (context: Context) => boolean, ...reads: readonly string[]) => ({
  in: 'editingContact',
  when,
  context: ({ form: { values } }: Context) => ({ notice: null, form: { values, attempted: true } }),
  focus: toErrors,
  reads: [REVIEW, ...reads],
  hides: [COULD_NOT_SAVE],
});

/** Outcome in which the latest version loads after a conflict. */
const latestIs = (answers: ContactInformation) => ({
  answers,
  then: {
    state: 'changedElsewhere',
    context: { latest: answers },
    focus: toNotice,
    reads: [answers.city === '' ? answers.email : answers.city],
  },
});

/** The form with a street that was typed in an earlier visit. */
const resumed = (contact: ContactInformation) => {
  const { form, ...others } = started(contact);
  return { ...others, form: { ...form, values: { ...form.values, street: draft.typed['street'] as string } } };
};

/** Outcome in which the contact information and the countries load: the form starts with them. */
const facts = (contact: ContactInformation) => ({
  answers: { result: 'loaded', loaded: { contact, countries: sampleCountries } },
  then: [
    {
      ...getsStates,
      when: (context: Context) => context.draft !== null,
      context: { contact, countries: sampleCountries, ...resumed(contact) },
    },
    { ...getsStates, context: { contact, countries: sampleCountries, ...started(contact) } },
  ],
});

/** Outcome in which the states of a country load while the person edits. */
const withStates =
  (fetched: readonly State[]) =>
  ({ form: { values } }: Context) => ({ states: fetched, form: { values } });

/** Context for a country without states; a stored state is cleared. */
const withoutStates = ({ form: { values } }: Context) => ({ states: [], form: { values: { ...values, state: '' } } });

/** Outcomes for the states of a country that load before the form appears. */
const toChooseFrom = (fetched: readonly State[]) => [
  { in: 'gettingStates', state: 'editingContact.typing', context: withStates(fetched) },
  {
    in: 'editingContact.lookingUpStates',
    state: 'editingContact.typing',
    context: withStates(fetched),
    hides: [LOADING_STATES, NO_STATES_YET],
  },
];

/** Expected result when all data has loaded and a change was left unsaved: the person goes on with it. */
const resumes = {
  in: 'gettingStates',
  when: (context: Context) => context.draft !== null,
  state: 'editingContact.typing',
};

/** Expected result when all data has loaded: the contact information is shown. */
const showing = {
  in: 'gettingStates',
  when: ({ form: { values } }: Context) => values.state === 'NE',
  state: 'showingContact',
  context: withStates(sampleStates),
};

const couldNotSave = { context: { notice: 'couldNotSave' }, focus: toNotice, reads: [COULD_NOT_SAVE] } as const;
const couldNotContinue = { state: 'couldNotContinue', focus: toNotice } as const;

const starts = (action: string | null, kept: FormDraft | null = null) => ({
  input: { action, draft: kept },
  then: {
    ...loads,
    context: { action, draft: kept, contact: { street: '' }, countries: [], states: null, notice: null },
  },
});

export default defineModel<typeof contactInformation>({
  machine: contactInformation,
  title: 'Contact Information',
  inputs: {
    'a person who views it': starts(null),
    'a person for whom it is a required action': starts('contact-info'),
    'a person who left a change unsaved': starts(null, draft),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: button('Try again'),
      then: [
        { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
        { in: 'latestMissing', state: 'gettingLatest', calls: { getLatest: {} }, hides: [LATEST_MISSING] },
      ],
    },
    {
      event: { type: 'change.wanted' },
      gesture: button('Change'),
      then: [
        { in: 'showingContact', state: 'editingContact.typing', context: { notice: null }, hides: [COULD_NOT_SAVE] },
        { in: 'contactSaved', state: 'editingContact.typing', hides: [SAVED] },
      ],
    },
    {
      event: { type: 'confirm.pressed' },
      gesture: button('Confirm'),
      where: isAskedFirst,
      then: {
        in: 'showingContact',
        state: 'confirmingContact',
        context: { notice: null },
        calls: saves,
        hides: [COULD_NOT_SAVE],
      },
    },
    // In the profile there is nothing to confirm.
    { event: { type: 'confirm.pressed' }, where: ({ action }) => action === null, then: { in: 'showingContact' } },
    fill('mobilePhone', 'Mobile Phone', TYPED),
    fill('mobilePhone', 'Mobile Phone', BAD),
    // Whose address is unknown enters it, one field after the other.
    fill('street', 'Street Address', '77 Elm Street', hasNoStreet),
    fill('city', 'City', 'Kearney', (context) => hasNoCity(context) && !hasNoStreet(context)),
    fill('zip', 'ZIP/Postal Code', '68845', (context) => lacks('zip')(context) && !hasNoCity(context)),
    {
      event: { type: 'field.left', field: 'mobilePhone' },
      gesture: { action: 'leave', role: 'textbox', name: 'Mobile Phone' },
      then: [
        {
          in: 'editingContact',
          when: hasBadPhone,
          context: ({ form: { values, attempted } }) => ({
            form: {
              values,
              touched: ['mobilePhone'],
              ...(!attempted && { errors: { mobilePhone: { code: 'phone.invalid' } } }),
            },
          }),
          reads: [INVALID_PHONE],
        },
        {
          in: 'editingContact',
          when: hasNoPhone,
          context: ({ form: { values } }) => ({ form: { values, touched: ['mobilePhone'] } }),
          reads: [NO_PHONE],
        },
        {
          in: 'editingContact',
          context: ({ form: { values } }) => ({
            form: {
              values: { ...values, mobilePhone: values.mobilePhone === '' ? '' : WRITTEN },
              touched: ['mobilePhone'],
            },
          }),
        },
      ],
    },
    {
      ...choose('country', 'Country', 'GI'),
      then: {
        in: 'editingContact',
        state: 'editingContact.lookingUpStates',
        context: withCountry('GI'),
        calls: { lookUpStates: { params: { countryCode: 'GI' } } },
        hides: [STATES_MISSING],
      },
    },
    {
      ...choose('country', 'Country', ''),
      then: [
        { in: 'editingContact.typing', context: withCountry('') },
        {
          in: 'editingContact',
          state: 'editingContact.typing',
          context: withCountry(''),
          hides: [LOADING_STATES, STATES_MISSING],
        },
      ],
    },
    {
      ...choose('state', 'State', 'NE'),
      where: (context) => context.states !== null && context.states.length > 1,
      then: {
        in: 'editingContact',
        context: ({ form: { values } }) => ({ form: { values: { ...values, state: 'NE' } } }),
        hides: [NO_STATE],
      },
    },
    {
      event: { type: 'states.wanted' },
      gesture: button('Load the states again'),
      then: {
        in: 'editingContact.statesMissing',
        state: 'editingContact.lookingUpStates',
        calls: ({ form: { values } }) => ({ lookUpStates: { params: { countryCode: values.country } } }),
        focus: { place: 'field', field: 'country', delay: 0 },
        hides: [STATES_MISSING],
      },
    },
    {
      event: { type: 'change.cancelled' },
      gesture: button('Cancel'),
      where: hasAddress,
      then: { in: 'editingContact', ...loads, context: { notice: null } },
    },
    // Cancel has no effect while no address is stored.
    {
      event: { type: 'change.cancelled' },
      where: (context) => !hasAddress(context),
      then: { in: 'editingContact' },
    },
    {
      event: { type: 'submit.pressed' },
      gesture: button('Save'),
      then: [
        {
          in: 'editingContact',
          when: (context) => isUnknown(context) && lacksState(context) && hasNoStreet(context),
          context: {
            notice: null,
            form: {
              attempted: true,
              errors: {
                mobilePhone: { code: 'phone.oneOfTwo' },
                street: { code: 'street.required' },
                city: { code: 'city.invalid' },
                state: { code: 'state.required' },
                zip: { code: 'zip.invalid' },
              },
            },
          },
          focus: toErrors,
          reads: [REVIEW, NO_PHONE, NO_STREET, NO_CITY, NO_STATE, NO_ZIP],
        },
        refuses(hasNoCountry, NO_COUNTRY),
        refuses(lacksStates, NO_STATES_YET),
        refuses(lacksState, NO_STATE),
        refuses(hasBadPhone, INVALID_PHONE),
        refuses(hasNoStreet, NO_STREET),
        refuses(hasNoCity, NO_CITY),
        refuses(hasNoZip, NO_ZIP),
        refuses(hasNoPhone, NO_PHONE),
        {
          in: 'editingContact',
          state: 'savingContact',
          context: { notice: null },
          calls: saves,
          hides: [COULD_NOT_SAVE, REVIEW],
        },
      ],
    },
    {
      event: { type: 'latest.chosen' },
      gesture: button('Use the latest version'),
      then: {
        in: 'changedElsewhere',
        ...getsStates,
        context: ({ latest }) => ({ contact: latest, ...started(latest) }),
        hides: [CHANGED_ELSEWHERE],
      },
    },
    {
      event: { type: 'changes.kept' },
      gesture: button('Keep my changes'),
      then: {
        in: 'changedElsewhere',
        state: 'editingContact.typing',
        context: ({ latest }) => ({ contact: latest }),
        hides: [CHANGED_ELSEWHERE],
      },
    },
    {
      event: { type: 'continue.pressed' },
      gesture: button('Continue'),
      then: { in: 'couldNotContinue', state: 'leaving', calls: leaves, hides: [COULD_NOT_GO_ON] },
    },
  ],
  outcomes: {
    getFacts: {
      'all of it': facts(known),
      'nothing but an e-mail address': facts(unknown),
      'no answer in time': {
        answers: { result: 'failed', failure: { kind: 'noAnswer' } },
        then: couldNotLoad,
      },
      'loading stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: couldNotLoad },
    },
    getContact: {
      'all of it': latestIs(known),
      'nothing but an e-mail address': latestIs(unknown),
      'a newer version from elsewhere': latestIs(newer),
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'latestMissing', focus: toNotice },
      },
    },
    getStates: {
      'several states': {
        answers: sampleStates,
        then: [
          { ...resumes, context: (before) => ({ ...withStates(sampleStates)(before), draft: null }) },
          {
            ...showing,
            when: (before) => showing.when(before) && isAskedFirst(before),
            reads: ['If everything is still right, choose Confirm.', 'Confirm', 'Nebraska'],
          },
          { ...showing, reads: [INTRODUCTION, 'Nebraska'] },
          ...toChooseFrom(sampleStates),
        ],
      },
      // If the country has no states, a stored state is cleared, because the person could not change it.
      'no states': {
        answers: [],
        then: [
          { ...resumes, context: (before) => ({ ...withoutStates(before), draft: null }) },
          { ...showing, context: withoutStates, when: (before) => showing.when(before) && isAskedFirst(before) },
          { ...showing, context: withoutStates, reads: [INTRODUCTION] },
          ...toChooseFrom([]),
        ],
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: [
          { in: 'gettingStates', ...couldNotLoad },
          { in: 'editingContact', state: 'editingContact.statesMissing', hides: [LOADING_STATES] },
        ],
      },
    },
    saveContact: {
      'it is saved': {
        answers: saved,
        then: [
          { when: isAskedFirst, state: 'leaving', context: { contact: saved }, calls: leaves },
          { in: 'savingContact', state: 'contactSaved', context: { contact: saved }, focus: toNotice },
        ],
      },
      'it has been changed elsewhere': {
        throws: { kind: 'refused', status: 409 },
        then: { state: 'gettingLatest', calls: { getLatest: {} } },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: [
          { in: 'confirmingContact', state: 'showingContact', ...couldNotSave },
          { in: 'savingContact', state: 'editingContact.typing', ...couldNotSave },
        ],
      },
    },
    leaveAction: {
      'the address opens': { answers: { navigated: true }, then: { state: 'left' } },
      'it does not open': { answers: { navigated: false }, then: couldNotContinue },
      'leaving stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: couldNotContinue },
    },
  },
  screens: {
    gatheringFacts: ['Loading…'],
    gettingStates: ['Loading…'],
    couldNotLoad: [COULD_NOT_LOAD, 'Try again'],
    showingContact: ['avery@example.com', '402-555-0131', '2217 Prairie Rose Lane', '68506', 'Change'],
    confirmingContact: ['Confirming…'],
    editingContact: ['Email Address', 'Home Phone', 'Mobile Phone', 'Country', 'Street Address', 'ZIP/Postal Code'],
    'editingContact.typing': ['Save'],
    'editingContact.lookingUpStates': [LOADING_STATES],
    'editingContact.statesMissing': [STATES_MISSING, 'Load the states again'],
    savingContact: ['Saving your contact information…'],
    contactSaved: [SAVED, 'Change'],
    gettingLatest: ['Loading…'],
    changedElsewhere: [
      CHANGED_ELSEWHERE,
      'Nothing you entered here has been saved yet.',
      'Use the latest version',
      'Keep my changes',
    ],
    latestMissing: [CHANGED_ELSEWHERE, LATEST_MISSING, 'Try again'],
    leaving: [SAVED, 'One moment…'],
    couldNotContinue: [SAVED, COULD_NOT_GO_ON, 'Continue'],
  },
  finish: ['showingContact', 'contactSaved'],
  claims: {
    'incomplete or invalid contact information is not sent': {
      never: ({ isIn, context }) =>
        isIn('savingContact') &&
        [hasNoCountry, lacksStates, lacksState, hasBadPhone, hasNoStreet, hasNoCity, hasNoZip].some((isWrong) =>
          isWrong(context),
        ),
      brokenBy: 'guard isFormComplete: always true',
    },
    'a person confirms only on the required page': {
      never: ({ isIn, context }) => isIn('confirmingContact') && !isAskedFirst(context),
      brokenBy: 'showingContact -> confirm.pressed [isAction]: guard removed',
    },
    'the page in the profile does not close by itself': {
      never: ({ isIn, context }) => isIn('leaving') && !isAskedFirst(context),
      brokenBy: 'savingContact -> saveContact done [isAction]: guard removed',
    },
    'a person chooses between two versions only after the latest has loaded': {
      never: ({ isIn, context }) => isIn('changedElsewhere') && context.latest.email === '',
      brokenBy: 'gettingLatest -> getLatest done: action keepLatest removed',
    },
  },
  draft: { of: contactDraft, secrets: [] },
  children: { getFacts: contactFacts, leaveAction: completeRequiredAction },
  facts: ({ action, draft: kept, contact, latest, states: offered, form: { values } }, isIn) => ({
    isAskedFirst: action !== null,
    hasDraft: kept !== null,
    // The form restarts with the loaded data.
    ...(!isIn('gatheringFacts') &&
      !isIn('couldNotLoad') && {
        hasAddress: contact.street !== '',
        updatedAt: contact.updatedAt,
        latest: isIn('changedElsewhere') && [latest.street !== '', latest.updatedAt],
        states: offered?.length,
        hasStreet: values.street !== '',
        hasCity: values.city !== '',
        hasZip: values.zip !== '',
        hasCountry: values.country !== '',
        hasState: values.state !== '',
        hasHomePhone: values.homePhone !== '',
        mobilePhone: values.mobilePhone.replaceAll(/\D/g, ''),
      }),
  }),
  combinedFacts: (
    { action, draft: kept, contact: { street, updatedAt }, latest, states: offered, form: { values }, notice },
    isIn,
  ) => ({
    isAskedFirst: action !== null,
    hasDraft: kept !== null,
    hasAddress: street !== '',
    isLatestOther: latest.street !== '' && latest.updatedAt !== updatedAt,
    notice,
    // The form restarts with the loaded data.
    ...(!isIn('gatheringFacts') &&
      !isIn('couldNotLoad') && {
        states: offered?.length,
        hasStreet: values.street !== '',
        hasCity: values.city !== '',
        hasZip: values.zip !== '',
        hasCountry: values.country !== '',
        hasState: values.state !== '',
        phone: values.mobilePhone.replaceAll(/\D/g, ''),
      }),
  }),
});
