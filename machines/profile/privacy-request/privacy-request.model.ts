/** Specification of the California privacy rights form (P §2.7, §4, §5.2; rulings 3, 4, 10, 11, 112). */
import type { ContextFrom } from 'xstate';
import { sampleCountries, sampleStates } from '#domain/profile/demographics/samples.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { REVIEW, toNotice } from '../../kit/expected-page.ts';
import { LIKE_ANOTHER, NOT_ASKED } from '../../kit/expected-submission.ts';
import type { FieldSpec } from '../../kit/spec-form.ts';
import { accepted, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { type FlowSpec, spec, stopsInError, words } from '../../kit/spec.ts';
import { addressSpec } from '../postal-address/address-spec.ts';
import {
  ACCEPTED,
  PRIVACY_FORM_NOTICES,
  NOT_ACCEPTED,
  NUMBER,
  SUBMISSION_TEXTS,
  tooMany,
} from '../privacy/expected-privacy.ts';
import privacyListsModel from './privacy-lists.model.ts';
import { privacyRequest, privacyRequestDraft, privacyRequestSubmission } from './privacy-request.machine.ts';

type Context = ContextFrom<typeof privacyRequest>;
type Values = Context['form']['values'];
type RuleInput = Pick<Context, 'states' | 'today'>;
const { to, stays, given, unseen, press, loads, notLoaded } = words<typeof privacyRequest>();

const SERVICER = 'Larkfield Loan Servicing';
const { relationships, agentRelationships, ...limits } = sampleConfiguration.privacyForm;
const settings = { limits, relationships, agentRelationships, servicer: SERVICER };

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
/** A request for another person, and its draft without the agent's date of birth. */
const typed = { certifyThatIAmPerson: 'agent', agentFirstName: 'Kim', lastName: 'Quist', country: 'GI' };
const draft: FormDraft = { version: 1, key: null, place: null, typed, leftOut: ['agentDateOfBirth'] };

const BAD_NAME = 'Qu<st';
const BAD_CITY = 'Fresno!';
const BAD_ZIP = '9370';
const TOMORROW = '11/21/2026';

/** Returns the validation problems of the sample values, in the order of the form. */
function problems(values: Values, { states, today }: RuleInput) {
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
const expectForm = (values: Values, input: RuleInput, shown: Partial<Context['form']> = {}) =>
  expectedForm(values, problems(values, input), shown);

const isForNobody = ({ form }: Pick<Context, 'form'>) => form.values.certifyThatIAmPerson === '';
const isForAnother = ({ form }: Pick<Context, 'form'>) => form.values.certifyThatIAmPerson === 'agent';
/** The message of a field of the person whom the request is about. */
const about = (start: string, end: string) => (context: Context) =>
  `${start} ${isForAnother(context) ? "the consumer's" : 'your'} ${end}`;
const field = (label: string, entries: readonly string[], errors: FieldSpec<Context>['errors'] = {}) => ({
  label,
  entries,
  errors,
});
/** A field that only a person who acts for another one sees. */
const ofAgent = (...said: Parameters<typeof field>) => ({ ...field(...said), where: isForAnother });

const address = addressSpec<'fillingIn', 'getStates', Context>({
  within: 'fillingIn',
  call: 'getStates',
  withStates: (before, states) => ({
    states,
    form: expectForm(before.form.values, { ...before, states }, before.form),
  }),
});

/** Returns the request body (P §3). The agent's fields are empty if the request is for oneself. */
const toBody = ({ form: { values }, states }: Context) => ({
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

const [answer, record] = ACCEPTED;
const submission = submits<Context>({
  machine: privacyRequestSubmission,
  state: 'submittingRequest',
  by: 'submitRequest',
  request: (before) => ({ body: toBody(before) }),
  sample: {
    body: {},
    accepted: answer,
    rejected: { outcome: 'tooMany' },
    refusals: { 'too many from here': { throws: tooMany } },
    record,
  },
  texts: SUBMISSION_TEXTS,
});
const getsLists = { getLists: {} };

const unknown = { states: null, today: null };
const starts = (stored: FormDraft | null, first = to('gettingLists', undefined, { calls: getsLists })) =>
  [
    { ...settings, draft: stored },
    {
      ...first,
      context: {
        ...settings,
        ...unknown,
        countries: null,
        form: expectForm({ ...nothing, ...stored?.typed }, unknown),
        key: stored?.key ?? null,
        confirmationNumber: null,
        notice: null,
      },
    },
  ] as const;
const asks = to('submittingRequest', undefined, { calls: submission.asks });

/** The lists have loaded. The notice of a request that was sent before a reload is read now. */
const listed = (today: Context['today'], states: Context['states']) => (before: Context) => ({
  countries: sampleCountries,
  states,
  today,
  form: expectForm(before.form.values, { states, today }),
  notice: before.notice,
});
const lists = (today: Context['today']) =>
  [
    answers({ result: 'loaded', loaded: { countries: sampleCountries, states: sampleStates, today } }),
    // The states of another country than the preselected one are requested.
    given(({ form }) => form.values.country === 'GI', {
      ...address.looksUp('GI'),
      context: listed(today, null),
      focus: null,
    }),
    to('fillingIn.typing', listed(today, sampleStates), { focus: null }),
  ] as const;

const received = to(
  'requestReceived',
  (before) => ({ confirmationNumber: NUMBER, key: null, form: expectForm(nothing, before) }),
  { focus: toNotice },
);
/** All entries stay. After a reload, the lists load first. */
const notReceived = (name: keyof typeof NOT_ACCEPTED) => {
  const [refusal, notice] = NOT_ACCEPTED[name];
  return {
    refusal,
    entering: given(({ countries }) => countries !== null, to('fillingIn.typing', { notice, key: null })),
    loading: to('gettingLists', { notice, key: null }, { calls: getsLists, isReadLater: true }),
  };
};
const tooManyToday = notReceived('no more is received today');
const tooManyFromHere = notReceived('too many from here');
const refused = notReceived('the server refuses the request');
const lost = notReceived('it never arrived');

/**
 * Which events the paths try. They fill in the form in order, and change a complete form. Whom the request is for can
 * stay open until the end.
 */
const tries: FlowSpec<typeof privacyRequest>['tries'] = (event, context) => {
  const { form, today, countries } = context;
  if (event.type !== 'field.changed') return true;
  const [first] = problems(form.values, context).filter(({ field: wrong }) => wrong !== 'certifyThatIAmPerson');
  // Without the business day, only the date that depends on it is tried.
  if (countries !== null && today === null && !isForAnother(context)) return event['value'] === 'agent';
  if (event['value'] === '02/29/1996' && today === null) return false;
  if (event['field'] === 'certifyThatIAmPerson') return first === undefined || form.values.firstName === '';
  return (
    first === undefined || first.field === event['field'] || (event['field'] === 'country' && first.field === 'state')
  );
};

export default spec(privacyRequest, {
  starts: {
    'a person who starts': starts(null),
    'a person who left the form unfinished': starts(draft),
    'a person whose page was reloaded during the submission': starts({ ...draft, key: sampleKey }, asks),
    // Drafts of earlier releases have the key alone.
    'the same, with a draft of an earlier release': starts({ ...draft, key: sampleKey, typed: {}, leftOut: [] }, asks),
  },
  notices: PRIVACY_FORM_NOTICES,
  form: {
    in: ['fillingIn'],
    problems,
    refuses: { notice: null },
    fields: {
      certifyThatIAmPerson: {
        label: 'Who is this request for?',
        role: 'radio',
        entries: [
          { value: 'consumer', name: 'For myself', hides: ['Your Information'] },
          { value: 'agent', name: 'For someone else', reads: ['Your Information'] },
        ],
        empties: Object.keys(noAgent),
        errors: { 'person.required': 'Please make a selection.' },
      },
      agentFirstName: ofAgent('Your First Name', ['Kim'], { 'name.required': 'Please enter your first name.' }),
      agentLastName: ofAgent('Your Last Name', ['Álvarez'], { 'name.required': 'Please enter your last name.' }),
      agentDateOfBirth: ofAgent('Your Date of Birth', ['02/29/1996', TOMORROW], {
        'birthDate.format': 'Please enter your date of birth in the form MM/DD/YYYY.',
        'birthDate.notPast': 'Your date of birth must be in the past.',
      }),
      agentEmail: ofAgent('Your Email Address', ['kim@example.com'], {
        'email.invalid': 'Please enter a valid email address.',
      }),
      agentPhone: {
        ...ofAgent('Your Phone Number', ['(402) 555-0143'], { 'phone.required': 'Please enter your phone number.' }),
        becomes: { '(402) 555-0143': '402-555-0143' },
      },
      agentRelationship: {
        ...ofAgent('Your Relationship to the Consumer', ['Attorney'], {
          'agentRelationship.required': 'Please select your relationship to the consumer.',
        }),
        role: 'combobox',
      },
      firstName: field('First Name', ['Avery'], { 'name.required': about('Please enter', 'first name.') }),
      lastName: field('Last Name', ['Quist', BAD_NAME], {
        'name.required': about('Please enter', 'last name.'),
        'name.characters': about('Please enter', 'last name using letters, hyphens or spaces.'),
      }),
      country: {
        ...address.country('GI', 'US', ''),
        errors: {
          'consumerCountry.required': (context) =>
            `Please select the country ${isForAnother(context) ? 'the consumer lives' : 'you live'} in.`,
        },
      },
      mailingAddress: field('Mailing Address', ['2217 Prairie Rose Lane'], {
        'mailingAddress.required': about('Please enter', 'mailing address.'),
      }),
      city: field('City', ['Lincoln', BAD_CITY], {
        'consumerCity.required': about('Please enter', 'city.'),
        'consumerCity.characters': 'City contains invalid characters.',
      }),
      state: address.state,
      zipCode: field('ZIP/Postal Code', ['68506', BAD_ZIP], {
        'consumerZip.invalid': about('Please enter', '5 digit ZIP/Postal Code.'),
      }),
      email: field('Email Address', ['avery@example.com'], { 'email.invalid': 'Please enter a valid email address.' }),
      typeOfRequest: {
        ...field('Type of Request', ['AccAndDel'], {
          'typeOfRequest.required': about('Please select', 'type of request.'),
        }),
        role: 'combobox',
      },
      relationship: {
        ...field(`Relationship to ${SERVICER}`, ['Borrower'], {
          'relationship.required': about('Please select', `relationship to ${SERVICER}.`),
        }),
        role: 'combobox',
      },
    },
    submit: [{ name: 'Submit Request', then: { ...submission.sends, context: { notice: null } } }],
  },
  states: {
    ...loads('gettingLists', getsLists),
    gettingLists: {
      shows: ['Loading…'],
      when: {
        getLists: {
          'all lists': lists(sampleToday),
          'without the day': lists(null),
          'the countries are missing': notLoaded(
            undefined,
            answers({ result: 'failed', failure: { kind: 'noAnswer' } }),
          ),
          'the machine of the lists stops in error': notLoaded(undefined, stopsInError),
        },
      },
    },
    fillingIn: {
      shows: [
        'California Privacy Rights Request',
        'Who is this request for?',
        'For myself',
        'For someone else',
        "Consumer's Information",
        'Submit Request',
      ],
      on: [
        // If a missing selection is the only error, the selection itself receives focus (P §5.2).
        press(
          'Submit Request',
          'submit.pressed',
          given(
            (context) => isForNobody(context) && problems(context.form.values, context).length === 1,
            stays(
              (before) => ({
                notice: null,
                form: expectForm(before.form.values, before, { ...before.form, attempted: true }),
              }),
              {
                focus: { place: 'field', field: 'certifyThatIAmPerson', delay: 0 },
                reads: [REVIEW, 'Please make a selection.'],
              },
            ),
          ),
        ),
      ],
    },
    ...address.states,
    submittingRequest: {
      over: true,
      on: [submission.keyMade],
      when: {
        submitRequest: {
          'it is received': [accepted(answer), received],
          'it is received, according to the server’s record': [
            accepted(answer, record),
            unseen(LIKE_ANOTHER, received),
          ],
          'no more is received today': [tooManyToday.refusal, tooManyToday.entering, tooManyToday.loading],
          'too many from here': [
            tooManyFromHere.refusal,
            unseen(LIKE_ANOTHER, tooManyFromHere.entering),
            unseen(NOT_ASKED, tooManyFromHere.loading),
          ],
          'the server refuses the request': [refused.refusal, refused.entering, unseen(NOT_ASKED, refused.loading)],
          'it never arrived': [lost.refusal, lost.entering, lost.loading],
          // The key stays, so that a retry asks for the outcome.
          'the machine of the submission stops in error': [
            stopsInError,
            to('outcomeCheckFailed', undefined, { focus: toNotice }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
    requestReceived: { shows: ['Your confirmation number is', NUMBER] },
  },
  finish: ['requestReceived'],
  claims: {
    'a request counts as received only when the server confirms it': {
      reaching: (at) => at.isIn('requestReceived'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
      brokenBy: 'guard isReceived: always true',
    },
    'no input stays in memory after the request was received': {
      never: ({ isIn, context }) => isIn('requestReceived') && !isForNobody(context),
      brokenBy: 'submittingRequest -> submitRequest done [isReceived]: action clearForm removed',
    },
  },
  draft: { of: privacyRequestDraft, secrets: ['02/29/1996', TOMORROW] },
  children: { getLists: privacyListsModel, submitRequest: submission.child },
  tries,
  facts: ({ form: { values }, countries, states, today, key, notice }) => ({
    values,
    hasLists: countries !== null,
    states: states?.length,
    hasDay: today !== null,
    hasKey: key !== null,
    hasNotice: notice !== null,
  }),
  // Guards read whether the form is valid, and whether only the first selection is missing. One state therefore
  // represents all with the same first problem and, while that selection is missing, the same number of problems.
  combinedFacts: ({ form: { problems: wrong, values }, countries, states, today, notice }) => ({
    first: wrong[0] && [wrong[0].field, wrong[0].issue.code],
    besidesPerson: values.certifyThatIAmPerson === '' ? wrong.length : 0,
    isForAnother: values.certifyThatIAmPerson === 'agent',
    hasLists: countries !== null,
    country: countries === null ? values.country : null,
    states: states?.length,
    isBornTomorrow: values.agentDateOfBirth === TOMORROW && today === null,
    hasNotice: notice !== null,
  }),
});
