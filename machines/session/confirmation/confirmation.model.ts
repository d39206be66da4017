/** Specification of the dialog in which a person confirms a change (docs/security.md; rulings 116 and 118). */
import type { ContextFrom } from 'xstate';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import { CODE, RESEND_WAIT, codeForm, emptyCode, isCodeRight } from '../one-time-code/expected-code.ts';
import { type ConfirmationInput, confirmation } from './confirmation.machine.ts';

type Context = ContextFrom<typeof confirmation>;
const { to, stays, press, where } = words<typeof confirmation>();

const EMAIL = 'avery.new@example.com';
const OUTBOX_FILE = '.data/outbox/email-code-1.eml';

const problems = ({ password }: Context['form']['values'], { wrongPassword }: Pick<Context, 'wrongPassword'>) => [
  ...unless('password', password !== '', 'confirmationPassword.required'),
  ...unless('password', password !== wrongPassword, 'confirmationPassword.wrong'),
];
const noPassword = {
  wrongPassword: null,
  form: expectedForm({ password: '' }, problems({ password: '' }, { wrongPassword: null })),
};
const noCode = { ...emptyCode, canResend: false };

const starts = (need: ConfirmationInput['need'], email: string, state: Parameters<typeof to>[0], calls = {}) => {
  const input = { need, email, returnTo: '/payments/authorized-payers' };
  const context = { ...input, ...noPassword, ...noCode, outboxFile: null, isConfirmed: false, notice: null };
  return [input, to(state, context, { calls })] as const;
};
const sends = { sendCode: { body: { email: EMAIL } } };
const confirmed = to('confirmed', { ...noPassword, ...noCode, isConfirmed: true }, { output: { isConfirmed: true } });
const isCanceled = { output: { isConfirmed: false } };
const cancels = (context = {}) =>
  press('Cancel', 'cancel.pressed', to('canceled', { notice: null, ...context }, isCanceled));
/** The person enters the code, and waits before they can ask for another one. */
const toCode = (context: Parameters<typeof to>[1], more: Parameters<typeof to>[2] = {}) =>
  to('enteringCode', context, { waits: [RESEND_WAIT], ...more });
const codeSent = (outboxFile: string | null) =>
  toCode({ ...noCode, outboxFile }, { focus: { place: 'field', field: 'oneTimeCode', delay: 0 } });

export default spec(confirmation, {
  title: 'Confirm a Change',
  place: 'every page with a change that needs it',
  starts: {
    'a person whose change needs the password': starts('password', '', 'askingPassword'),
    'a person whose password another provider has': starts('logIn', '', 'askingLogIn'),
    'a person with a new email address': starts('emailCode', EMAIL, 'sendingCode', sends),
  },
  notices: {
    tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
    couldNotCheck: "We couldn't check this right now. Please try again.",
    couldNotLeave: "We couldn't open the log-in page. Please try again.",
    withoutStorage: 'Logging in needs cookies and site data.',
    couldNotSend: "We couldn't send a code right now. Please ask for a new code.",
    tooManyCodes: "We've sent you too many codes. Please try again in an hour.",
  },
  forms: {
    form: {
      in: ['askingPassword'],
      problems,
      fields: {
        password: {
          label: 'Password',
          role: 'password',
          entries: ['seven quiet herons', 'six loud herons'],
          errors: {
            'confirmationPassword.required': 'Please enter your password.',
            'confirmationPassword.wrong': "This isn't your password. Please correct it and try again.",
          },
        },
      },
      refuses: { notice: null },
      submit: [
        {
          name: 'Confirm',
          then: to(
            'checkingPassword',
            { notice: null },
            {
              calls: ({ form: { values } }) => ({ checkPassword: { body: { password: values.password } } }),
            },
          ),
        },
      ],
    },
    code: codeForm(
      'enteringCode',
      'Confirm',
      to(
        'checkingCode',
        { notice: null },
        { calls: { checkCode: { body: { email: EMAIL, oneTimeCode: CODE.sent } } } },
      ),
    ),
  },
  states: {
    askingPassword: {
      shows: ['Enter your password again', 'To protect your account', 'Password', 'Confirm', 'Cancel'],
      on: [cancels({ ...noPassword, ...noCode })],
    },
    checkingPassword: {
      over: true,
      shows: ['Enter your password again', 'Checking your password…'],
      when: {
        checkPassword: {
          'it is right': [answers({ outcome: 'confirmed' }), confirmed],
          'it is wrong': [
            answers({ outcome: 'wrongPassword' }),
            to('askingPassword', ({ form }) => ({ wrongPassword: form.values.password }), { wrongField: 'password' }),
          ],
          'too many attempts': [failed(429), to('askingPassword', { notice: 'tooManyAttempts' })],
          'no answer in time': [noAnswer, to('askingPassword', { notice: 'couldNotCheck' })],
        },
      },
    },
    askingLogIn: {
      shows: ['Log in again', 'please log in again before we make this change', 'Log In', 'Cancel'],
      on: [
        press(
          'Log In',
          'logIn.pressed',
          to(
            'leavingForSignIn',
            { notice: null },
            {
              calls: { leaveForSignIn: { returnTo: '/payments/authorized-payers', way: 'again' } },
            },
          ),
        ),
        cancels(),
      ],
    },
    leavingForSignIn: {
      over: true,
      shows: ['Log in again', 'Opening the log-in page…'],
      when: {
        leaveForSignIn: {
          'the browser has left': [answers(undefined), to('canceled', undefined, isCanceled)],
          'the provider is away': [stopsInError, to('askingLogIn', { notice: 'couldNotLeave' })],
          'the browser stores nothing': [
            answers({ isStorageMissing: true }),
            to('askingLogIn', { notice: 'withoutStorage' }),
          ],
        },
      },
    },
    sendingCode: {
      over: true,
      shows: ['Check your new email address', 'Sending a code…'],
      when: {
        sendCode: {
          'it is sent': [answers({ outcome: 'sent', outboxFile: null }), codeSent(null)],
          'it is sent, and a demo server names the file of the message': [
            answers({ outcome: 'sent', outboxFile: OUTBOX_FILE }),
            { ...codeSent(OUTBOX_FILE), reads: [OUTBOX_FILE] },
          ],
          'too many codes': [
            answers({ outcome: 'tooManyCodes', outboxFile: null }),
            toCode({ ...noCode, canResend: true, notice: 'tooManyCodes' }),
          ],
          'no answer in time': [noAnswer, toCode({ ...noCode, canResend: true, notice: 'couldNotSend' })],
        },
      },
    },
    enteringCode: {
      shows: ['Check your new email address', EMAIL, 'Your email address changes only after that.', 'Code'],
      on: [
        where(
          ({ canResend }) => canResend,
          press('Send a New Code', 'resend.pressed', to('sendingCode', { notice: null }, { calls: sends })),
        ),
        cancels({ ...noPassword, ...noCode }),
      ],
      after: { [RESEND_WAIT]: stays({ canResend: true }, { reads: ['Send a New Code'] }) },
    },
    checkingCode: {
      over: true,
      shows: ['Checking your code…'],
      when: {
        checkCode: {
          'it is right': [answers({ outcome: 'right' }), confirmed],
          'it is wrong': [
            answers({ outcome: 'wrong' }),
            toCode({ wrongCode: CODE.sent }, { wrongField: 'oneTimeCode' }),
          ],
          'it is over': [
            answers({ outcome: 'over' }),
            toCode({ isCodeOver: true, canResend: true }, { wrongField: 'oneTimeCode' }),
          ],
          'no answer in time': [noAnswer, toCode({ notice: 'couldNotCheck' })],
        },
      },
    },
  },
  claims: {
    'a change counts as confirmed only when the server confirms it': {
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
