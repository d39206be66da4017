/**
 * Somebody has forgotten username or password: they say who they are as for registration (ruling 49), are shown their
 * usernames, masked, and set a new password. It needs no key of its own: the server takes the same password again as set, so
 * that after a request without an answer the button simply may be pressed again (ruling 4). Nothing that is typed leaves
 * memory.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallFailure } from '#domain/call.ts';
import { credentials } from '#domain/credentials/calls.ts';
import * as rules from '#domain/credentials/rules.ts';
import type {
  IdentityValues,
  MaskedUsername,
  ResetAnswer,
  ResetValues,
  UsernamesAnswer,
} from '#domain/credentials/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { focus, focusField, focusOn } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { identityRules, notAnswered } from '../kit/identity-form.ts';
import { withAnswer } from '../kit/params.ts';

interface Context extends rules.ResetFacts {
  /** The business day; null where it could not be asked for, so that the server alone validates against it. */
  readonly today: PlainDate | null;
  readonly identity: Form<IdentityValues>;
  /** In memory only. */
  readonly reset: Form<ResetValues>;
  /** The usernames of whoever was recognized by what stands in the form; empty before. */
  readonly usernames: readonly MaskedUsername[];
  /** Said above the form. */
  readonly notice:
    | 'notRecognized'
    | 'noUsername'
    | 'tooManyAttempts'
    | 'onlyByPhone'
    | 'couldNotAsk'
    | 'couldNotReset'
    | null;
}

const nothingRefused: rules.ResetFacts = { withUsername: null, commonPassword: null };

const identityForm = identityRules.inMachine('identity', {
  facts: (context: Context) => context,
  changes: () => ({ usernames: [] }),
});

const resetForm = createForm<ResetValues, rules.ResetFacts>({
  schema: rules.resetSchema,
  validateOnChange: (field) => field === 'usernameId',
}).inMachine('reset', { facts: (context: Context) => context });

const emptyReset = (usernames: UsernamesAnswer['usernames']) => ({
  ...nothingRefused,
  usernames,
  reset: resetForm.start(rules.startingReset(usernames), nothingRefused),
});
const emptyForms = (today: PlainDate | null) => ({
  identity: identityForm.start(rules.startingIdentity, { today }),
  ...emptyReset([]),
});

export const accountRecovery = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'submit.pressed' }
      | ScreenWanted<'#identity' | '#newPassword' | '#passwordSet'>,
    input: {} as Readonly<Record<string, never>>,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
  },
  actors: {
    getToday: effects['clock.today'],
    findUsernames: call(credentials.findUsernames),
    resetPassword: call(credentials.resetPassword),
  },
  guards: {
    ...identityForm.guards,
    ...resetForm.guards,
    hasUsernames: ({ context }) => context.usernames.length > 0,
    isAnsweredRecognized: (_, answer: UsernamesAnswer) => rules.isRecognized(answer),
    isAnsweredUsernames: (_, answer: UsernamesAnswer) => answer.usernames.length > 0,
    isTooManyAttempts: (_, failure: CallFailure) => rules.isTooManyAttempts(failure),
    isOnlyByPhone: (_, failure: CallFailure) => rules.isOnlyByPhone(failure),
    isReset: (_, answer: ResetAnswer) => rules.isPasswordReset(answer),
    isPasswordCommon: (_, answer: ResetAnswer) => answer.outcome === 'commonPassword',
    isWithUsername: (_, answer: ResetAnswer) => answer.outcome === 'containsUsername',
  },
  actions: {
    keepToday: assign((_, today: PlainDate) => ({ today, ...emptyForms(today) })),
    ...identityForm.actions,
    ...resetForm.actions,
    keepUsernames: assign((_, { usernames }: UsernamesAnswer) => emptyReset(usernames)),
    setNotRecognized: assign({ notice: 'notRecognized' }),
    setNoUsername: assign({ notice: 'noUsername' }),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setOnlyByPhone: assign({ notice: 'onlyByPhone' }),
    setCouldNotAsk: assign({ notice: 'couldNotAsk' }),
    setCouldNotReset: assign({ notice: 'couldNotReset' }),
    clearUsernames: assign(() => emptyReset([])),
    refuseWithUsername: assign(({ context }) =>
      resetForm.reveal(context, { withUsername: context.reset.values.newPassword }, 'newPassword'),
    ),
    refuseCommonPassword: assign(({ context }) =>
      resetForm.reveal(context, { commonPassword: context.reset.values.newPassword }, 'newPassword'),
    ),
    clearNotice: assign({ notice: null }),
    /** What was typed is needed no more; only the username that was chosen is shown. */
    clearForms: assign(({ context }) => ({
      ...emptyForms(context.today),
      usernames: context.usernames.filter(({ id }) => id === context.reset.values.usernameId),
    })),
    forgetUsernames: assign({ usernames: [] }),
    focusNotice: focus('notice'),
    focusField,
  },
}).createMachine({
  id: 'accountRecovery',
  description: 'Somebody who has forgotten username or password says who they are, and sets a new password',
  context: { today: null, ...emptyForms(null), notice: null },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'The business day is asked for, against which a date of birth is validated',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getToday',
        src: 'getToday',
        input: {},
        onDone: { target: 'identifyingBorrower', actions: withAnswer('keepToday') },
        onError: 'identifyingBorrower',
      },
    },

    identifyingBorrower: {
      id: 'identity',
      description: 'Account number, date of birth and the last four digits of the Social Security number',
      meta: { path: '/account/forgot', title: 'Find Your Username' },
      route: {},
      // Back and Forward do what the buttons do (ruling 24).
      exit: 'clearNotice',
      on: {
        'field.changed': identityForm.onChange(),
        'field.left': identityForm.onLeave(),
        'continue.pressed': identityForm.onSubmit({ target: 'findingUsernames' }),
      },
    },

    findingUsernames: {
      description: 'The server is asked for the usernames of the borrower who has all three',
      meta: { title: 'Find Your Username' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'findUsernames',
        src: 'findUsernames',
        input: ({ context }) => ({ body: rules.identityOf(context.identity.values) }),
        onDone: [
          {
            guard: withAnswer('isAnsweredUsernames'),
            target: 'choosingPassword',
            actions: withAnswer('keepUsernames'),
          },
          {
            guard: withAnswer('isAnsweredRecognized'),
            target: 'identifyingBorrower',
            actions: ['setNoUsername', 'focusNotice'],
          },
          { target: 'identifyingBorrower', actions: ['setNotRecognized', 'focusNotice'] },
        ],
        onError: notAnswered('identifyingBorrower', 'setCouldNotAsk'),
      },
    },

    choosingPassword: {
      id: 'newPassword',
      description: 'The usernames are shown, masked, and a new password is being chosen',
      meta: { path: '/account/forgot/password', title: 'New Password' },
      route: { guard: 'hasUsernames' },
      exit: 'clearNotice',
      on: {
        'field.changed': resetForm.onChange(),
        'field.left': resetForm.onLeave(),
        'previous.pressed': 'identifyingBorrower',
        'submit.pressed': resetForm.onSubmit({ target: 'settingPassword' }),
      },
    },

    settingPassword: {
      description: 'The server is asked to set the new password',
      meta: { title: 'New Password' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ body: rules.resetOf(context.identity.values, context.reset.values) }),
        onDone: [
          { guard: withAnswer('isReset'), target: 'passwordSet', actions: 'clearForms' },
          {
            guard: withAnswer('isWithUsername'),
            target: 'choosingPassword',
            actions: ['refuseWithUsername', focusOn('newPassword')],
          },
          {
            guard: withAnswer('isPasswordCommon'),
            target: 'choosingPassword',
            actions: ['refuseCommonPassword', focusOn('newPassword')],
          },
          {
            target: 'identifyingBorrower',
            actions: ['clearUsernames', 'setNotRecognized', 'focusNotice'],
          },
        ],
        onError: notAnswered('choosingPassword', 'setCouldNotReset'),
      },
    },

    passwordSet: {
      id: 'passwordSet',
      description: 'The new password counts; whatever the username had signed in to has ended',
      meta: { path: '/account/forgot/complete', title: 'Password Changed' },
      tags: 'completed',
      on: { 'xstate.route': { target: 'identifyingBorrower', actions: 'forgetUsernames' } },
    },
  },
});
