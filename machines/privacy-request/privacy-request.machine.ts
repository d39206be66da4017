/**
 * The California privacy rights form (P §2.7, §4, §5.2): for oneself or for somebody else, submitted once. Nothing that is
 * typed leaves memory; a draft holds only the key of a submission under way.
 */
import { assign, setup } from 'xstate';
import { demographics } from '#domain/demographics/calls.ts';
import type { Country, State } from '#domain/demographics/shapes.ts';
import { privacy } from '#domain/privacy/calls.ts';
import { type PrivacyNotice, type PrivacyResult, confirmationNumberOf, noticeOf } from '#domain/privacy/outcome.ts';
import * as rules from '#domain/privacy/rules.ts';
import type { PrivacyDraft, PrivacyRequest, PrivacyRequestValues } from '#domain/privacy/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus, focusField, focusOn } from '../kit/focus.ts';
import { type FieldChanged, type Form, type FormEvent, isChanged } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { hasFailed, withLoaded } from '../kit/load-parts.machine.ts';
import { withAnswer, withEvent } from '../kit/params.ts';
import { required } from '../kit/required.ts';
import { type SubmissionInput, submission } from '../kit/submission.machine.ts';
import { type PrivacyLists, privacyLists } from '../privacy-lists/privacy-lists.machine.ts';

export const privacyRequestSubmission = submission('privacyRequestSubmission', {
  send: call(privacy.request),
  settle: call(privacy.settleRequest),
  isAccepted: rules.isReceived,
});

export interface PrivacyRequestInput extends Pick<
  rules.PrivacyRequestFacts,
  'limits' | 'relationships' | 'agentRelationships' | 'servicer'
> {
  /** What was kept of a request that was under way when the page was reloaded. */
  readonly draft: PrivacyDraft | null;
}

interface Context extends rules.PrivacyRequestFacts {
  /** Null until they are there. */
  readonly countries: readonly Country[] | null;
  readonly form: Form<PrivacyRequestValues>;
  /** The key of the submission that is under way. */
  readonly key: string | null;
  /** The number of the request that was received. */
  readonly confirmationNumber: string | null;
  /** Said above the form. */
  readonly notice: PrivacyNotice | null;
}

const form = createForm<PrivacyRequestValues, rules.PrivacyRequestFacts>({
  schema: rules.privacyRequestSchema,
  normalize: (field, value, values) =>
    typeof value === 'string' ? rules.normalizePrivacyField(field, value, values) : value,
  deriveOnChange: rules.derivePrivacyRequest,
}).inMachine('form', {
  facts: (context: Context) => context,
  // Of another country the states are not known yet.
  changes: (_, { field }) => (field === 'country' ? { states: null } : {}),
  errorsDelay: ERRORS_DELAY,
});

function contextOf({ draft, ...facts }: PrivacyRequestInput): Context {
  const start = { ...facts, states: null, today: null };
  return {
    ...start,
    countries: null,
    form: form.start(rules.startingPrivacyRequest, start),
    key: draft?.key ?? null,
    confirmationNumber: null,
    notice: null,
  };
}

/** What is submitted; nothing where it was sent before a reload, so that only its outcome is asked for. */
const submissionOf = (context: Context): SubmissionInput<PrivacyRequest> => ({
  idempotencyKey: required(context.key, 'a key'),
  body: context.countries === null ? null : rules.privacyRequestOf(context.form.values, context),
});

export const privacyRequest = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'submit.pressed' } | { type: 'states.wanted' } | { type: 'retry.wanted' },
    input: {} as PrivacyRequestInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'background' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { submitRequest: 'submitRequest' },
  },
  actors: {
    getLists: privacyLists,
    getStates: call(demographics.states),
    makeSubmissionKey: effects['key.make'],
    submitRequest: privacyRequestSubmission,
  },
  guards: {
    hasFailed,
    hasBeenSent: ({ context }) => context.key !== null,
    hasLists: ({ context }) => context.countries !== null,
    ...form.guards,
    isOnlyPersonMissing: ({ context }) => rules.isOnlyPersonMissing(context.form.problems),
    isCountryField: (_, { field }: FieldChanged) => field === 'country',
    isCountryChosen: (_, { field, value }: FieldChanged) => field === 'country' && value !== '',
    isReceived: (_, { result }: PrivacyResult) => result === 'accepted',
  },
  actions: {
    ...form.actions,
    keepLists: assign(({ context }, lists: PrivacyLists) => ({
      ...lists,
      form: form.revalidated(context.form, context.form.values, { ...context, ...lists }),
    })),
    keepStates: assign(({ context }, states: readonly State[]) => ({
      states,
      form: form.revalidated(context.form, context.form.values, { ...context, states }),
    })),
    keepKey: assign({ key: (_, key: string) => key }),
    keepNumber: assign((_, result: PrivacyResult) => ({ confirmationNumber: confirmationNumberOf(result), key: null })),
    /** What was typed is needed no more. */
    clearForm: assign(({ context }) => ({ form: form.start(rules.startingPrivacyRequest, context) })),
    setResult: assign((_, result: PrivacyResult) => ({ notice: noticeOf(result), key: null })),
    setCouldNotSend: assign({ notice: 'couldNotSend' }),
    clearNotice: assign({ notice: null }),
    focusNotice: focus('notice', NOTICE_DELAY),
    focusField,
  },
}).createMachine({
  id: 'privacyRequest',
  description: 'Somebody asks, for themselves or for somebody else, what California’s privacy law lets them ask for',
  context: ({ input }) => contextOf(input),
  initial: 'starting',
  states: {
    starting: {
      description: 'A request that was sent before a reload is not sent again',
      always: [{ guard: 'hasBeenSent', target: 'submittingRequest' }, { target: 'gettingLists' }],
    },

    gettingLists: {
      description: 'The lists that the form offers are being fetched',
      tags: 'busy',
      invoke: {
        id: 'getLists',
        src: 'getLists',
        input: {},
        onDone: [
          { guard: withAnswer('hasFailed'), target: 'couldNotLoad' },
          { target: 'fillingIn', actions: withLoaded('keepLists') },
        ],
        onError: 'couldNotLoad',
      },
    },

    couldNotLoad: {
      description: 'The lists could not be fetched; that can be tried again',
      entry: 'focusNotice',
      on: { 'retry.wanted': 'gettingLists' },
    },

    fillingIn: {
      description: 'The form is being filled in',
      tags: 'entering',
      initial: 'typing',
      states: {
        typing: { description: 'Nothing is being fetched' },
        lookingUpStates: {
          description: 'Another country was chosen, and its states are being fetched',
          tags: 'background',
          invoke: {
            id: 'getStates',
            src: 'getStates',
            input: ({ context }) => ({ params: { countryCode: context.form.values.country } }),
            onDone: { target: 'typing', actions: withAnswer('keepStates') },
            onError: 'statesMissing',
          },
        },
        statesMissing: {
          description: 'The states of the country could not be fetched; that can be tried again',
          on: { 'states.wanted': { target: 'lookingUpStates', actions: focusOn('country') } },
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
          { guard: 'isFormComplete', target: 'makingSubmissionKey', actions: 'clearNotice' },
          // A missing selection that is the only error takes the focus itself (P §5.2).
          {
            guard: 'isOnlyPersonMissing',
            actions: ['attemptForm', 'clearNotice', focusOn('certifyThatIAmPerson')],
          },
          { actions: ['attemptForm', 'clearNotice', 'focusErrors'] },
        ],
      },
    },

    makingSubmissionKey: {
      description: 'A key is made under which this request counts only once',
      tags: ['busy', 'entering'],
      invoke: {
        id: 'makeSubmissionKey',
        src: 'makeSubmissionKey',
        input: {},
        onDone: { target: 'submittingRequest', actions: withAnswer('keepKey') },
        onError: { target: 'fillingIn', actions: ['setCouldNotSend', 'focusNotice'] },
      },
    },

    submittingRequest: {
      description: 'The request is under way, or the server is asked what became of it',
      tags: ['busy', 'entering'],
      invoke: {
        id: 'submitRequest',
        src: 'submitRequest',
        input: ({ context }) => submissionOf(context),
        onDone: [
          {
            guard: withAnswer('isReceived'),
            target: 'requestReceived',
            actions: [withAnswer('keepNumber'), 'clearForm', 'focusNotice'],
          },
          // Everything that was entered is still there.
          { guard: 'hasLists', target: 'fillingIn', actions: [withAnswer('setResult'), 'focusNotice'] },
          { target: 'gettingLists', actions: withAnswer('setResult') },
        ],
        // The key stays, so that trying again asks about it, or sends it under the same key.
        onError: 'outcomeNotKnown',
      },
    },

    outcomeNotKnown: {
      description: 'What became of the request could not even be asked for; that can be tried again',
      tags: 'entering',
      entry: 'focusNotice',
      on: { 'retry.wanted': 'submittingRequest' },
    },

    requestReceived: {
      description: 'The request was received; a thank-you stands in place of the form',
      tags: ['completed', 'settled'],
    },
  },
});

/** What is kept of a request while it is under way: its key (ruling 4). */
export const privacyRequestDraft = ({ key }: Context): PrivacyDraft | null =>
  key === null ? null : { version: 1, key };

/** Whether something has been entered that was not sent. */
export const hasUnsentRequest = ({ form: entered }: Context): boolean =>
  isChanged(entered, rules.startingPrivacyRequest);
