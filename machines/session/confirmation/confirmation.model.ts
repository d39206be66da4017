/** Model of the dialog in which a person confirms a change (docs/security.md; rulings 116 and 118). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import {
  CODE,
  CODE_OVER,
  CODE_WRONG,
  RESEND_WAIT,
  codeEvents,
  emptyCode,
  isCodeRight,
  refusedCode,
  waitsForResend,
} from '../one-time-code/expected-code.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { type ConfirmationInput, confirmation } from './confirmation.machine.ts';

type Context = ContextFrom<typeof confirmation>;

const EMAIL = 'avery.new@example.com';
const PASSWORD = 'seven quiet herons';
const OTHER_PASSWORD = 'six loud herons';
const OUTBOX_FILE = '.data/outbox/email-code-1.eml';

const NO_PASSWORD = 'Please enter your password.';
const WRONG_PASSWORD = "This isn't your password. Please correct it and try again.";
const NOTICES = {
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotCheck: "We couldn't check this right now. Please try again.",
  couldNotLeave: "We couldn't open the log-in page. Please try again.",
  withoutStorage: 'Logging in needs cookies and site data.',
  couldNotSend: "We couldn't send a code right now. Please ask for a new code.",
  tooManyCodes: "We've sent you too many codes. Please try again in an hour.",
} as const;
type Notice = keyof typeof NOTICES;

/** Returns the validation problems of the sample passwords. */
const passwordProblems = ({ form: { values }, wrongPassword }: Context): FieldProblem[] => [
  ...unless('password', values.password !== '', 'confirmationPassword.required'),
  ...unless('password', values.password === '' || values.password !== wrongPassword, 'confirmationPassword.wrong'),
];

const isPasswordRight = (context: Context) => passwordProblems(context).length === 0;

type Change = Partial<Pick<Context['form'], 'touched' | 'attempted'>> & { readonly typed?: string };

function passwordAfter(before: Context, { typed, ...change }: Change) {
  const values = { password: typed ?? before.form.values.password };
  const form = { ...before.form, ...change, values };
  return { form: expectedForm(values, passwordProblems({ ...before, form }), form) };
}

const fillPassword = (typed: string) => ({
  event: { type: 'field.changed', field: 'password', value: typed } as const,
  on: ['askingPassword'],
  gesture: { action: 'fill', role: 'password', name: 'Password', value: typed } as const,
  then: { in: 'askingPassword', context: (before: Context) => passwordAfter(before, { typed }) },
});

const emptyPassword = {
  wrongPassword: null,
  form: { values: { password: '' }, touched: [], attempted: false, errors: {}, panel: [] },
};
const noCode = { ...emptyCode, canResend: false };
const noticesGone = { context: { notice: null }, hides: Object.values(NOTICES) };

const confirmed = {
  state: 'confirmed',
  context: { ...emptyPassword, ...noCode, isConfirmed: true },
  output: { isConfirmed: true },
};

/** Expected result of a failure: a notice appears in the dialog and the input stays (ruling 3). */
const explained = (state: string, notice: Notice, context: object = {}) => ({
  state,
  context: { ...context, notice },
  focus: toNotice,
  reads: [NOTICES[notice]],
});

const toCode = { place: 'field', field: 'oneTimeCode', delay: 0 } as const;
const sends = { sendCode: { body: { email: EMAIL } } };
const input = (need: ConfirmationInput['need'], email: string): ConfirmationInput => ({
  need,
  email,
  returnTo: '/payments/authorized-payers',
});
const starting = (need: ConfirmationInput['need'], email: string) => ({
  ...input(need, email),
  ...emptyPassword,
  ...noCode,
  outboxFile: null,
  isConfirmed: false,
  notice: null,
});

export default defineModel<typeof confirmation>({
  machine: confirmation,
  title: 'Confirm a Change',
  place: 'every page with a change that needs it',
  inputs: {
    'a person whose change needs the password': {
      input: input('password', ''),
      then: { state: 'askingPassword', context: starting('password', '') },
    },
    'a person whose password another provider has': {
      input: input('logIn', ''),
      then: { state: 'askingLogIn', context: starting('logIn', '') },
    },
    'a person with a new email address': {
      input: input('emailCode', EMAIL),
      then: { state: 'sendingCode', context: starting('emailCode', EMAIL), calls: sends },
    },
  },
  events: [
    fillPassword(PASSWORD),
    fillPassword(OTHER_PASSWORD),
    {
      event: { type: 'field.left', field: 'password' },
      on: ['askingPassword'],
      gesture: { action: 'leave', role: 'password', name: 'Password' },
      then: {
        in: 'askingPassword',
        context: (before) => passwordAfter(before, { touched: touching(before.form.touched, 'password') }),
      },
    },
    {
      event: { type: 'submit.pressed' },
      on: ['askingPassword'],
      gesture: { action: 'click', role: 'button', name: 'Confirm' },
      then: [
        {
          in: 'askingPassword',
          when: isPasswordRight,
          state: 'checkingPassword',
          ...noticesGone,
          calls: ({ form }) => ({ checkPassword: { body: { password: form.values.password } } }),
          reads: ['Checking your password…'],
        },
        {
          in: 'askingPassword',
          when: ({ form }) => form.values.password === '',
          context: (before) => ({ ...passwordAfter(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, NO_PASSWORD],
          hides: Object.values(NOTICES),
        },
        {
          in: 'askingPassword',
          context: (before) => ({ ...passwordAfter(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, WRONG_PASSWORD],
          hides: Object.values(NOTICES),
        },
      ],
    },
    {
      event: { type: 'logIn.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Log In' },
      then: {
        in: 'askingLogIn',
        state: 'leavingForSignIn',
        ...noticesGone,
        calls: { leaveForSignIn: { returnTo: '/payments/authorized-payers', way: 'again' } },
        reads: ['Opening the log-in page…'],
      },
    },
    ...codeEvents<Context>({
      here: 'enteringCode',
      button: 'Confirm',
      checks: {
        state: 'checkingCode',
        ...noticesGone,
        calls: { checkCode: { body: { email: EMAIL, oneTimeCode: CODE.sent } } },
        reads: ['Checking your code…'],
      },
      notices: Object.values(NOTICES),
    }),
    {
      event: { type: 'resend.pressed' },
      on: ['enteringCode'],
      where: ({ canResend }) => canResend,
      gesture: { action: 'click', role: 'button', name: 'Send a New Code' },
      then: { in: 'enteringCode', state: 'sendingCode', ...noticesGone, calls: sends, reads: ['Sending a code…'] },
    },
    {
      event: { type: 'cancel.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
      then: [
        {
          in: ['askingPassword', 'enteringCode'],
          state: 'canceled',
          context: { ...emptyPassword, ...noCode, notice: null },
          output: { isConfirmed: false },
        },
        { in: 'askingLogIn', state: 'canceled', context: { notice: null }, output: { isConfirmed: false } },
      ],
    },
  ],
  outcomes: {
    checkPassword: {
      'it is right': { answers: { outcome: 'confirmed' }, then: confirmed },
      'it is wrong': {
        answers: { outcome: 'wrongPassword' },
        then: {
          state: 'askingPassword',
          context: (before) => {
            const wrongPassword = before.form.values.password;
            const touched = touching(before.form.touched, 'password');
            return { wrongPassword, ...passwordAfter({ ...before, wrongPassword }, { touched }) };
          },
          focus: { place: 'field', field: 'password', delay: 0 },
          reads: [WRONG_PASSWORD],
        },
      },
      'too many attempts': {
        throws: { kind: 'refused', status: 429 },
        then: explained('askingPassword', 'tooManyAttempts'),
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: explained('askingPassword', 'couldNotCheck') },
    },
    leaveForSignIn: {
      'the browser has left': {
        answers: undefined,
        then: { state: 'canceled', output: { isConfirmed: false } },
      },
      'the provider is away': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: explained('askingLogIn', 'couldNotLeave'),
      },
      'the browser stores nothing': {
        answers: { isStorageMissing: true },
        then: explained('askingLogIn', 'withoutStorage'),
      },
    },
    sendCode: {
      'it is sent': {
        answers: { outcome: 'sent', outboxFile: null },
        then: { state: 'enteringCode', context: { ...noCode, outboxFile: null }, focus: toCode, ...waitsForResend },
      },
      'it is sent, and a demo server says where the message is': {
        answers: { outcome: 'sent', outboxFile: OUTBOX_FILE },
        then: {
          state: 'enteringCode',
          context: { ...noCode, outboxFile: OUTBOX_FILE },
          focus: toCode,
          ...waitsForResend,
          reads: [OUTBOX_FILE],
        },
      },
      'too many codes': {
        answers: { outcome: 'tooManyCodes', outboxFile: null },
        then: { ...explained('enteringCode', 'tooManyCodes', { ...noCode, canResend: true }), ...waitsForResend },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { ...explained('enteringCode', 'couldNotSend', { ...noCode, canResend: true }), ...waitsForResend },
      },
    },
    checkCode: {
      'it is right': { answers: { outcome: 'right' }, then: confirmed },
      'it is wrong': {
        answers: { outcome: 'wrong' },
        then: { state: 'enteringCode', ...refusedCode({ wrongCode: CODE.sent }, CODE_WRONG), ...waitsForResend },
      },
      'it is over': {
        answers: { outcome: 'over' },
        then: {
          state: 'enteringCode',
          ...refusedCode({ isCodeOver: true, canResend: true }, CODE_OVER),
          ...waitsForResend,
        },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { ...explained('enteringCode', 'couldNotCheck'), ...waitsForResend },
      },
    },
  },
  delays: [{ ms: RESEND_WAIT, then: { in: 'enteringCode', context: { canResend: true }, reads: ['Send a New Code'] } }],
  screens: {
    askingPassword: ['Enter your password again', 'To protect your account', 'Password', 'Confirm', 'Cancel'],
    checkingPassword: ['Enter your password again'],
    askingLogIn: ['Log in again', 'please log in again before we make this change', 'Log In', 'Cancel'],
    leavingForSignIn: ['Log in again'],
    sendingCode: ['Check your new email address', 'Sending a code…'],
    enteringCode: ['Check your new email address', EMAIL, 'Your email address changes only after that.', 'Code'],
    checkingCode: ['Checking your code…'],
  },
  claims: {
    'a change counts as confirmed only when the server says so': {
      reaching: (at) => at.isIn('confirmed'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is right',
      brokenBy: 'guard isPasswordRight: always true',
    },
    'no input stays in memory after the dialog': {
      never: ({ isIn, context: { form, code } }) =>
        (isIn('confirmed') || isIn('canceled')) && (form.values.password !== '' || code.values.oneTimeCode !== ''),
      brokenBy: 'askingPassword -> cancel.pressed: action clearForms removed',
    },
    'a rejected code, or one without six digits, is not sent to the server': {
      never: ({ isIn, context }) => isIn('checkingCode') && !isCodeRight(context),
      brokenBy: 'enteringCode -> checkCode.pressed [isCodeComplete]: guard turned round',
    },
  },
});
