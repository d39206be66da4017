/**
 * Privacy opt-out of account holders (P §2.8, §4, §5.4), submitted once. The input stays in memory. The draft contains
 * only the key of a submission in flight.
 */
import { assign, setup } from 'xstate';
import { demographics } from '#domain/profile/demographics/calls.ts';
import { type State, USA } from '#domain/profile/demographics/shapes.ts';
import { privacy } from '#domain/profile/privacy/calls.ts';
import {
  type PrivacyNotice,
  type PrivacyResult,
  confirmationNumberOf,
  noticeOf,
} from '#domain/profile/privacy/outcome.ts';
import * as rules from '#domain/profile/privacy/rules.ts';
import type { OptOut, OptOutValues, PrivacyDraft } from '#domain/profile/privacy/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from '../../kit/focus.ts';
import { type Form, type FormEvent, isChanged } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer } from '../../kit/params.ts';
import { required } from '../../kit/required.ts';
import { type SubmissionInput, submission } from '../../kit/submission.machine.ts';

export const privacyOptOutSubmission = submission('privacyOptOutSubmission', {
  send: call(privacy.optOut),
  settle: call(privacy.settleOptOut),
  isAccepted: rules.isReceived,
});

export interface PrivacyOptOutInput {
  /** Draft of an opt-out that was in flight when the page was reloaded. */
  readonly draft: PrivacyDraft | null;
}

interface Context extends rules.OptOutFacts {
  readonly form: Form<OptOutValues>;
  /** Key of the submission in flight. */
  readonly key: string | null;
  /** Confirmation number of the received opt-out. */
  readonly confirmationNumber: string | null;
  /** Notice above the form. */
  readonly notice: PrivacyNotice | null;
}

const form = createForm<OptOutValues, rules.OptOutFacts>({
  schema: rules.optOutSchema,
  normalize: (field, value) => (typeof value === 'string' ? rules.normalizeOptOutField(field, value) : value),
}).inMachine('form', { facts: (context: Context) => context, errorsDelay: ERRORS_DELAY });

/**
 * Returns the input of the submission. Its body is null if the opt-out was sent before a reload; then the machine only
 * asks for the outcome.
 */
const submissionOf = ({ key, states, form: { values } }: Context): SubmissionInput<OptOut> => ({
  idempotencyKey: required(key, 'a key'),
  body: states === null ? null : rules.optOutOf(values),
});

export const privacyOptOut = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'submit.pressed' } | { type: 'retry.wanted' },
    input: {} as PrivacyOptOutInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { submitOptOut: 'submitOptOut' },
  },
  actors: {
    getStates: call(demographics.states),
    makeSubmissionKey: effects['key.make'],
    submitOptOut: privacyOptOutSubmission,
  },
  guards: {
    hasBeenSent: ({ context }) => context.key !== null,
    hasStates: ({ context }) => context.states !== null,
    ...form.guards,
    isReceived: (_, { result }: PrivacyResult) => result === 'accepted',
  },
  actions: {
    ...form.actions,
    keepStates: assign(({ context }, states: readonly State[]) => ({
      states,
      form: form.revalidated(context.form, context.form.values, { states }),
    })),
    keepKey: assign({ key: (_, key: string) => key }),
    keepNumber: assign((_, result: PrivacyResult) => ({ confirmationNumber: confirmationNumberOf(result), key: null })),
    /** The input is no longer needed. */
    clearForm: assign(({ context }) => ({ form: form.start(rules.startingOptOut, context) })),
    setResult: assign((_, result: PrivacyResult) => ({ notice: noticeOf(result), key: null })),
    setCouldNotSend: assign({ notice: 'couldNotSend' }),
    clearNotice: assign({ notice: null }),
    focusNotice: focus('notice', NOTICE_DELAY),
  },
}).createMachine({
  id: 'privacyOptOut',
  description: 'An account holder opts out of sharing and marketing; all options are preselected',
  context: ({ input: { draft } }) => ({
    states: null,
    form: form.start(rules.startingOptOut, { states: null }),
    key: draft?.key ?? null,
    confirmationNumber: null,
    notice: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      description: 'Chooses the first state; an opt-out that was sent before a reload is not sent again',
      always: [{ guard: 'hasBeenSent', target: 'submittingOptOut' }, { target: 'gettingStates' }],
    },

    gettingStates: {
      description: 'The list of states is loading',
      tags: 'busy',
      invoke: {
        id: 'getStates',
        src: 'getStates',
        input: { params: { countryCode: USA } },
        onDone: { target: 'fillingIn', actions: withAnswer('keepStates') },
        onError: 'couldNotLoad',
      },
    },

    couldNotLoad: {
      description: 'Loading the states failed; the person can retry',
      entry: 'focusNotice',
      on: { 'retry.wanted': 'gettingStates' },
    },

    fillingIn: {
      description: 'The person fills in the form',
      tags: 'entering',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'makingSubmissionKey', actions: 'clearNotice' }, 'clearNotice'),
      },
    },

    makingSubmissionKey: {
      description: 'The machine creates an idempotency key, so that the opt-out counts only once',
      tags: ['busy', 'entering'],
      invoke: {
        id: 'makeSubmissionKey',
        src: 'makeSubmissionKey',
        input: {},
        onDone: { target: 'submittingOptOut', actions: withAnswer('keepKey') },
        onError: { target: 'fillingIn', actions: ['setCouldNotSend', 'focusNotice'] },
      },
    },

    submittingOptOut: {
      description: 'The opt-out is in flight, or the machine asks the server for its outcome',
      tags: ['busy', 'entering'],
      invoke: {
        id: 'submitOptOut',
        src: 'submitOptOut',
        input: ({ context }) => submissionOf(context),
        onDone: [
          {
            guard: withAnswer('isReceived'),
            target: 'optOutReceived',
            actions: [withAnswer('keepNumber'), 'clearForm', 'focusNotice'],
          },
          // The input stays.
          { guard: 'hasStates', target: 'fillingIn', actions: [withAnswer('setResult'), 'focusNotice'] },
          { target: 'gettingStates', actions: withAnswer('setResult') },
        ],
        // The key stays, so that a retry asks for its outcome or sends the opt-out under the same key.
        onError: 'outcomeCheckFailed',
      },
    },

    outcomeCheckFailed: {
      description: 'Asking the server for the outcome of the opt-out failed; the person can retry',
      tags: 'entering',
      entry: 'focusNotice',
      on: { 'retry.wanted': 'submittingOptOut' },
    },

    optOutReceived: {
      description: 'The opt-out was received; a thank-you message replaces the form',
      tags: ['completed', 'settled'],
    },
  },
});

/** Returns the draft of an opt-out in flight, which is its key (ruling 4). */
export const privacyOptOutDraft = ({ key }: Context): PrivacyDraft | null =>
  key === null ? null : { version: 1, key };

/** Returns true if the form has unsent input. */
export const hasUnsentOptOut = ({ form: entered }: Context): boolean => isChanged(entered, rules.startingOptOut);
