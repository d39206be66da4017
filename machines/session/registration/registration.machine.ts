/**
 * Registration of an online account for a borrower with loans (P §2.1, rulings 49 and 116). The borrower proves their
 * identity with three details and a code that we send to the email address on file, chooses a username and password, and
 * submits both once. The server's answer to the details is the same whether or not they match, except for a borrower
 * without an email address and without a username, who needs no code. The input stays in memory. The draft contains only
 * the key of a submission in flight.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallFailure } from '#domain/call.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import * as rules from '#domain/session/credentials/rules.ts';
import type {
  CodeResponse,
  CredentialValues,
  IdentityValues,
  MaskedUsername,
  RegistrationStart,
  RegistrationResponse,
  RegistrationDraft,
  RegistrationRecord,
} from '#domain/session/credentials/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
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
import type { FocusRequested, KeyMade, ScreenMeta, ScreenRequested } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { identityRules, notAnswered } from '../identity/identity-form.ts';
import { submission } from '../../kit/submission.machine.ts';
import { withAnswer } from '../../kit/params.ts';
import { type Keyed, submitActions, submitOnce } from '../../kit/submit-once.ts';
import { staysHere } from '../../kit/stays-here.ts';

type Result = SubmissionResult<RegistrationResponse, RegistrationRecord>;

export const registrationSubmission = submission('registrationSubmission', {
  send: call(credentials.register),
  settle: call(credentials.settle),
  isAccepted: rules.isRegistered,
});

export interface RegistrationInput {
  /** Draft of a registration that was in flight when the page was reloaded. */
  readonly draft: RegistrationDraft | null;
}

interface Context extends Keyed, WithCode {
  /** Business day, or null if it could not be loaded; then only the server validates against it. */
  readonly today: PlainDate | null;
  readonly identity: Form<IdentityValues>;
  readonly account: Form<CredentialValues>;
  readonly takenUsernames: readonly string[];
  /** Password that the server rejected as too easy to guess. */
  readonly commonPassword: string | null;
  /** Token of the code request, or null if no code was requested for the current details. */
  readonly requestToken: string | null;
  /** Demo data without a mail server only: the file that contains the message with the code. */
  readonly outboxFile: string | null;
  /** Whether the borrower has proved their identity, so that they may choose a username. */
  readonly isRecognized: boolean;
  /** The usernames that the borrower has already. */
  readonly knownUsernames: readonly MaskedUsername[];
  readonly username: string | null;
  /** Notice above the form. */
  readonly notice:
    | 'codeSentAgain'
    | 'over'
    | 'tooManyAttempts'
    | 'couldNotAsk'
    | 'couldNotCheck'
    | 'couldNotRegister'
    | 'nothingWasRegistered'
    | null;
}

const noRequest = () => ({
  requestToken: null,
  outboxFile: null,
  isRecognized: false,
  knownUsernames: [],
  ...emptyCode(),
});

const identityForm = identityRules.inMachine('identity', {
  facts: (context: Context) => context,
  changes: noRequest,
});

const accountForm = createForm<CredentialValues, rules.CredentialDeps>({
  schema: rules.credentialSchema,
  // A password is never trimmed.
  normalize: (field, value) => (field === 'username' && typeof value === 'string' ? value.trim() : value),
  validateOnChange: (field) => field === 'terms',
}).inMachine('account', { facts: (context: Context) => context });

const emptyForms = (today: PlainDate | null) => ({
  identity: identityForm.start(rules.startingIdentity, { today }),
  account: accountForm.start(rules.startingCredentials, { takenUsernames: [], commonPassword: null }),
  takenUsernames: [],
  commonPassword: null,
  ...noRequest(),
});

/** Returns the notice for a registration that was not accepted. */
function toNotice(result: Result): Context['notice'] {
  if (result.result === 'neverArrived') return 'nothingWasRegistered';
  if (result.result === 'accepted') return null;
  if (result.answer?.outcome === 'over') return 'over';
  return result.failure !== null && rules.isTooManyAttempts(result.failure) ? 'tooManyAttempts' : 'couldNotRegister';
}

const isRefusedAs = (result: Result, outcome: RegistrationResponse['outcome']): boolean =>
  result.result === 'refused' && result.answer?.outcome === outcome;

/** The states of a registration that is submitted once. */
const creating = submitOnce('registering', {
  what: 'the registration',
  actor: 'submitRegistration',
  request: ({ requestToken, account }: Context) => ({ body: rules.toRegistration(requestToken, account.values) }),
  waiting: 'busy',
  onDone: [
    {
      guard: withAnswer('isRegistered'),
      target: '#registered',
      actions: [withAnswer('setUsername'), 'clearForms'],
    },
    {
      guard: withAnswer('isUsernameTaken'),
      target: '#credentials',
      actions: ['setTakenUsername', focusOn('username')],
    },
    {
      guard: withAnswer('isPasswordCommon'),
      target: '#credentials',
      actions: ['setCommonPassword', focusOn('password')],
    },
    {
      guard: withAnswer('isOver'),
      target: '#identity',
      actions: [withAnswer('setResult'), 'clearRequest', 'focusNotice'],
    },
    { guard: 'isRecognized', target: '#credentials', actions: [withAnswer('setResult'), 'focusNotice'] },
    { target: '#identity', actions: [withAnswer('setResult'), 'focusNotice'] },
  ],
});

export const registration = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | { type: 'continue.pressed' }
      | { type: 'checkCode.pressed' }
      | { type: 'resend.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'submit.pressed' }
      | { type: 'retry.requested' }
      | ScreenRequested<'#identity' | '#code' | '#usernameKnown' | '#credentials' | '#registration'>,
    input: {} as RegistrationInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
    children: {} as { submitRegistration: 'submitRegistration' },
  },
  actors: {
    getToday: effects['clock.today'],
    recognize: call(credentials.recognize),
    checkCode: call(credentials.checkCode),
    submitRegistration: registrationSubmission,
  },
  delays: { resendWait: RESEND_WAIT },
  guards: {
    hasSentSubmission: ({ context }) => context.key !== null,
    ...identityForm.guards,
    ...accountForm.guards,
    isRecognized: ({ context }) => context.isRecognized,
    ...codeForm.guards,
    hasRequest: ({ context }) => context.requestToken !== null,
    hasKnownUsernames: ({ context }) => context.knownUsernames.length > 0,
    isCodeUnneeded: (_, answer: RegistrationStart) => rules.needsNoCode(answer),
    isAnsweredUsernames: (_, answer: CodeResponse) => answer.usernames.length > 0,
    isCodeRight: (_, answer: CodeResponse) => rules.isCodeRight(answer),
    isAnsweredOver: (_, answer: CodeResponse) => rules.isCodeOver(answer),
    isTooManyAttempts: (_, failure: CallFailure) => rules.isTooManyAttempts(failure),
    isRegistered: (_, result: Result) => result.result === 'accepted',
    // After a reload, a borrower must prove their identity again before choosing a username.
    isUsernameTaken: ({ context }, result: Result) => context.isRecognized && isRefusedAs(result, 'usernameTaken'),
    isPasswordCommon: ({ context }, result: Result) => context.isRecognized && isRefusedAs(result, 'commonPassword'),
    isOver: (_, result: Result) => isRefusedAs(result, 'over'),
  },
  actions: {
    setToday: assign((_, today: PlainDate) => ({ today, ...emptyForms(today) })),
    ...identityForm.actions,
    ...accountForm.actions,
    ...codeActions,
    ...submitActions,
    setRequest: assign((_, { requestToken, outboxFile }: RegistrationStart) => ({
      ...noRequest(),
      requestToken,
      outboxFile,
    })),
    setCodeSentAgain: assign({ notice: 'codeSentAgain' }),
    setCouldNotCheck: assign({ notice: 'couldNotCheck' }),
    setRecognized: assign({ isRecognized: true }),
    setKnownUsernames: assign((_, { usernames }: CodeResponse) => ({ ...noRequest(), knownUsernames: usernames })),
    clearRequest: assign(() => noRequest()),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setCouldNotAsk: assign({ notice: 'couldNotAsk' }),
    setTakenUsername: assign(({ context }) => {
      const { username } = context.account.values;
      const takenUsernames = [...context.takenUsernames, rules.normalizedUsername(username)];
      return { key: null, ...accountForm.reveal(context, { takenUsernames }, 'username') };
    }),
    setCommonPassword: assign(({ context }) => ({
      key: null,
      ...accountForm.reveal(context, { commonPassword: context.account.values.password }, 'password'),
    })),
    setResult: assign((_, result: Result) => ({ notice: toNotice(result), key: null })),
    setUsername: assign(({ context }, result: Result) => ({
      username: (result.result === 'accepted' ? result.record?.username : undefined) ?? context.account.values.username,
      key: null,
    })),
    clearNotice: assign({ notice: null }),
    /** The input is no longer needed. */
    clearForms: assign(({ context }) => emptyForms(context.today)),
  },
}).createMachine({
  id: 'registration',
  description: 'A borrower links a new username and password to their loans',
  context: ({ input }) => ({
    today: null,
    ...emptyForms(null),
    key: input.draft?.key ?? null,
    username: null,
    notice: null,
  }),
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
        onDone: [
          {
            guard: 'hasSentSubmission',
            target: 'creatingAccount.registering',
            actions: withAnswer('setToday'),
          },
          {
            target: 'identifyingBorrower',
            actions: withAnswer('setToday'),
          },
        ],
        onError: [
          { guard: 'hasSentSubmission', target: 'creatingAccount.registering' },
          { target: 'identifyingBorrower' },
        ],
      },
    },

    identifyingBorrower: {
      id: 'identity',
      description:
        'The borrower enters the account number, date of birth and last four digits of the Social Security number',
      meta: { path: '/account/registration', title: 'Find Your Loans' },
      route: {},
      // Back and Forward have the same effect as the buttons (ruling 24).
      exit: 'clearNotice',
      on: {
        'field.changed': identityForm.onChange(),
        'field.left': identityForm.onLeave(),
        'continue.pressed': identityForm.onSubmit({ target: 'recognizingBorrower' }, 'clearNotice'),
      },
    },

    recognizingBorrower: {
      description: 'The server sends a code to the email address on file if all three details match a borrower',
      meta: { title: 'Find Your Loans' },
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'recognize',
        src: 'recognize',
        input: codeRequest,
        onDone: [
          {
            guard: withAnswer('isCodeUnneeded'),
            target: 'choosingCredentials',
            actions: [withAnswer('setRequest'), 'setRecognized'],
          },
          { target: 'enteringCode', actions: withAnswer('setRequest') },
        ],
        onError: notAnswered('identifyingBorrower', 'setCouldNotAsk'),
      },
    },

    ...enteringSentCode({
      path: '/account/registration/code',
      request: 'recognize',
      onRight: [
        {
          guard: withAnswer('isAnsweredUsernames'),
          target: 'usernameKnown',
          actions: withAnswer('setKnownUsernames'),
        },
        { guard: withAnswer('isCodeRight'), target: 'choosingCredentials', actions: 'setRecognized' },
      ],
    }),

    usernameKnown: {
      id: 'usernameKnown',
      description: 'The borrower has a username already, and can log in or recover it (ruling 116)',
      meta: { path: '/account/registration/existing', title: 'You Have an Online Account' },
      route: { guard: 'hasKnownUsernames' },
      on: { 'previous.pressed': 'identifyingBorrower' },
    },

    choosingCredentials: {
      id: 'credentials',
      description: 'The borrower chooses a username and a password',
      meta: { path: '/account/registration/username', title: 'Username and Password' },
      route: { guard: 'isRecognized' },
      exit: 'clearNotice',
      on: {
        'field.changed': accountForm.onChange(),
        'field.left': accountForm.onLeave(),
        'previous.pressed': 'identifyingBorrower',
        'submit.pressed': accountForm.onSubmit({ target: 'creatingAccount' }, 'clearNotice'),
      },
    },

    creatingAccount: {
      description: 'The registration is submitted once',
      meta: { title: 'Username and Password' },
      initial: 'registering',
      on: staysHere,
      states: creating,
    },

    registered: {
      id: 'registered',
      description: 'The online account exists and the borrower can log in',
      meta: { path: '/account/registration/complete', title: 'Online Account Created' },
      tags: 'completed',
      on: { 'xstate.route': 'identifyingBorrower' },
    },
  },
});

/** Returns the draft of a registration in flight, which is its key (ruling 4). */
export const registrationDraft = ({ key }: Context): RegistrationDraft | null =>
  key === null ? null : { version: 1, key };
