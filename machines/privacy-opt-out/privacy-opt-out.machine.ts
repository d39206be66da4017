/**
 * The privacy opt-out of account holders (P §2.8, §4, §5.4), submitted once. Nothing that is typed leaves memory; a draft
 * holds only the key of a submission under way.
 */
import { assign, setup } from 'xstate';
import { demographics } from '#domain/demographics/calls.ts';
import { type State, USA } from '#domain/demographics/shapes.ts';
import { privacy } from '#domain/privacy/calls.ts';
import { type PrivacyNotice, type PrivacyResult, confirmationNumberOf, noticeOf } from '#domain/privacy/outcome.ts';
import * as rules from '#domain/privacy/rules.ts';
import type { OptOut, OptOutValues, PrivacyDraft } from '#domain/privacy/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from '../kit/focus.ts';
import { type Form, type FormEvent, isChanged } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { withAnswer } from '../kit/params.ts';
import { required } from '../kit/required.ts';
import { type SubmissionInput, submission } from '../kit/submission.machine.ts';

export const privacyOptOutSubmission = submission('privacyOptOutSubmission', {
  send: call(privacy.optOut),
  settle: call(privacy.settleOptOut),
  isAccepted: rules.isReceived,
});

export interface PrivacyOptOutInput {
  /** What was kept of an opt-out that was under way when the page was reloaded. */
  readonly draft: PrivacyDraft | null;
}

interface Context extends rules.OptOutFacts {
  readonly form: Form<OptOutValues>;
  /** The key of the submission that is under way. */
  readonly key: string | null;
  /** The number of the opt-out that was received. */
  readonly confirmationNumber: string | null;
  /** Said above the form. */
  readonly notice: PrivacyNotice | null;
}

const form = createForm<OptOutValues, rules.OptOutFacts>({
  schema: rules.optOutSchema,
  normalize: (field, value) => (typeof value === 'string' ? rules.normalizeOptOutField(field, value) : value),
}).inMachine('form', { facts: (context: Context) => context, errorsDelay: ERRORS_DELAY });

/** What is submitted; nothing where it was sent before a reload, so that only its outcome is asked for. */
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
    /** What was typed is needed no more. */
    clearForm: assign(({ context }) => ({ form: form.start(rules.startingOptOut, context) })),
    setResult: assign((_, result: PrivacyResult) => ({ notice: noticeOf(result), key: null })),
    setCouldNotSend: assign({ notice: 'couldNotSend' }),
    clearNotice: assign({ notice: null }),
    focusNotice: focus('notice', NOTICE_DELAY),
  },
}).createMachine({
  id: 'privacyOptOut',
  description: 'An account holder opts out of sharing and marketing; everything is ticked at first',
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
      description: 'An opt-out that was sent before a reload is not sent again',
      always: [{ guard: 'hasBeenSent', target: 'submittingOptOut' }, { target: 'gettingStates' }],
    },

    gettingStates: {
      description: 'The states that the form offers are being fetched',
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
      description: 'The states could not be fetched; that can be tried again',
      entry: 'focusNotice',
      on: { 'retry.wanted': 'gettingStates' },
    },

    fillingIn: {
      description: 'The form is being filled in',
      tags: 'entering',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'makingSubmissionKey', actions: 'clearNotice' }, 'clearNotice'),
      },
    },

    makingSubmissionKey: {
      description: 'A key is made under which this opt-out counts only once',
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
      description: 'The opt-out is under way, or the server is asked what became of it',
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
          // Everything that was entered is still there.
          { guard: 'hasStates', target: 'fillingIn', actions: [withAnswer('setResult'), 'focusNotice'] },
          { target: 'gettingStates', actions: withAnswer('setResult') },
        ],
        // The key stays, so that trying again asks about it, or sends it under the same key.
        onError: 'outcomeNotKnown',
      },
    },

    outcomeNotKnown: {
      description: 'What became of the opt-out could not even be asked for; that can be tried again',
      tags: 'entering',
      entry: 'focusNotice',
      on: { 'retry.wanted': 'submittingOptOut' },
    },

    optOutReceived: {
      description: 'The opt-out was received; a thank-you stands in place of the form',
      tags: ['completed', 'settled'],
    },
  },
});

/** What is kept of an opt-out while it is under way: its key (ruling 4). */
export const privacyOptOutDraft = ({ key }: Context): PrivacyDraft | null =>
  key === null ? null : { version: 1, key };

/** Whether something has been entered that was not sent. */
export const hasUnsentOptOut = ({ form: entered }: Context): boolean => isChanged(entered, rules.startingOptOut);
