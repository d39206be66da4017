/**
 * Account recovery for a borrower who forgot the username or the password. The borrower enters the same details as for
 * registration (ruling 49), requests a one-time code by email, enters it, sees the masked usernames and sets a new
 * password. The server's answer to a code request is the same whether or not the details match. The server accepts the
 * same code or password a second time, so that the borrower can press the button again after a request without an
 * answer (ruling 4). All input and the request token stay in memory.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallFailure } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import * as rules from '#domain/session/credentials/rules.ts';
import type {
  CodeResponse,
  CodeRequest,
  IdentityValues,
  MaskedUsername,
  ResetResponse,
  ResetValues,
} from '#domain/session/credentials/shapes.ts';
import {
  RESEND_WAIT,
  type WithCode,
  codeActions,
  codeForm,
  codeRequest,
  emptyCode,
  enteringSentCode,
} from '../one-time-code/code-form.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta, ScreenRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { identityRules, notAnswered } from '../identity/identity-form.ts';
import { withAnswer } from '../../kit/params.ts';
import { staysHere } from '../../kit/stays-here.ts';

interface Context extends rules.ResetDeps, WithCode {
  /** Business day, or null if it could not be loaded; then only the server validates against it. */
  readonly today: PlainDate | null;
  readonly identity: Form<IdentityValues>;
  /** Token of the code request, or null if no code was requested for the current details. */
  readonly requestToken: string | null;
  /** Demo data without a mail server only: the file that contains the message with the code. */
  readonly outboxFile: string | null;
  readonly reset: Form<ResetValues>;
  /** Usernames of the borrower, empty until the code was accepted. */
  readonly usernames: readonly MaskedUsername[];
  /** Notice above the form. */
  readonly notice:
    | 'codeSentAgain'
    | 'noUsername'
    | 'over'
    | 'tooManyAttempts'
    | 'couldNotAsk'
    | 'couldNotCheck'
    | 'couldNotReset'
    | null;
}

const nothingRefused: rules.ResetDeps = { withUsername: null, commonPassword: null };

const resetForm = createForm<ResetValues, rules.ResetDeps>({
  schema: rules.resetSchema,
  validateOnChange: (field) => field === 'usernameId',
}).inMachine('reset', { data: (context: Context) => context });

const emptyReset = (usernames: CodeResponse['usernames']) => ({
  ...nothingRefused,
  usernames,
  reset: resetForm.start(rules.startingReset(usernames), nothingRefused),
});
const noRequest = () => ({ requestToken: null, outboxFile: null, ...emptyCode(), ...emptyReset([]) });

const identityForm = identityRules.inMachine('identity', {
  data: (context: Context) => context,
  changes: noRequest,
});

const emptyForms = (today: PlainDate | null) => ({
  identity: identityForm.start(rules.startingIdentity, { today }),
  ...noRequest(),
});

export const accountRecovery = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'checkCode.pressed' }
      | { type: 'resend.pressed' }
      | { type: 'submit.pressed' }
      | ScreenRequested<'#identity' | '#code' | '#newPassword' | '#passwordSet'>,
    input: {} as Readonly<Record<string, never>>,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
  },
  actors: {
    getToday: effects['clock.today'],
    requestCode: call(credentials.requestCode),
    checkCode: call(credentials.checkCode),
    resetPassword: call(credentials.resetPassword),
  },
  delays: { resendWait: RESEND_WAIT },
  guards: {
    ...identityForm.guards,
    ...codeForm.guards,
    ...resetForm.guards,
    hasRequest: ({ context }) => context.requestToken !== null,
    hasUsernames: ({ context }) => context.usernames.length > 0,
    isCodeRight: (_, answer: CodeResponse) => rules.isCodeRight(answer),
    isAnsweredUsernames: (_, answer: CodeResponse) => answer.usernames.length > 0,
    isAnsweredOver: (_, answer: CodeResponse) => rules.isCodeOver(answer),
    isTooManyAttempts: (_, failure: CallFailure) => rules.isTooManyAttempts(failure),
    isReset: (_, answer: ResetResponse) => rules.isPasswordReset(answer),
    isPasswordCommon: (_, answer: ResetResponse) => answer.outcome === 'commonPassword',
    isWithUsername: (_, answer: ResetResponse) => answer.outcome === 'containsUsername',
  },
  actions: {
    setToday: assign((_, today: PlainDate) => ({ today, ...emptyForms(today) })),
    ...identityForm.actions,
    ...codeActions,
    ...resetForm.actions,
    setRequest: assign((_, { requestToken, outboxFile }: CodeRequest) => ({
      ...noRequest(),
      requestToken,
      outboxFile,
    })),
    setUsernames: assign((_, { usernames }: CodeResponse) => emptyReset(usernames)),
    setCodeSentAgain: assign({ notice: 'codeSentAgain' }),
    setOver: assign({ notice: 'over' }),
    setCouldNotCheck: assign({ notice: 'couldNotCheck' }),
    setNoUsername: assign({ notice: 'noUsername' }),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setCouldNotAsk: assign({ notice: 'couldNotAsk' }),
    setCouldNotReset: assign({ notice: 'couldNotReset' }),
    clearRequest: assign(() => noRequest()),
    refuseWithUsername: assign(({ context }) =>
      resetForm.reveal(context, { withUsername: context.reset.values.newPassword }, 'newPassword'),
    ),
    refuseCommonPassword: assign(({ context }) =>
      resetForm.reveal(context, { commonPassword: context.reset.values.newPassword }, 'newPassword'),
    ),
    clearNotice: assign({ notice: null }),
    /** The input is no longer needed; the screen shows only the selected username. */
    clearForms: assign(({ context }) => ({
      ...emptyForms(context.today),
      usernames: context.usernames.filter(({ id }) => id === context.reset.values.usernameId),
    })),
    forgetUsernames: assign({ usernames: [] }),
    ...focusActions,
  },
}).createMachine({
  id: 'accountRecovery',
  description:
    'A borrower who forgot the username or password proves their identity with a code sent by email, and sets a new password',
  context: { today: null, ...emptyForms(null), notice: null },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'The business day, against which a date of birth is validated, is loading',
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'getToday',
        src: 'getToday',
        input: {},
        onDone: { target: 'identifyingBorrower', actions: withAnswer('setToday') },
        onError: 'identifyingBorrower',
      },
    },

    identifyingBorrower: {
      id: 'identity',
      description:
        'The borrower enters the account number, date of birth and last four digits of the Social Security number',
      meta: { path: '/account/forgot', title: 'Find Your Username' },
      route: {},
      // Back and Forward have the same effect as the buttons (ruling 24).
      exit: 'clearNotice',
      on: {
        'field.changed': identityForm.onChange(),
        'field.left': identityForm.onLeave(),
        'continue.pressed': identityForm.onSubmit({ target: 'requestingCode' }, 'clearNotice'),
      },
    },

    requestingCode: {
      description: 'The server sends a code to the email address on file if all three details match a borrower',
      meta: { title: 'Find Your Username' },
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: codeRequest,
        onDone: { target: 'enteringCode', actions: withAnswer('setRequest') },
        onError: notAnswered('identifyingBorrower', 'setCouldNotAsk'),
      },
    },

    ...enteringSentCode({
      path: '/account/forgot/code',
      request: 'requestCode',
      onRight: [
        {
          guard: withAnswer('isAnsweredUsernames'),
          target: 'choosingPassword',
          actions: withAnswer('setUsernames'),
        },
        {
          guard: withAnswer('isCodeRight'),
          target: 'identifyingBorrower',
          actions: ['clearRequest', 'setNoUsername', 'focusNotice'],
        },
      ],
    }),

    choosingPassword: {
      id: 'newPassword',
      description: 'The screen shows the masked usernames, and the borrower chooses a new password',
      meta: { path: '/account/forgot/password', title: 'New Password' },
      route: { guard: 'hasUsernames' },
      exit: 'clearNotice',
      on: {
        'field.changed': resetForm.onChange(),
        'field.left': resetForm.onLeave(),
        'previous.pressed': 'enteringCode',
        'submit.pressed': resetForm.onSubmit({ target: 'settingPassword' }, 'clearNotice'),
      },
    },

    settingPassword: {
      description: 'The server sets the new password',
      meta: { title: 'New Password' },
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ body: rules.toReset(context.requestToken, context.reset.values) }),
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
            actions: ['clearRequest', 'setOver', 'focusNotice'],
          },
        ],
        onError: notAnswered('choosingPassword', 'setCouldNotReset'),
      },
    },

    passwordSet: {
      id: 'passwordSet',
      description: 'The new password is valid; all sessions of the username have ended',
      meta: { path: '/account/forgot/complete', title: 'Password Changed' },
      tags: 'completed',
      on: { 'xstate.route': { target: 'identifyingBorrower', actions: 'forgetUsernames' } },
    },
  },
});
