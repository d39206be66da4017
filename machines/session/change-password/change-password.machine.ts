/**
 * Password change (P §2.1, §6). It needs no idempotency key: the server accepts the same change twice, so that the
 * person can press the button again after a request without an answer (ruling 4).
 */
import { assign, setup } from 'xstate';
import type { CallRequest } from '#domain/call.ts';
import type { CallFailure } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import * as rules from '#domain/session/credentials/rules.ts';
import type { PasswordResponse, PasswordValues } from '#domain/session/credentials/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, RestartRequested, ScreenMeta } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import {
  type CompleteRequiredActionOutput,
  completeRequiredAction,
} from '../../portal/complete-required-action/complete-required-action.machine.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';

export interface ChangePasswordInput {
  /** Borrower action that changing the password completes, if the page is a required one (P §5.1). */
  readonly action: string | null;
}

interface Context extends rules.PasswordDeps, ChangePasswordInput {
  readonly form: Form<PasswordValues>;
  /** Notice above the form. */
  readonly notice: 'tooManyAttempts' | 'couldNotChange' | 'couldNotContinue' | null;
}

const passwords = createForm<PasswordValues, rules.PasswordDeps>({ schema: rules.passwordSchema }).inMachine('form', {
  facts: (context: Context) => context,
});

const nothingRefused: rules.PasswordDeps = { wrongPassword: null, withUsername: null, commonPassword: null };
const emptyForm = () => ({
  ...nothingRefused,
  form: passwords.start(rules.startingPasswords, nothingRefused),
  notice: null,
});

function toRequest({ form: { values } }: Context): CallRequest<typeof credentials.changePassword> {
  return { body: { presentPassword: values.presentPassword, newPassword: values.newPassword } };
}

export const changePassword = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'submit.pressed' } | { type: 'continue.pressed' } | RestartRequested,
    input: {} as ChangePasswordInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
  },
  actors: {
    changePassword: call(credentials.changePassword),
    leaveAction: completeRequiredAction,
  },
  guards: {
    ...passwords.guards,
    isAction: ({ context }) => context.action !== null,
    isChanged: (_, answer: PasswordResponse) => rules.isPasswordChanged(answer),
    isPresentPasswordWrong: (_, answer: PasswordResponse) => answer.outcome === 'wrongPassword',
    isPasswordCommon: (_, answer: PasswordResponse) => answer.outcome === 'commonPassword',
    hasNavigated: (_, { navigated }: CompleteRequiredActionOutput) => navigated,
    isTooManyAttempts: (_, failure: CallFailure) => rules.isTooManyAttempts(failure),
  },
  actions: {
    ...passwords.actions,
    refusePresentPassword: assign(({ context }) =>
      passwords.reveal(context, { wrongPassword: context.form.values.presentPassword }, 'presentPassword'),
    ),
    refuseNewPassword: assign(({ context }) =>
      passwords.reveal(context, { withUsername: context.form.values.newPassword }, 'newPassword'),
    ),
    refuseCommonPassword: assign(({ context }) =>
      passwords.reveal(context, { commonPassword: context.form.values.newPassword }, 'newPassword'),
    ),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setCouldNotChange: assign({ notice: 'couldNotChange' }),
    clearNotice: assign({ notice: null }),
    setCouldNotContinue: assign({ notice: 'couldNotContinue' }),
    clearPasswords: assign(emptyForm),
    ...focusActions,
  },
}).createMachine({
  id: 'changePassword',
  description: 'A person changes the password and confirms it with the current one',
  context: ({ input }) => ({ ...input, ...emptyForm() }),
  initial: 'choosingPassword',
  states: {
    choosingPassword: {
      description: 'The person enters the current password and a new one',
      on: {
        'field.changed': passwords.onChange(),
        'field.left': passwords.onLeave(),
        'submit.pressed': passwords.onSubmit({ target: 'changingPassword', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    changingPassword: {
      description: 'The server changes the password',
      tags: 'busy',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => toRequest(context),
        onDone: [
          {
            guard: withAnswer('isChanged'),
            target: 'passwordChanged',
            actions: ['clearPasswords', 'focusNotice'],
          },
          {
            guard: withAnswer('isPresentPasswordWrong'),
            target: 'choosingPassword',
            actions: ['refusePresentPassword', focusOn('presentPassword')],
          },
          {
            guard: withAnswer('isPasswordCommon'),
            target: 'choosingPassword',
            actions: ['refuseCommonPassword', focusOn('newPassword')],
          },
          { target: 'choosingPassword', actions: ['refuseNewPassword', focusOn('newPassword')] },
        ],
        onError: [
          {
            guard: withFailure('isTooManyAttempts'),
            target: 'choosingPassword',
            actions: ['setTooManyAttempts', 'focusNotice'],
          },
          { target: 'choosingPassword', actions: ['setCouldNotChange', 'focusNotice'] },
        ],
      },
    },
    passwordChanged: {
      description: 'The new password is valid; all other sessions have ended',
      tags: 'completed',
      on: {
        'restart.requested': { target: 'choosingPassword', actions: 'clearNotice' },
        'continue.pressed': { guard: 'isAction', target: 'leaving', actions: 'clearNotice' },
      },
    },
    leaving: {
      description: 'The server reports the remaining required actions, and the requested address opens',
      tags: 'busy',
      invoke: {
        id: 'leaveAction',
        src: 'leaveAction',
        input: ({ context }) => ({ action: context.action ?? '' }),
        onDone: [
          { guard: withAnswer('hasNavigated'), target: 'left' },
          { target: 'passwordChanged', actions: ['setCouldNotContinue', 'focusNotice'] },
        ],
        onError: { target: 'passwordChanged', actions: ['setCouldNotContinue', 'focusNotice'] },
      },
    },
    left: { description: 'The page has closed', type: 'final' },
  },
});
