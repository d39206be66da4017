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
import type { OptOutValues, PrivacyDraft } from '#domain/profile/privacy/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusWanted, KeyMade, ScreenMeta } from '../../kit/events.ts';
import { type Form, type FormEvent, isChanged } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type Keyed, submitActions, submitOnce } from '../../kit/submit-once.ts';

export const privacyOptOutSubmission = submission('privacyOptOutSubmission', {
  send: call(privacy.optOut),
  settle: call(privacy.settleOptOut),
  isAccepted: rules.isReceived,
});

export interface PrivacyOptOutInput {
  /** Draft of an opt-out that was in flight when the page was reloaded. */
  readonly draft: PrivacyDraft | null;
}

interface Context extends rules.OptOutFacts, Keyed {
  readonly form: Form<OptOutValues>;
  /** Confirmation number of the received opt-out. */
  readonly confirmationNumber: string | null;
  /** Notice above the form. */
  readonly notice: PrivacyNotice | null;
}

const form = createForm<OptOutValues, rules.OptOutFacts>({
  schema: rules.optOutSchema,
  normalize: (field, value) => (typeof value === 'string' ? rules.normalizeOptOutField(field, value) : value),
}).inMachine('form', { facts: (context: Context) => context });

export const privacyOptOut = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | KeyMade | { type: 'submit.pressed' } | { type: 'retry.wanted' },
    input: {} as PrivacyOptOutInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { submitOptOut: 'submitOptOut' },
  },
  actors: {
    getStates: call(demographics.states),
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
    ...submitActions,
    keepStates: assign(({ context }, states: readonly State[]) => ({
      states,
      form: form.revalidated(context.form, context.form.values, { states }),
    })),
    keepNumber: assign((_, result: PrivacyResult) => ({ confirmationNumber: confirmationNumberOf(result), key: null })),
    /** The input is no longer needed. */
    clearForm: assign(({ context }) => ({ form: form.start(rules.startingOptOut, context) })),
    setResult: assign((_, result: PrivacyResult) => ({ notice: noticeOf(result), key: null })),
    clearNotice: assign({ notice: null }),
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

    ...loading('gettingStates', {
      what: 'the list of states',
      actor: 'getStates',
      input: { params: { countryCode: USA } },
      onDone: { target: 'fillingIn', actions: withAnswer('keepStates') },
    }),

    fillingIn: {
      description: 'The person fills in the form',
      tags: 'entering',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'submittingOptOut', actions: 'clearNotice' }, 'clearNotice'),
      },
    },

    ...submitOnce('submittingOptOut', {
      what: 'the opt-out',
      actor: 'submitOptOut',
      request: ({ form: { values } }: Context) => ({ body: rules.optOutOf(values) }),
      waiting: 'busy',
      tags: ['entering'],
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
    }),

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
