/**
 * Confirmation of a change that the server refused without it: entering the password again, a fresh log-in if another
 * provider has the password, or a code sent to a new email address. It is a dialog above the page whose change waits
 * for it. All input stays in memory.
 */
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { confirmation as calls } from '#domain/session/confirmation/calls.ts';
import * as rules from '#domain/session/confirmation/rules.ts';
import type {
  ConfirmationResponse,
  ConfirmationValues,
  EmailCodeResponse,
  EmailCodeSent,
} from '#domain/session/confirmation/shapes.ts';
import { isTooManyAttempts, normalizedCode } from '#domain/session/credentials/rules.ts';
import {
  RESEND_WAIT,
  type WithCode,
  codeActions,
  codeForm,
  codeRefused,
  emptyCode,
} from '../one-time-code/code-form.ts';
import { type SignInStart, call, effects, isStorageMissing } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';

export interface ConfirmationInput {
  readonly need: rules.ConfirmationNeed;
  /** The new email address, for a code to it. */
  readonly email: string;
  /** Where the person continues after a fresh log-in. */
  readonly returnTo: string;
}

/** Result of the dialog. */
export interface ConfirmationEnd {
  readonly isConfirmed: boolean;
}

interface Context extends ConfirmationInput, ConfirmationEnd, WithCode, rules.ConfirmationDeps {
  readonly form: Form<ConfirmationValues>;
  /** Demo data without a mail server only: the file that contains the message with the code. */
  readonly outboxFile: string | null;
  readonly notice:
    | 'tooManyAttempts'
    | 'couldNotCheck'
    | 'couldNotLeave'
    | 'withoutStorage'
    | 'couldNotSend'
    | 'tooManyCodes'
    | null;
}

const passwordForm = createForm<ConfirmationValues, rules.ConfirmationDeps>({
  schema: rules.confirmationSchema,
}).inMachine('form', { facts: (context: Context) => context });

const emptyPassword = () => ({
  wrongPassword: null,
  form: passwordForm.start(rules.startingConfirmation, { wrongPassword: null }),
});

export const confirmation = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'submit.pressed' }
      | { type: 'checkCode.pressed' }
      | { type: 'resend.pressed' }
      | { type: 'logIn.pressed' }
      | { type: 'cancel.pressed' },
    input: {} as ConfirmationInput,
    output: {} as ConfirmationEnd,
    emitted: {} as FocusRequested,
    tags: {} as 'busy',
  },
  actors: {
    checkPassword: call(calls.password),
    sendCode: call(calls.sendEmailCode),
    checkCode: call(calls.checkEmailCode),
    leaveForSignIn: effects['session.leaveForSignIn'],
  },
  delays: { resendWait: RESEND_WAIT },
  guards: {
    ...passwordForm.guards,
    ...codeForm.guards,
    isPasswordNeeded: ({ context }) => context.need === 'password',
    isLogInNeeded: ({ context }) => context.need === 'logIn',
    isPasswordRight: (_, answer: ConfirmationResponse) => rules.isConfirmed(answer),
    isCodeSent: (_, answer: EmailCodeSent) => rules.isEmailCodeSent(answer),
    isCodeRight: (_, answer: EmailCodeResponse) => rules.isEmailCodeRight(answer),
    isAnsweredOver: (_, answer: EmailCodeResponse) => rules.isEmailCodeOver(answer),
    isStorageMissing: (_, start: SignInStart) => isStorageMissing(start),
    isTooManyAttempts: (_, failure: CallFailure) => isTooManyAttempts(failure),
  },
  actions: {
    ...passwordForm.actions,
    ...codeActions,
    refusePassword: assign(({ context }) =>
      passwordForm.reveal(context, { wrongPassword: context.form.values.password }, 'password'),
    ),
    setSent: assign((_, { outboxFile }: EmailCodeSent) => ({ ...emptyCode(), outboxFile })),
    setConfirmed: assign(() => ({ ...emptyPassword(), ...emptyCode(), isConfirmed: true })),
    clearForms: assign(() => ({ ...emptyPassword(), ...emptyCode() })),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setCouldNotCheck: assign({ notice: 'couldNotCheck' }),
    setCouldNotLeave: assign({ notice: 'couldNotLeave' }),
    setWithoutStorage: assign({ notice: 'withoutStorage' }),
    setCouldNotSend: assign(() => ({ ...emptyCode(), notice: 'couldNotSend' as const, canResend: true })),
    setTooManyCodes: assign(() => ({ ...emptyCode(), notice: 'tooManyCodes' as const, canResend: true })),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'confirmation',
  description: 'A person confirms a change: with the password, a fresh log-in, or the code sent to a new email address',
  context: ({ input }) => ({
    ...input,
    ...emptyPassword(),
    ...emptyCode(),
    outboxFile: null,
    isConfirmed: false,
    notice: null,
  }),
  output: ({ context: { isConfirmed } }) => ({ isConfirmed }),
  initial: 'choosingHow',
  states: {
    choosingHow: {
      description: 'Chooses what the change needs',
      always: [
        { guard: 'isPasswordNeeded', target: 'askingPassword' },
        { guard: 'isLogInNeeded', target: 'askingLogIn' },
        { target: 'sendingCode' },
      ],
    },

    askingPassword: {
      description: 'The person enters the password',
      exit: 'clearNotice',
      on: {
        'field.changed': passwordForm.onChange(),
        'field.left': passwordForm.onLeave(),
        'submit.pressed': passwordForm.onSubmit({ target: 'checkingPassword' }, 'clearNotice'),
        'cancel.pressed': { target: 'canceled', actions: 'clearForms' },
      },
    },
    checkingPassword: {
      description: 'The server checks the password',
      tags: 'busy',
      invoke: {
        id: 'checkPassword',
        src: 'checkPassword',
        input: ({ context }) => ({ body: { password: context.form.values.password } }),
        onDone: [
          { guard: withAnswer('isPasswordRight'), target: 'confirmed', actions: 'setConfirmed' },
          { target: 'askingPassword', actions: ['refusePassword', focusOn('password')] },
        ],
        onError: [
          {
            guard: withFailure('isTooManyAttempts'),
            target: 'askingPassword',
            actions: ['setTooManyAttempts', 'focusNotice'],
          },
          { target: 'askingPassword', actions: ['setCouldNotCheck', 'focusNotice'] },
        ],
      },
    },

    askingLogIn: {
      description: 'The person reads that they have to log in again',
      exit: 'clearNotice',
      on: { 'logIn.pressed': 'leavingForSignIn', 'cancel.pressed': 'canceled' },
    },
    leavingForSignIn: {
      description: 'The browser leaves for the log-in page of the identity provider',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignIn',
        src: 'leaveForSignIn',
        input: ({ context: { returnTo } }) => ({ returnTo, way: 'again' }),
        onDone: [
          {
            guard: withAnswer('isStorageMissing'),
            target: 'askingLogIn',
            actions: ['setWithoutStorage', 'focusNotice'],
          },
          { target: 'canceled' },
        ],
        onError: { target: 'askingLogIn', actions: ['setCouldNotLeave', 'focusNotice'] },
      },
    },

    sendingCode: {
      description: 'The server sends a code to the new email address',
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { email } }) => ({ body: { email } }),
        onDone: [
          {
            guard: withAnswer('isCodeSent'),
            target: 'enteringCode',
            actions: [withAnswer('setSent'), focusOn('oneTimeCode')],
          },
          { target: 'enteringCode', actions: ['setTooManyCodes', 'focusNotice'] },
        ],
        onError: { target: 'enteringCode', actions: ['setCouldNotSend', 'focusNotice'] },
      },
    },
    enteringCode: {
      description: 'The person enters the code; after a minute they can request another one',
      exit: 'clearNotice',
      after: { resendWait: { actions: 'allowResend' } },
      on: {
        'field.changed': codeForm.onChange(),
        'field.left': codeForm.onLeave(),
        'resend.pressed': 'sendingCode',
        'checkCode.pressed': codeForm.onSubmit({ target: 'checkingCode' }, 'clearNotice'),
        'cancel.pressed': { target: 'canceled', actions: 'clearForms' },
      },
    },
    checkingCode: {
      description: 'The server checks the code',
      tags: 'busy',
      invoke: {
        id: 'checkCode',
        src: 'checkCode',
        input: ({ context: { email, code } }) => ({
          body: { email, oneTimeCode: normalizedCode(code.values.oneTimeCode) },
        }),
        onDone: [{ guard: withAnswer('isCodeRight'), target: 'confirmed', actions: 'setConfirmed' }, ...codeRefused],
        onError: { target: 'enteringCode', actions: ['setCouldNotCheck', 'focusNotice'] },
      },
    },

    confirmed: { description: 'The server accepts the change now', type: 'final' },
    canceled: { description: 'The person keeps everything as it is', type: 'final' },
  },
});
