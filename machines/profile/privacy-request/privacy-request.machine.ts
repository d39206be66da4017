/**
 * California privacy rights form (P §2.7, §4, §5.2), for oneself or on behalf of another person, submitted once. The
 * draft has the input, except a date of birth (ruling 112).
 */
import { assign, setup } from 'xstate';
import { demographics } from '#domain/profile/demographics/calls.ts';
import { type Country, type State, USA } from '#domain/profile/demographics/shapes.ts';
import { privacy } from '#domain/profile/privacy/calls.ts';
import {
  type PrivacyNotice,
  type PrivacyResult,
  getConfirmationNumber,
  toPrivacyNotice,
} from '#domain/profile/privacy/outcome.ts';
import * as rules from '#domain/profile/privacy/rules.ts';
import type { PrivacyRequestValues } from '#domain/profile/privacy/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade, ScreenMeta } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { FieldChanged, Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { hasFailed } from '../../kit/load-parts.machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loadingParts } from '../../kit/loading.ts';
import { type Keyed, submitActions, submitGuards, submitOnce } from '../../kit/submit-once.ts';
import { type PrivacyLists, privacyLists } from './privacy-lists.machine.ts';

export const privacyRequestSubmission = submission('privacyRequestSubmission', {
  send: call(privacy.request),
  settle: call(privacy.settleRequest),
  isAccepted: rules.isReceived,
});

export interface PrivacyRequestInput extends Pick<
  rules.PrivacyRequestDeps,
  'limits' | 'relationships' | 'agentRelationships' | 'servicer'
> {
  /** Draft from an earlier visit: the entries, and the key of a request in flight. */
  readonly draft: FormDraft | null;
}

interface Context extends rules.PrivacyRequestDeps, Keyed {
  /** Null until the lists have loaded. */
  readonly countries: readonly Country[] | null;
  readonly form: Form<PrivacyRequestValues>;
  /** Confirmation number of the received request. */
  readonly confirmationNumber: string | null;
  /** Notice above the form. */
  readonly notice: PrivacyNotice | null;
}

const form = createForm<PrivacyRequestValues, rules.PrivacyRequestDeps>({
  schema: rules.privacyRequestSchema,
  normalize: (field, value, values) =>
    typeof value === 'string' ? rules.normalizePrivacyField(field, value, values) : value,
  deriveOnChange: rules.derivePrivacyRequest,
  notStored: ['agentDateOfBirth'],
}).inMachine('form', {
  facts: (context: Context) => context,
  // The states of the new country have not loaded yet.
  changes: (_, { field }) => (field === 'country' ? { states: null } : {}),
});

function toContext({ draft, ...facts }: PrivacyRequestInput): Context {
  const start = { ...facts, states: null, today: null };
  return {
    ...start,
    countries: null,
    form: form.start(form.restored(rules.startingPrivacyRequest, draft), start),
    key: draft?.key ?? null,
    confirmationNumber: null,
    notice: null,
  };
}

export const privacyRequest = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | KeyMade
      | { type: 'submit.pressed' }
      | { type: 'states.requested' }
      | { type: 'retry.requested' },
    input: {} as PrivacyRequestInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { submitRequest: 'submitRequest' },
  },
  actors: {
    getLists: privacyLists,
    getStates: call(demographics.states),
    submitRequest: privacyRequestSubmission,
  },
  guards: {
    hasFailed,
    ...submitGuards,
    hasLists: ({ context }) => context.countries !== null,
    ...form.guards,
    isAbroad: ({ context: { form: entered } }) => !['', USA].includes(entered.values.country),
    isOnlyPersonMissing: ({ context }) => rules.isOnlyPersonMissing(context.form.problems),
    isCountryField: (_, { field }: FieldChanged) => field === 'country',
    isCountryChosen: (_, { field, value }: FieldChanged) => field === 'country' && value !== '',
    isReceived: (_, { result }: PrivacyResult) => result === 'accepted',
  },
  actions: {
    ...form.actions,
    ...submitActions,
    setLists: assign(({ context }, { states, ...lists }: PrivacyLists) => {
      const { values } = context.form;
      const now = { ...lists, states: values.country === USA ? states : null };
      return { ...now, form: form.revalidated(context.form, values, { ...context, ...now }) };
    }),
    setStates: assign(({ context }, states: readonly State[]) => ({
      states,
      form: form.revalidated(context.form, context.form.values, { ...context, states }),
    })),
    setNumber: assign((_, result: PrivacyResult) => ({
      confirmationNumber: getConfirmationNumber(result),
      key: null,
    })),
    /** The input is no longer needed. */
    clearForm: assign(({ context }) => ({ form: form.start(rules.startingPrivacyRequest, context) })),
    setResult: assign((_, result: PrivacyResult) => ({ notice: toPrivacyNotice(result), key: null })),
    clearNotice: assign({ notice: null }),
  },
}).createMachine({
  id: 'privacyRequest',
  description: 'A person exercises California privacy rights, for themselves or on behalf of another person',
  context: ({ input }) => toContext(input),
  initial: 'starting',
  states: {
    starting: {
      description: 'Chooses the first state; a request that was sent before a reload is not sent again',
      always: [{ guard: 'hasBeenSent', target: 'submittingRequest' }, { target: 'gettingLists' }],
    },

    ...loadingParts('gettingLists', {
      what: 'the lists of the form',
      actor: 'getLists',
      input: {},
      onDone: [
        // The draft has another country.
        { guard: 'isAbroad', target: 'fillingIn.lookingUpStates', actions: withAnswer('setLists', 'loaded') },
        { target: 'fillingIn', actions: withAnswer('setLists', 'loaded') },
      ],
    }),

    fillingIn: {
      description: 'The person fills in the form',
      tags: 'entering',
      initial: 'typing',
      states: {
        typing: { description: 'No states are loading' },
        lookingUpStates: {
          description: 'The person selected another country, and its states are loading',
          tags: 'background',
          invoke: {
            id: 'getStates',
            src: 'getStates',
            input: ({ context }) => ({ params: { countryCode: context.form.values.country } }),
            onDone: { target: 'typing', actions: withAnswer('setStates') },
            onError: 'statesMissing',
          },
        },
        statesMissing: {
          description: 'Loading the states of the country failed; the person can retry',
          on: { 'states.requested': { target: 'lookingUpStates', actions: focusOn('country') } },
        },
      },
      on: {
        'field.changed': [
          { guard: withEvent('isCountryChosen'), target: '.lookingUpStates', ...form.onChange() },
          { guard: withEvent('isCountryField'), target: '.typing', ...form.onChange() },
          form.onChange(),
        ],
        'field.left': form.onLeave(),
        'submit.pressed': [
          { guard: 'isFormComplete', target: 'submittingRequest', actions: 'clearNotice' },
          // If a missing selection is the only error, the selection itself receives focus (P §5.2).
          {
            guard: 'isOnlyPersonMissing',
            actions: ['attemptForm', 'clearNotice', focusOn('certifyThatIAmPerson')],
          },
          { actions: ['attemptForm', 'clearNotice', 'focusErrors'] },
        ],
      },
    },

    ...submitOnce('submittingRequest', {
      what: 'the request',
      actor: 'submitRequest',
      request: (context: Context) => ({ body: rules.toPrivacyRequest(context.form.values, context) }),
      waiting: 'busy',
      tags: ['entering'],
      onDone: [
        {
          guard: withAnswer('isReceived'),
          target: 'requestReceived',
          actions: [withAnswer('setNumber'), 'clearForm', 'focusNotice'],
        },
        // The input stays.
        { guard: 'hasLists', target: 'fillingIn', actions: [withAnswer('setResult'), 'focusNotice'] },
        { target: 'gettingLists', actions: withAnswer('setResult') },
      ],
    }),

    requestReceived: {
      description: 'The request was received; a thank-you message replaces the form',
      tags: ['completed', 'settled'],
    },
  },
});

/** Returns the draft: the entries, and the key of a request in flight (rulings 4, 112). */
export const privacyRequestDraft = ({ form: entered, key }: Context): FormDraft | null =>
  toFormDraft(form.typed(entered, rules.startingPrivacyRequest), { key });
