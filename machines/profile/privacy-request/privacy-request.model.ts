/** Model of the California privacy rights form, from the specification (P §2.7, §4, §5.2; rulings 3, 4, 10, 11, 112). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleCountries, sampleStates } from '#domain/profile/demographics/samples.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { SENDING, UNKNOWN, expectedPrivacySubmission, noticesGone } from '../privacy/expected-privacy.ts';
import { type EventCase, type Gesture, type Outcome, defineModel } from 'xstate-workbench/model';
import privacyListsModel from './privacy-lists.model.ts';
import { privacyRequest, privacyRequestDraft, privacyRequestSubmission } from './privacy-request.machine.ts';

type Context = ContextFrom<typeof privacyRequest>;
type Values = Context['form']['values'];
type Field = keyof Values;

const SERVICER = 'Larkfield Loan Servicing';

const { relationships, agentRelationships, ...limits } = sampleConfiguration.privacyForm;
const given = { limits, relationships, agentRelationships, servicer: SERVICER };

const LOADING_STATES = 'Loading the states of this country…';
const STATES_MISSING = "We couldn't load the states of this country.";
const noAgent = {
  agentFirstName: '',
  agentLastName: '',
  agentDateOfBirth: '',
  agentEmail: '',
  agentPhone: '',
  agentRelationship: '',
  agentBusinessName: '',
};
const nothing: Values = {
  certifyThatIAmPerson: '',
  ...noAgent,
  firstName: '',
  alternateFirstName: '',
  lastName: '',
  alternateLastName: '',
  country: 'US',
  mailingAddress: '',
  city: '',
  state: '',
  zipCode: '',
  email: '',
  typeOfRequest: '',
  relationship: '',
};

/** Draft of a request for another person, without the agent's date of birth. */
const draft: FormDraft = {
  version: 1,
  key: null,
  place: null,
  typed: { certifyThatIAmPerson: 'agent', agentFirstName: 'Kim', lastName: 'Quist', country: 'GI' },
  leftOut: ['agentDateOfBirth'],
};
const restored: Values = {
  ...nothing,
  certifyThatIAmPerson: 'agent',
  agentFirstName: 'Kim',
  lastName: 'Quist',
  country: 'GI',
};

const BAD_NAME = 'Qu<st';
const BAD_CITY = 'Fresno!';
const BAD_ZIP = '9370';
const TOMORROW = '11/21/2026';

type Filled = Pick<Context, 'states' | 'today'> & { readonly form: { readonly values: Values } };

/** Returns the validation problems of the sample values, in the order of the form. */
function problems({ form: { values }, states, today }: Filled): FieldProblem[] {
  const subject = values.certifyThatIAmPerson === 'agent' ? 'consumer' : 'own';
  const hasSeveral = states !== null && states.length > 1;
  return [
    ...unless('certifyThatIAmPerson', values.certifyThatIAmPerson !== '', 'person.required'),
    ...(subject === 'consumer'
      ? [
          ...unless('agentFirstName', values.agentFirstName !== '', 'name.required', { subject: 'own', name: 'first' }),
          ...unless('agentLastName', values.agentLastName !== '', 'name.required', { subject: 'own', name: 'last' }),
          ...unless('agentDateOfBirth', values.agentDateOfBirth !== '', 'birthDate.format'),
          ...unless('agentDateOfBirth', values.agentDateOfBirth !== TOMORROW || today === null, 'birthDate.notPast'),
          ...unless('agentEmail', values.agentEmail !== '', 'email.invalid'),
          ...unless('agentPhone', values.agentPhone !== '', 'phone.required'),
          ...unless('agentRelationship', values.agentRelationship !== '', 'agentRelationship.required'),
        ]
      : []),
    ...unless('firstName', values.firstName !== '', 'name.required', { subject, name: 'first' }),
    ...unless('lastName', values.lastName !== '', 'name.required', { subject, name: 'last' }),
    ...unless('lastName', values.lastName !== BAD_NAME, 'name.characters', { subject, name: 'last' }),
    ...unless('country', values.country !== '', 'consumerCountry.required', { subject }),
    ...unless('mailingAddress', values.mailingAddress !== '', 'mailingAddress.required', { subject }),
    ...unless('city', values.city !== '', 'consumerCity.required', { subject }),
    ...unless('city', values.city !== BAD_CITY, 'consumerCity.characters'),
    ...(values.country === ''
      ? []
      : states === null
        ? unless('state', false, 'state.listMissing')
        : unless('state', !hasSeveral || values.state !== '', 'state.required')),
    ...unless('zipCode', values.zipCode !== '' || !hasSeveral, 'consumerZip.invalid', { subject }),
    ...unless('zipCode', values.zipCode !== BAD_ZIP || values.country !== 'US', 'consumerZip.invalid', { subject }),
    ...unless('email', values.email !== '', 'email.invalid'),
    ...unless('typeOfRequest', values.typeOfRequest !== '', 'typeOfRequest.required', { subject }),
    ...unless('relationship', values.relationship !== '', 'relationship.required', { subject, servicer: SERVICER }),
  ];
}

/** Returns the form with these values. */
const form = (
  filled: Filled,
  { touched = [], attempted = false }: { touched?: readonly string[]; attempted?: boolean } = {},
) => expectedForm(filled.form.values, problems(filled), { touched, attempted });

const started = {
  ...given,
  countries: null,
  states: null,
  today: null,
  key: null,
  confirmationNumber: null,
  notice: null,
};
const emptyForm = (facts: Pick<Context, 'states' | 'today'>) => form({ ...facts, form: { values: nothing } });
const restoredForm = form({ states: null, today: null, form: { values: restored } });

/** Returns the form after a field was filled in. The error of a touched field is updated. */
const filled =
  (field: Field, value: string) =>
  (before: Context): { form: Context['form'] } => {
    const values = { ...before.form.values, [field]: value };
    const { touched, attempted } = before.form;
    return { form: form({ ...before, form: { values } }, { touched, attempted }) };
  };

type Case = EventCase<{ type: 'field.changed'; field: string; value: string }, Context>;

const isForAnother = ({ form: { values } }: Context) => values.certifyThatIAmPerson === 'agent';
const isAgentField = (field: Field) => field.startsWith('agent');

const fill = (field: Field, name: string, value: string): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'fill', role: 'textbox', name, value },
  where: (context) => !isAgentField(field) || isForAnother(context),
  then: { in: 'fillingIn', context: filled(field, value) },
});

const choose = (field: Field, name: string, value: string, where: Case['where'] = () => true): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'choose', role: 'combobox', name, value },
  where,
  then: { in: 'fillingIn', context: filled(field, value) },
});

const certify = (value: 'consumer' | 'agent', name: string, reads: readonly string[]): Case => ({
  event: { type: 'field.changed', field: 'certifyThatIAmPerson', value },
  gesture: { action: 'check', role: 'radio', name },
  where: ({ form: { values } }) => values.certifyThatIAmPerson !== value,
  then: {
    in: 'fillingIn',
    context: (before) => {
      const agent = value === 'consumer' ? noAgent : {};
      const values = { ...before.form.values, certifyThatIAmPerson: value, ...agent };
      const isCleared = (field: string) =>
        isAgentField(field as Field) && Reflect.get(before.form.values, field) !== Reflect.get(values, field);
      const touched = before.form.touched.filter((field) => !isCleared(field));
      return { form: form({ ...before, form: { values } }, { touched, attempted: before.form.attempted }) };
    },
    reads,
    ...(value === 'consumer' && { hides: ['Your Information'] }),
  },
});

/** Case for selecting another country: the selected state is cleared, and the new states are requested (P §4). */
const country = (value: string): Case => ({
  event: { type: 'field.changed', field: 'country', value },
  gesture: { action: 'choose', role: 'combobox', name: 'Country', value },
  where: ({ form: { values } }) => values.country !== value,
  then: {
    in: 'fillingIn',
    state: value === '' ? 'fillingIn.typing' : 'fillingIn.lookingUpStates',
    context: (before) => {
      const values = { ...before.form.values, country: value, state: '' };
      const { touched, attempted } = before.form;
      return { states: null, form: form({ ...before, states: null, form: { values } }, { touched, attempted }) };
    },
    ...(value !== '' && { calls: { getStates: { params: { countryCode: value } } }, reads: [LOADING_STATES] }),
  },
});

/** Case for leaving a field: its error is shown and its value normalized. */
const leave = (
  field: Field,
  name: string,
  kept: (typed: string) => string = (typed) => typed,
): EventCase<{ type: 'field.left'; field: string }, Context> => ({
  event: { type: 'field.left', field },
  gesture: { action: 'leave', role: 'textbox', name } satisfies Gesture,
  where: (context) => !isAgentField(field) || isForAnother(context),
  then: {
    in: 'fillingIn',
    context: (before) => {
      const values = { ...before.form.values, [field]: kept(before.form.values[field]) };
      const touched = touching(before.form.touched, field);
      return { form: form({ ...before, form: { values } }, { touched, attempted: before.form.attempted }) };
    },
  },
});

const attempted = (before: Context) => ({
  ...noticesGone.context,
  form: form(before, { touched: before.form.touched, attempted: true }),
});

/** Returns the request body (P §3). The agent's fields are empty if the request is for oneself. */
const bodyOf = ({ form: { values }, states }: Context) => ({
  personCertifying: values.certifyThatIAmPerson,
  authorizedAgentFirstName: values.agentFirstName,
  authorizedAgentLastName: values.agentLastName,
  authorizedAgentDOB:
    values.agentDateOfBirth === '' ? '' : values.agentDateOfBirth === TOMORROW ? '2026-11-21' : '1996-02-29',
  authorizedAgentEmail: values.agentEmail,
  authorizedAgentPrimaryPhone: values.agentPhone === '' ? '' : '4025550143',
  authorizedAgentRelationshipToConsumer: values.agentRelationship,
  authorizedAgentBusinessName: values.agentBusinessName,
  consumerFirstName: values.firstName,
  consumerAlternateFirstName: values.alternateFirstName,
  consumerLastName: values.lastName,
  consumerAlternateLastName: values.alternateLastName,
  consumerCountry: values.country,
  consumerMailingAddress: values.mailingAddress,
  consumerCity: values.city,
  consumerState: (states?.length ?? 0) > 1 ? values.state : '',
  consumerZip: values.zipCode,
  consumerEmail: values.email,
  consumerTypeOfRequest: values.typeOfRequest,
  consumerRelationship: values.relationship,
});

const lists = (today: Context['today']): Outcome<Context> => ({
  answers: { result: 'loaded', loaded: { countries: sampleCountries, states: sampleStates, today } },
  then: [
    // The states of another country than the preselected one are requested.
    {
      when: ({ form: { values } }) => values.country === 'GI',
      state: 'fillingIn.lookingUpStates',
      context: (before) => ({
        countries: sampleCountries,
        states: null,
        today,
        form: form({ states: null, today, form: before.form }),
      }),
      calls: { getStates: { params: { countryCode: 'GI' } } },
      reads: [LOADING_STATES],
    },
    {
      state: 'fillingIn.typing',
      context: (before) => ({
        countries: sampleCountries,
        states: sampleStates,
        today,
        form: form({ states: sampleStates, today, form: before.form }),
      }),
    },
  ],
});

const statesOf = (answers: Context['states']): Outcome<Context> => ({
  answers,
  then: {
    state: 'fillingIn.typing',
    context: (before) => {
      const { touched, attempted: wasAttempted } = before.form;
      return { states: answers, form: form({ ...before, states: answers }, { touched, attempted: wasAttempted }) };
    },
    hides: [LOADING_STATES],
  },
});

const sent = expectedPrivacySubmission<Context>({
  submission: 'submitRequest',
  machine: privacyRequestSubmission,
  states: { filling: 'fillingIn.typing', submitting: 'submittingRequest', received: 'requestReceived' },
  hasLists: ({ countries }) => countries !== null,
  loads: { state: 'gettingLists', calls: { getLists: {} } },
  emptyForm,
  body: bodyOf,
});

export default defineModel<typeof privacyRequest>({
  machine: privacyRequest,
  inputs: {
    'a person who starts': {
      input: { ...given, draft: null },
      then: {
        state: 'gettingLists',
        context: { ...started, form: emptyForm({ states: null, today: null }) },
        calls: { getLists: {} },
      },
    },
    'a person who left the form unfinished': {
      input: { ...given, draft },
      then: { state: 'gettingLists', context: { ...started, form: restoredForm }, calls: { getLists: {} } },
    },
    'a person whose page was reloaded during the submission': {
      input: { ...given, draft: { ...draft, key: sampleKey } },
      then: { ...sent.once.asks, context: { ...started, key: sampleKey, form: restoredForm } },
    },
    // Drafts of earlier releases have the key alone.
    'the same, with a draft of an earlier release': {
      input: { ...given, draft: { ...draft, key: sampleKey, typed: {}, leftOut: [] } },
      then: {
        ...sent.once.asks,
        context: { ...started, key: sampleKey, form: emptyForm({ states: null, today: null }) },
      },
    },
  },
  events: [
    certify('consumer', 'For myself', []),
    certify('agent', 'For someone else', ['Your Information']),
    fill('agentFirstName', 'Your First Name', 'Kim'),
    fill('agentLastName', 'Your Last Name', 'Álvarez'),
    fill('agentDateOfBirth', 'Your Date of Birth', '02/29/1996'),
    fill('agentDateOfBirth', 'Your Date of Birth', TOMORROW),
    fill('agentEmail', 'Your Email Address', 'kim@example.com'),
    fill('agentPhone', 'Your Phone Number', '(402) 555-0143'),
    choose('agentRelationship', 'Your Relationship to the Consumer', 'Attorney', isForAnother),
    leave('agentPhone', 'Your Phone Number', (typed) => (typed === '' ? '' : '402-555-0143')),
    fill('firstName', 'First Name', 'Avery'),
    fill('lastName', 'Last Name', 'Quist'),
    fill('lastName', 'Last Name', BAD_NAME),
    leave('lastName', 'Last Name'),
    country('GI'),
    country('US'),
    country(''),
    fill('mailingAddress', 'Mailing Address', '2217 Prairie Rose Lane'),
    fill('city', 'City', 'Lincoln'),
    fill('city', 'City', BAD_CITY),
    choose('state', 'State', 'NE', ({ states }) => states !== null && states.length > 1),
    fill('zipCode', 'ZIP/Postal Code', '68506'),
    fill('zipCode', 'ZIP/Postal Code', BAD_ZIP),
    fill('email', 'Email Address', 'avery@example.com'),
    choose('typeOfRequest', 'Type of Request', 'AccAndDel'),
    choose('relationship', `Relationship to ${SERVICER}`, 'Borrower'),
    {
      event: { type: 'states.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Load the states again' },
      then: {
        in: 'fillingIn.statesMissing',
        state: 'fillingIn.lookingUpStates',
        calls: ({ form: { values } }) => ({ getStates: { params: { countryCode: values.country } } }),
        focus: { place: 'field', field: 'country', delay: 0 },
        hides: [STATES_MISSING],
      },
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Submit Request' },
      then: [
        {
          in: 'fillingIn',
          when: (context) => problems(context).length === 0,
          ...sent.once.sends,
          context: { notice: null },
          reads: [SENDING],
          hides: noticesGone.hides,
        },
        // If a missing selection is the only error, the selection itself receives focus (P §5.2).
        {
          in: 'fillingIn',
          when: (context) => context.form.values.certifyThatIAmPerson === '' && problems(context).length === 1,
          context: attempted,
          focus: { place: 'field', field: 'certifyThatIAmPerson', delay: 0 },
          reads: [REVIEW, 'Please make a selection.'],
          hides: noticesGone.hides,
        },
        {
          in: 'fillingIn',
          context: attempted,
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
    getLists: {
      'all that is asked for': lists(sampleToday),
      'without the day': lists(null),
      'the countries are missing': {
        answers: { result: 'failed', failure: { kind: 'noAnswer' } },
        then: { state: 'couldNotLoad', focus: toNotice, reads: [COULD_NOT_LOAD] },
      },
      'the machine of the lists stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'couldNotLoad', focus: toNotice, reads: [COULD_NOT_LOAD] },
      },
    },
    getStates: {
      'two states': statesOf(sampleStates),
      'no states': statesOf([]),
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'fillingIn.statesMissing', reads: [STATES_MISSING], hides: [LOADING_STATES] },
      },
    },
  },
  screens: {
    gettingLists: [],
    couldNotLoad: [COULD_NOT_LOAD],
    fillingIn: [
      'California Privacy Rights Request',
      'Who is this request for?',
      'For myself',
      'For someone else',
      "Consumer's Information",
      'Submit Request',
    ],
    submittingRequest: [],
    outcomeCheckFailed: [UNKNOWN],
    requestReceived: ['Your confirmation number is'],
  },
  finish: ['requestReceived'],
  claims: {
    'a request counts as received only when the server says so': {
      reaching: (at) => at.isIn('requestReceived'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
      brokenBy: 'guard isReceived: always true',
    },
    'no input stays in memory after the request was received': {
      never: ({ isIn, context }) => isIn('requestReceived') && context.form.values.certifyThatIAmPerson !== '',
      brokenBy: 'submittingRequest -> submitRequest done [isReceived]: action clearForm removed',
    },
  },
  notOnScreen: sent.notOnScreen,
  draft: {
    of: privacyRequestDraft,
    secrets: ['02/29/1996', TOMORROW],
  },
  children: { getLists: privacyListsModel, ...sent.children },
  // Guards read whether the form is valid, and whether only the first selection is missing. One state therefore
  // represents all with the same first problem and, while that selection is missing, the same number of problems.
  facts: ({ form: { problems: wrong, values }, countries, states, today, notice }) => ({
    first: wrong[0]?.field,
    besidesPerson: values.certifyThatIAmPerson === '' ? wrong.length : 0,
    isForAnother: values.certifyThatIAmPerson === 'agent',
    hasLists: countries !== null,
    country: countries === null ? values.country : null,
    states: states?.length,
    isBornTomorrow: values.agentDateOfBirth === TOMORROW && today === null,
    hasNotice: notice !== null,
  }),
});
