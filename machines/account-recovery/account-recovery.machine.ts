/**
 * Account recovery: a borrower who forgot the username or the password enters the same details as for registration (ruling 49), gets a
 * one-time code by email, enters it, is shown the masked usernames and sets a new password. The server answers a request for a code in
 * the same way whether or not the details match. It takes the same code or password again, so that after a request without an answer
 * the button may be pressed again (ruling 4). All entries and the token of the request stay in memory.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallFailure } from '#domain/call.ts';
import { credentials } from '#domain/credentials/calls.ts';
import * as rules from '#domain/credentials/rules.ts';
import type {
  CodeAnswer,
  CodeRequest,
  CodeValues,
  IdentityValues,
  MaskedUsername,
  ResetAnswer,
  ResetValues,
} from '#domain/credentials/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { focus, focusField, focusOn } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { identityRules, notAnswered } from '../kit/identity-form.ts';
import { withAnswer } from '../kit/params.ts';

interface Context extends rules.ResetFacts, rules.CodeFacts {
  /** The business day; null where it could not be asked for, so that the server alone validates against it. */
  readonly today: PlainDate | null;
  readonly identity: Form<IdentityValues>;
  /** The token of the request for a code; null before there is one for the details in the form. */
  readonly requestToken: string | null;
  /** The file that contains the message with the code, with demo data and no mail server. */
  readonly outboxFile: string | null;
  /** Whether enough time has passed to ask for another code: only then the view has the button. The server limits codes as well. */
  readonly canResend: boolean;
  readonly code: Form<CodeValues>;
  readonly reset: Form<ResetValues>;
  /** The usernames of the borrower whose code was right; empty before. */
  readonly usernames: readonly MaskedUsername[];
  /** Shown above the form. */
  readonly notice:
    | 'codeSentAgain'
    | 'noUsername'
    | 'over'
    | 'tooManyAttempts'
    | 'onlyByPhone'
    | 'couldNotAsk'
    | 'couldNotCheck'
    | 'couldNotReset'
    | null;
}

/** The wait before another code can be asked for, in milliseconds. */
const RESEND_WAIT = 60_000;

const nothingRefused: rules.ResetFacts = { withUsername: null, commonPassword: null };
const noAnswerYet: rules.CodeFacts = { wrongCode: null, isCodeOver: false };

const codeForm = createForm<CodeValues, rules.CodeFacts>({ schema: rules.codeSchema }).inMachine('code', {
  facts: (context: Context) => context,
});

const resetForm = createForm<ResetValues, rules.ResetFacts>({
  schema: rules.resetSchema,
  validateOnChange: (field) => field === 'usernameId',
}).inMachine('reset', { facts: (context: Context) => context });

const emptyReset = (usernames: CodeAnswer['usernames']) => ({
  ...nothingRefused,
  usernames,
  reset: resetForm.start(rules.startingReset(usernames), nothingRefused),
});
const emptyCode = () => ({ ...noAnswerYet, code: codeForm.start(rules.startingCode, noAnswerYet) });
const noRequest = () => ({ requestToken: null, outboxFile: null, canResend: false, ...emptyCode(), ...emptyReset([]) });

const identityForm = identityRules.inMachine('identity', {
  facts: (context: Context) => context,
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
      | ScreenWanted<'#identity' | '#code' | '#newPassword' | '#passwordSet'>,
    input: {} as Readonly<Record<string, never>>,
    emitted: {} as FocusWanted,
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
    isCodeRight: (_, answer: CodeAnswer) => rules.isCodeRight(answer),
    isAnsweredUsernames: (_, answer: CodeAnswer) => answer.usernames.length > 0,
    isAnsweredOver: (_, answer: CodeAnswer) => rules.isCodeOver(answer),
    isTooManyAttempts: (_, failure: CallFailure) => rules.isTooManyAttempts(failure),
    isOnlyByPhone: (_, failure: CallFailure) => rules.isOnlyByPhone(failure),
    isReset: (_, answer: ResetAnswer) => rules.isPasswordReset(answer),
    isPasswordCommon: (_, answer: ResetAnswer) => answer.outcome === 'commonPassword',
    isWithUsername: (_, answer: ResetAnswer) => answer.outcome === 'containsUsername',
  },
  actions: {
    keepToday: assign((_, today: PlainDate) => ({ today, ...emptyForms(today) })),
    ...identityForm.actions,
    ...codeForm.actions,
    ...resetForm.actions,
    keepRequest: assign((_, { requestToken, outboxFile }: CodeRequest) => ({
      ...noRequest(),
      requestToken,
      outboxFile,
    })),
    allowResend: assign({ canResend: true }),
    keepUsernames: assign((_, { usernames }: CodeAnswer) => emptyReset(usernames)),
    refuseWrongCode: assign(({ context }) =>
      codeForm.reveal(context, { wrongCode: rules.normalizedCode(context.code.values.oneTimeCode) }, 'oneTimeCode'),
    ),
    refuseCodes: assign(({ context }) =>
      codeForm.reveal(context, { isCodeOver: true, canResend: true }, 'oneTimeCode'),
    ),
    setCodeSentAgain: assign({ notice: 'codeSentAgain' }),
    setOver: assign({ notice: 'over' }),
    setCouldNotCheck: assign({ notice: 'couldNotCheck' }),
    setNoUsername: assign({ notice: 'noUsername' }),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setOnlyByPhone: assign({ notice: 'onlyByPhone' }),
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
  description:
    'A borrower who forgot the username or password proves who they are by a code sent by email, and sets a new password',
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
        'continue.pressed': identityForm.onSubmit({ target: 'requestingCode' }),
      },
    },

    requestingCode: {
      description: 'The server is asked to send a code to the email address on file of the borrower who has all three',
      meta: { title: 'Find Your Username' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: ({ context }) => ({ body: rules.identityOf(context.identity.values) }),
        onDone: { target: 'enteringCode', actions: withAnswer('keepRequest') },
        onError: notAnswered('identifyingBorrower', 'setCouldNotAsk'),
      },
    },

    enteringCode: {
      id: 'code',
      description: 'The code from the email is being entered; after a minute another one can be asked for',
      meta: { path: '/account/forgot/code', title: 'Enter Your Code' },
      route: { guard: 'hasRequest' },
      exit: 'clearNotice',
      after: { resendWait: { actions: 'allowResend' } },
      on: {
        'field.changed': codeForm.onChange(),
        'field.left': codeForm.onLeave(),
        'previous.pressed': 'identifyingBorrower',
        'resend.pressed': 'resendingCode',
        'checkCode.pressed': codeForm.onSubmit({ target: 'checkingCode' }),
      },
    },

    resendingCode: {
      description: 'The server is asked to send another code, which replaces the earlier one',
      meta: { title: 'Enter Your Code' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: ({ context }) => ({ body: rules.identityOf(context.identity.values) }),
        onDone: {
          target: 'enteringCode',
          actions: [withAnswer('keepRequest'), 'setCodeSentAgain', 'focusNotice'],
        },
        onError: notAnswered('enteringCode', 'setCouldNotAsk'),
      },
    },

    checkingCode: {
      description: 'The server is asked whether the code is right',
      meta: { title: 'Enter Your Code' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'checkCode',
        src: 'checkCode',
        input: ({ context }) => ({ body: rules.codeCheckOf(context.requestToken, context.code.values) }),
        onDone: [
          {
            guard: withAnswer('isAnsweredUsernames'),
            target: 'choosingPassword',
            actions: withAnswer('keepUsernames'),
          },
          {
            guard: withAnswer('isCodeRight'),
            target: 'identifyingBorrower',
            actions: ['clearRequest', 'setNoUsername', 'focusNotice'],
          },
          {
            guard: withAnswer('isAnsweredOver'),
            target: 'enteringCode',
            actions: ['refuseCodes', focusOn('oneTimeCode')],
          },
          { target: 'enteringCode', actions: ['refuseWrongCode', focusOn('oneTimeCode')] },
        ],
        onError: notAnswered('enteringCode', 'setCouldNotCheck'),
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
        'previous.pressed': 'enteringCode',
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
        input: ({ context }) => ({ body: rules.resetOf(context.requestToken, context.reset.values) }),
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
      description: 'The new password counts; whatever the username had signed in to has ended',
      meta: { path: '/account/forgot/complete', title: 'Password Changed' },
      tags: 'completed',
      on: { 'xstate.route': { target: 'identifyingBorrower', actions: 'forgetUsernames' } },
    },
  },
});
