/**
 * Contact information of a person (P §2.1): shown, changed, and confirmed if the page is a required one (P §5.1). It
 * needs no idempotency key: the server accepts the same change twice, so that the person can press the button again
 * after a request without an answer (ruling 4).
 */
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import * as rules from '#domain/profile/contact/rules.ts';
import type { ContactInformation } from '#domain/profile/contact/shapes.ts';
import { demographics } from '#domain/profile/demographics/calls.ts';
import type { State } from '#domain/profile/demographics/shapes.ts';
import type { AddressDeps } from '#domain/profile/postal-address.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { FieldChanged, FormEvent } from '../../kit/form.ts';
import { hasFailed } from '../../kit/load-parts.machine.ts';
import {
  type CompleteRequiredActionOutput,
  completeRequiredAction,
} from '../../portal/complete-required-action/complete-required-action.machine.ts';
import { type ContactData, contactFacts } from './contact-facts.machine.ts';
import {
  type ContactInformationInput,
  type Context,
  form,
  startedInCountry,
  toSaveRequest,
  startedWith,
  startingContext,
} from './contact-information.forms.ts';
import { loadingParts } from '../../kit/loading.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';

export const contactInformation = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'retry.requested' }
      | { type: 'change.requested' }
      | { type: 'change.canceled' }
      | { type: 'confirm.pressed' }
      | { type: 'submit.pressed' }
      | { type: 'states.requested' }
      | { type: 'latest.chosen' }
      | { type: 'changes.kept' }
      | { type: 'continue.pressed' },
    input: {} as ContactInformationInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'completed' | 'entering',
    meta: {} as ScreenMeta,
  },
  actors: {
    getFacts: contactFacts,
    getContact: call(contact.read),
    getStates: call(demographics.states),
    saveContact: call(contact.save),
    leaveAction: completeRequiredAction,
  },
  guards: {
    hasFailed,
    hasDraft: ({ context: { draft } }) => draft !== null,
    isAction: ({ context }) => context.action !== null,
    ...form.guards,
    isCompleteWith: ({ context }, states: AddressDeps['states']) =>
      rules.isComplete(rules.withKnownState(context.form.values, { states }), { states }),
    hasAddress: ({ context }) => rules.hasAddress(context.contact),
    isCountryField: (_, { field }: FieldChanged) => field === 'country',
    isCountryChosen: (_, { field, value }: FieldChanged) => field === 'country' && value !== '',
    isChangedElsewhere: (_, failure: CallFailure) => rules.isChangedElsewhere(failure),
    hasNavigated: (_, { navigated }: CompleteRequiredActionOutput) => navigated,
  },
  actions: {
    setContact: assign({ contact: (_, known: ContactInformation) => known }),
    startForm: assign(({ context: { draft } }, { contact: known, countries }: ContactData) => ({
      countries,
      ...startedWith(known, countries, draft),
    })),
    clearDraft: assign({ draft: null }),
    setStates: assign(({ context }, states: readonly State[]) => startedInCountry(context, { states })),
    ...form.actions,
    setLatest: assign({ latest: (_, known: ContactInformation) => known }),
    takeLatest: assign(({ context }) => startedWith(context.latest, context.countries)),
    baseOnLatest: assign({ contact: ({ context }) => context.latest }),
    setCouldNotSave: assign({ notice: 'couldNotSave' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'contactInformation',
  description: 'A person views, changes and, on the required page, confirms their contact information',
  context: ({ input }) => startingContext(input),
  initial: 'gatheringFacts',
  states: {
    ...loadingParts('gatheringFacts', {
      what: 'the contact information and the list of countries',
      actor: 'getFacts',
      input: {},
      onDone: [{ target: 'gettingStates', actions: withAnswer('startForm', 'loaded') }],
    }),
    gettingStates: {
      description: 'The states of the country are loading',
      tags: 'busy',
      invoke: {
        id: 'getStates',
        src: 'getStates',
        input: ({ context }) => ({ params: { countryCode: context.form.values.country } }),
        onDone: [
          {
            guard: 'hasDraft',
            target: 'editingContact',
            actions: [withAnswer('setStates'), 'clearDraft'],
          },
          {
            guard: withAnswer('isCompleteWith'),
            target: 'showingContact',
            actions: withAnswer('setStates'),
          },
          {
            target: 'editingContact',
            actions: withAnswer('setStates'),
          },
        ],
        onError: 'couldNotLoad',
      },
    },
    showingContact: {
      description: 'The contact information is shown, with a button to confirm it on the required page',
      on: {
        'change.requested': { target: 'editingContact', actions: 'clearNotice' },
        'confirm.pressed': { guard: 'isAction', target: 'confirmingContact', actions: 'clearNotice' },
      },
    },
    confirmingContact: {
      description: 'The server records that the contact information is correct',
      tags: 'busy',
      invoke: {
        id: 'saveContact',
        src: 'saveContact',
        input: ({ context }) => toSaveRequest(context),
        onDone: {
          target: 'leaving',
          actions: withAnswer('setContact'),
        },
        onError: [
          {
            guard: withFailure('isChangedElsewhere'),
            target: 'gettingLatest',
          },
          { target: 'showingContact', actions: ['setCouldNotSave', 'focusNotice'] },
        ],
      },
    },
    editingContact: {
      description: 'The person edits the contact information',
      tags: 'entering',
      initial: 'typing',
      states: {
        typing: { description: 'No states are loading' },
        lookingUpStates: {
          description: 'The person selected another country, and its states are loading',
          tags: 'background',
          invoke: {
            id: 'lookUpStates',
            src: 'getStates',
            input: ({ context }) => ({ params: { countryCode: context.form.values.country } }),
            onDone: {
              target: 'typing',
              actions: withAnswer('setStates'),
            },
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
        'change.canceled': { guard: 'hasAddress', target: 'gatheringFacts', actions: 'clearNotice' },
        'submit.pressed': form.onSubmit({ target: 'savingContact', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    savingContact: {
      description: 'The server saves the changes',
      tags: ['busy', 'entering'],
      invoke: {
        id: 'saveContact',
        src: 'saveContact',
        input: ({ context }) => toSaveRequest(context),
        onDone: [
          {
            guard: 'isAction',
            target: 'leaving',
            actions: withAnswer('setContact'),
          },
          {
            target: 'contactSaved',
            actions: [withAnswer('setContact'), 'focusNotice'],
          },
        ],
        onError: [
          {
            guard: withFailure('isChangedElsewhere'),
            target: 'gettingLatest',
          },
          { target: 'editingContact', actions: ['setCouldNotSave', 'focusNotice'] },
        ],
      },
    },
    contactSaved: {
      description: 'The server has saved the changes',
      tags: 'completed',
      on: { 'change.requested': 'editingContact' },
    },
    gettingLatest: {
      description: 'The contact information was changed elsewhere; the latest version is loading, and the input stays',
      tags: ['busy', 'entering'],
      invoke: {
        id: 'getLatest',
        src: 'getContact',
        input: {},
        onDone: {
          target: 'changedElsewhere',
          actions: [withAnswer('setLatest'), 'focusNotice'],
        },
        onError: { target: 'latestMissing', actions: 'focusNotice' },
      },
    },
    changedElsewhere: {
      description: 'The latest version and the input appear side by side, and the person chooses one',
      tags: 'entering',
      on: {
        'latest.chosen': { target: 'gettingStates', actions: 'takeLatest' },
        'changes.kept': { target: 'editingContact', actions: 'baseOnLatest' },
      },
    },
    latestMissing: {
      description:
        'The contact information was changed elsewhere, and loading the latest version failed; the person can retry',
      tags: 'entering',
      on: { 'retry.requested': 'gettingLatest' },
    },
    leaving: {
      description:
        'The change is saved; the server reports the remaining required actions, and the requested address opens',
      tags: 'busy',
      invoke: {
        id: 'leaveAction',
        src: 'leaveAction',
        input: ({ context }) => ({ action: context.action ?? '' }),
        onDone: [
          { guard: withAnswer('hasNavigated'), target: 'left' },
          { target: 'couldNotContinue', actions: 'focusNotice' },
        ],
        onError: { target: 'couldNotContinue', actions: 'focusNotice' },
      },
    },
    couldNotContinue: {
      description: 'The change is saved, but the requested address did not open; the person can retry',
      tags: 'completed',
      on: { 'continue.pressed': 'leaving' },
    },
    left: { description: 'The page has closed', type: 'final' },
  },
});
