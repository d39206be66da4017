/**
 * Somebody with loans creates an online account (P §2.1, ruling 49): says who they are, chooses username and password,
 * and submits both once. Nothing that is typed leaves memory; a draft holds only the key of a submission under way.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallFailure } from '#domain/call.ts';
import { credentials } from '#domain/credentials/calls.ts';
import * as rules from '#domain/credentials/rules.ts';
import type {
  CredentialValues,
  IdentityValues,
  Recognition,
  RegistrationAnswer,
  RegistrationDraft,
  RegistrationRecord,
} from '#domain/credentials/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { focus, focusField, focusOn } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { identityRules, notAnswered } from '../kit/identity-form.ts';
import { type SubmissionInput, submission } from '../kit/submission.machine.ts';
import { withAnswer } from '../kit/params.ts';

type Result = SubmissionResult<RegistrationAnswer, RegistrationRecord>;
type Body = ReturnType<typeof rules.registrationOf>;

export const registrationSubmission = submission('registrationSubmission', {
  send: call(credentials.register),
  settle: call(credentials.settle),
  isAccepted: rules.isRegistered,
});

export interface RegistrationInput {
  /** What was kept of a registration that was under way when the page was reloaded. */
  readonly draft: RegistrationDraft | null;
}

interface Context {
  /** The business day; null where it could not be asked for, so that the server alone validates against it. */
  readonly today: PlainDate | null;
  readonly identity: Form<IdentityValues>;
  /** In memory only. */
  readonly account: Form<CredentialValues>;
  readonly takenUsernames: readonly string[];
  /** A password that the server found too easy to guess. */
  readonly commonPassword: string | null;
  /** Whether the server has recognized who stands in the form. */
  readonly isRecognized: boolean;
  /** The key of the submission that is under way. */
  readonly key: string | null;
  /** The username that was registered. */
  readonly username: string | null;
  /** Said above the form. */
  readonly notice:
    | 'notRecognized'
    | 'tooManyAttempts'
    | 'onlyByPhone'
    | 'couldNotAsk'
    | 'couldNotRegister'
    | 'nothingWasRegistered'
    | null;
}

const identityForm = identityRules.inMachine('identity', {
  facts: (context: Context) => context,
  changes: () => ({ isRecognized: false }),
});

const accountForm = createForm<CredentialValues, rules.CredentialFacts>({
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
  isRecognized: false,
});

/** What is submitted, or the key of what was submitted before a reload. */
function submissionOf({ key, isRecognized, identity, account }: Context): SubmissionInput<Body> {
  if (key === null) throw new Error('A registration has come so far without a key');
  return { idempotencyKey: key, body: isRecognized ? rules.registrationOf(identity.values, account.values) : null };
}

/** What is said of a registration that was not accepted. */
function noticeOf(result: Result): Context['notice'] {
  if (result.result === 'neverArrived') return 'nothingWasRegistered';
  if (result.result === 'accepted') return null;
  if (result.answer?.outcome === 'notRecognized') return 'notRecognized';
  if (result.failure !== null && rules.isOnlyByPhone(result.failure)) return 'onlyByPhone';
  return result.failure !== null && rules.isTooManyAttempts(result.failure) ? 'tooManyAttempts' : 'couldNotRegister';
}

const isRefusedAs = (result: Result, outcome: RegistrationAnswer['outcome']): boolean =>
  result.result === 'refused' && result.answer?.outcome === outcome;

export const registration = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'submit.pressed' }
      | { type: 'retry.wanted' }
      | ScreenWanted<'#identity' | '#credentials' | '#registration'>,
    input: {} as RegistrationInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
    children: {} as { submitRegistration: 'submitRegistration' },
  },
  actors: {
    getToday: effects['clock.today'],
    recognize: call(credentials.recognize),
    makeSubmissionKey: effects['key.make'],
    submitRegistration: registrationSubmission,
  },
  guards: {
    hasSentSubmission: ({ context }) => context.key !== null,
    ...identityForm.guards,
    ...accountForm.guards,
    isRecognized: ({ context }) => context.isRecognized,
    isAnsweredRecognized: (_, answer: Recognition) => rules.isRecognized(answer),
    isTooManyAttempts: (_, failure: CallFailure) => rules.isTooManyAttempts(failure),
    isOnlyByPhone: (_, failure: CallFailure) => rules.isOnlyByPhone(failure),
    isRegistered: (_, result: Result) => result.result === 'accepted',
    // Whoever comes back after a reload has to say anew who they are before they choose anything.
    isUsernameTaken: ({ context }, result: Result) => context.isRecognized && isRefusedAs(result, 'usernameTaken'),
    isPasswordCommon: ({ context }, result: Result) => context.isRecognized && isRefusedAs(result, 'commonPassword'),
    isNotRecognized: (_, result: Result) => isRefusedAs(result, 'notRecognized'),
  },
  actions: {
    keepToday: assign((_, today: PlainDate) => ({ today, ...emptyForms(today) })),
    ...identityForm.actions,
    ...accountForm.actions,
    setRecognized: assign({ isRecognized: true }),
    setNotRecognized: assign({ notice: 'notRecognized', isRecognized: false }),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setOnlyByPhone: assign({ notice: 'onlyByPhone' }),
    setCouldNotAsk: assign({ notice: 'couldNotAsk' }),
    setCouldNotRegister: assign({ notice: 'couldNotRegister', key: null }),
    setTakenUsername: assign(({ context }) => {
      const { username } = context.account.values;
      const takenUsernames = [...context.takenUsernames, rules.normalizedUsername(username)];
      return { key: null, ...accountForm.reveal(context, { takenUsernames }, 'username') };
    }),
    setCommonPassword: assign(({ context }) => ({
      key: null,
      ...accountForm.reveal(context, { commonPassword: context.account.values.password }, 'password'),
    })),
    setResult: assign((_, result: Result) => ({ notice: noticeOf(result), key: null })),
    keepKey: assign({ key: (_, key: string) => key }),
    keepUsername: assign(({ context }, result: Result) => ({
      username: (result.result === 'accepted' ? result.record?.username : undefined) ?? context.account.values.username,
      key: null,
    })),
    clearNotice: assign({ notice: null }),
    /** What was typed is needed no more. */
    clearForms: assign(({ context }) => emptyForms(context.today)),
    focusNotice: focus('notice'),
    focusField,
  },
}).createMachine({
  id: 'registration',
  description: 'Somebody links a new username and password to their loans: who they are, username and password, done',
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
      description: 'The business day is asked for, against which a date of birth is validated',
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'getToday',
        src: 'getToday',
        input: {},
        onDone: [
          {
            guard: 'hasSentSubmission',
            target: 'registering',
            actions: withAnswer('keepToday'),
          },
          {
            target: 'identifyingBorrower',
            actions: withAnswer('keepToday'),
          },
        ],
        onError: [{ guard: 'hasSentSubmission', target: 'registering' }, { target: 'identifyingBorrower' }],
      },
    },

    identifyingBorrower: {
      id: 'identity',
      description: 'Account number, date of birth and the last four digits of the Social Security number',
      meta: { path: '/account/registration', title: 'Find Your Loans' },
      route: {},
      // Back and Forward do what the buttons do (ruling 24).
      exit: 'clearNotice',
      on: {
        'field.changed': identityForm.onChange(),
        'field.left': identityForm.onLeave(),
        'continue.pressed': identityForm.onSubmit({ target: 'recognizingBorrower' }),
      },
    },

    recognizingBorrower: {
      description: 'The server is asked whether a borrower has all three',
      meta: { title: 'Find Your Loans' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'recognize',
        src: 'recognize',
        input: ({ context }) => ({ body: rules.identityOf(context.identity.values) }),
        onDone: [
          {
            guard: withAnswer('isAnsweredRecognized'),
            target: 'choosingCredentials',
            actions: 'setRecognized',
          },
          { target: 'identifyingBorrower', actions: ['setNotRecognized', 'focusNotice'] },
        ],
        onError: notAnswered('identifyingBorrower', 'setCouldNotAsk'),
      },
    },

    choosingCredentials: {
      id: 'credentials',
      description: 'A username and a password are being chosen',
      meta: { path: '/account/registration/username', title: 'Username and Password' },
      route: { guard: 'isRecognized' },
      exit: 'clearNotice',
      on: {
        'field.changed': accountForm.onChange(),
        'field.left': accountForm.onLeave(),
        'previous.pressed': 'identifyingBorrower',
        'submit.pressed': accountForm.onSubmit({ target: 'makingSubmissionKey' }),
      },
    },

    makingSubmissionKey: {
      description: 'A key is made under which this registration counts only once',
      meta: { title: 'Username and Password' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'makeSubmissionKey',
        src: 'makeSubmissionKey',
        input: {},
        onDone: {
          target: 'registering',
          actions: withAnswer('keepKey'),
        },
        onError: { target: 'choosingCredentials', actions: ['setCouldNotRegister', 'focusNotice'] },
      },
    },

    registering: {
      description: 'The registration is under way, or the server is asked what became of it',
      meta: { title: 'Username and Password' },
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'submitRegistration',
        src: 'submitRegistration',
        input: ({ context }) => submissionOf(context),
        onDone: [
          {
            guard: withAnswer('isRegistered'),
            target: 'registered',
            actions: [withAnswer('keepUsername'), 'clearForms'],
          },
          {
            guard: withAnswer('isUsernameTaken'),
            target: 'choosingCredentials',
            actions: ['setTakenUsername', focusOn('username')],
          },
          {
            guard: withAnswer('isPasswordCommon'),
            target: 'choosingCredentials',
            actions: ['setCommonPassword', focusOn('password')],
          },
          {
            guard: withAnswer('isNotRecognized'),
            target: 'identifyingBorrower',
            actions: [withAnswer('setResult'), 'setNotRecognized', 'focusNotice'],
          },
          {
            guard: 'isRecognized',
            target: 'choosingCredentials',
            actions: [withAnswer('setResult'), 'focusNotice'],
          },
          {
            target: 'identifyingBorrower',
            actions: [withAnswer('setResult'), 'focusNotice'],
          },
        ],
        // The key stays, so that trying again asks about it, or sends it under the same key.
        onError: 'outcomeNotKnown',
      },
    },

    outcomeNotKnown: {
      description: 'What became of the registration could not even be asked for; that can be tried again',
      meta: { title: 'Username and Password' },
      on: { 'xstate.route': {}, 'retry.wanted': 'registering' },
    },

    registered: {
      id: 'registered',
      description: 'The online account is there to log in with',
      meta: { path: '/account/registration/complete', title: 'Online Account Created' },
      tags: 'completed',
      on: { 'xstate.route': 'identifyingBorrower' },
    },
  },
});

/** What is kept of a registration while it is under way: its key (ruling 4). */
export const registrationDraft = ({ key }: Context): RegistrationDraft | null =>
  key === null ? null : { version: 1, key };
