/** Specification of a registration (P §2.1, §5.2, §5.3, rulings 4, 49 and 116), new or interrupted by a reload. */
import type { ContextFrom } from 'xstate';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { CODE, emptyCode, expectedSentCode, isCodeRight } from '../one-time-code/expected-code.ts';
import { expectedForm, isInOrder, unless } from '../../kit/expected-form.ts';
import {
  BIRTH_DATE,
  emptyIdentity,
  identityBody,
  identityForm,
  isIdentityRight,
} from '../identity/expected-identity.ts';
import { TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import {
  PASSWORD,
  SHORT_PASSWORD,
  confirmationErrors,
  passwordErrors,
  passwordProblems,
} from '../password/expected-password.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { type FlowSpec, spec, stopsInError, words } from '../../kit/spec.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import {
  type RegistrationInput,
  registration,
  registrationDraft,
  registrationSubmission,
} from './registration.machine.ts';

type Context = ContextFrom<typeof registration>;
type Values = Context['account']['values'];
type Notice = NonNullable<Context['notice']>;
const { to, given, unseen, press } = words<typeof registration>();

/** Usernames to try, in order: each is used after the server has refused the earlier ones. */
const USERNAMES = ['Avery.Quist', 'avery.quist2', 'avery.quist3'] as const;
/** Password for the case that the server refuses the first one. */
const OTHER_PASSWORD = 'nine tall grey cranes';
const KNOWN = { id: 'web-1', masked: 'a*****t' };
const OTHER_KNOWN = { id: 'web-2', masked: 'q*****2' };

/** Returns the validation problems of the sample values of the second step. */
const problems = (
  values: Values,
  { takenUsernames, commonPassword }: Pick<Context, 'takenUsernames' | 'commonPassword'>,
) => [
  ...unless('username', values.username !== '', 'username.required'),
  ...unless('username', !takenUsernames.includes(values.username.toLowerCase()), 'username.taken'),
  ...passwordProblems('password', { ...values, commonPassword }),
  ...unless('terms', values.terms, 'terms.required'),
];

/** Context without a code request. */
const noRequest = {
  requestToken: null,
  outboxFile: null,
  canResend: false,
  isRecognized: false,
  knownUsernames: [],
  ...emptyCode,
};

const nothingTyped: Values = { username: '', password: '', confirmation: '', terms: false };
const nothingRefused = { takenUsernames: [], commonPassword: null };
const emptyForms = {
  identity: emptyIdentity,
  ...nothingRefused,
  account: expectedForm(nothingTyped, problems(nothingTyped, nothingRefused)),
  ...noRequest,
};

const toDetails = to('identifyingBorrower', { notice: null });

const { toCode, ...sent } = expectedSentCode<Context>({
  request: 'recognize',
  answer: { next: 'code' },
  nothing: noRequest,
  right: {
    'right, of a borrower without a username': [
      answers({ outcome: 'right', usernames: [] }),
      to('choosingCredentials', { isRecognized: true }),
    ],
    'right, of a borrower with a username': [
      answers({ outcome: 'right', usernames: [KNOWN] }),
      to('usernameKnown', { ...noRequest, knownUsernames: [KNOWN] }, { reads: [`Your username is ${KNOWN.masked}`] }),
    ],
    'right, of a borrower with several usernames': [
      answers({ outcome: 'right', usernames: [KNOWN, OTHER_KNOWN] }),
      to(
        'usernameKnown',
        { ...noRequest, knownUsernames: [KNOWN, OTHER_KNOWN] },
        { reads: [`Your usernames are ${KNOWN.masked}, ${OTHER_KNOWN.masked}.`] },
      ),
    ],
  },
});

const NO_CODE = { requestToken: 'request-token', outboxFile: null };

const submission = submits<Context>({
  machine: registrationSubmission,
  sample: {
    body: { username: 'avery.quist' },
    accepted: { outcome: 'registered' },
    rejected: { outcome: 'usernameTaken' },
    refusals: {
      'the password is too easy to guess': { answers: { outcome: 'commonPassword' } },
      'too long after the code': { answers: { outcome: 'over' } },
      'too many attempts': { throws: { kind: 'refused', status: 429 } },
    },
    record: { username: 'avery.quist' },
  },
  texts: {
    sending: 'Creating your online account…',
    outcomeUnknown: "We're checking whether your online account was created",
    explanation: "We haven't heard back yet. Please don't start again: we create an online account only once.",
    asking: 'Checking whether your online account was created…',
  },
  state: 'creatingAccount.registering',
  by: 'submitRegistration',
  request: ({ requestToken, account: { values } }) => ({
    body: {
      requestToken: requestToken ?? '',
      username: values.username.toLowerCase(),
      password: values.password,
      terms: true,
    },
  }),
});

const starts = (draft: RegistrationInput['draft']) =>
  [
    { draft },
    to(
      'arriving',
      { ...emptyForms, today: null, key: draft?.key ?? null, username: null, notice: null },
      { calls: { getToday: {} } },
    ),
  ] as const;

/**
 * Results with and without the business day: after a reload, the machine asks for the outcome of a registration that
 * was sent.
 */
const arrived = (context: Partial<Pick<Context, 'today'>>) => [
  given(({ key }) => key !== null, to('creatingAccount.registering', context, { calls: submission.asks })),
  to('identifyingBorrower', context),
];

const registered = (username: (before: Context) => string, reads: readonly string[] = []) =>
  to('registered', (before) => ({ ...emptyForms, key: null, username: username(before) }), { reads });

/** After a reload, the borrower must prove their identity again. */
const isRecognized = (context: Context) => context.isRecognized;
const unrecognized = (notice: Notice) => to('identifyingBorrower', { key: null, notice });
const notAccepted = (notice: Notice) => given(isRecognized, to('choosingCredentials', { key: null, notice }));

const NOT_ANSWERED = 'After a reload the machine asks for the outcome, which never gets this answer.';

/** Returns true if the server has refused a username or password, so that the borrower needs another one. */
const isRefused = ({ takenUsernames, commonPassword }: Context) => takenUsernames.length > 0 || commonPassword !== null;
const hasNoUsernameLeft = ({ takenUsernames }: Context) => takenUsernames.length === USERNAMES.length;

/**
 * Which events the paths try. They fill in a form in its order, and go back with an empty or a valid form; if no username
 * is left, they begin again with the same details.
 */
const tries: FlowSpec<typeof registration>['tries'] = (event, context) => {
  const { today, identity, account } = context;
  switch (event.type) {
    case 'previous.pressed':
    case 'xstate.route':
      if (isRefused(context)) return hasNoUsernameLeft(context) && event['to'] === '#identity';
      return account.values.username === '' || problems(account.values, context).length === 0;
    case 'submit.pressed':
      return !hasNoUsernameLeft(context);
    case 'field.left':
      return !hasNoUsernameLeft(context) || !Object.hasOwn(account.values, String(event['field']));
    case 'field.changed':
      // Without the business day, only the date that depends on it is tried.
      if (event['value'] === BIRTH_DATE && today === null) return false;
      if (Object.hasOwn(identity.values, String(event['field'])))
        return !isRefused(context) && isInOrder(event, identity.values);
      if (Object.hasOwn(account.values, String(event['field'])))
        return !hasNoUsernameLeft(context) && isInOrder(event, account.values);
      // After a refusal, only a code with six digits is entered.
      return !isRefused(context) || event['value'] === CODE.typed;
    default:
      return true;
  }
};

export default spec(registration, {
  starts: {
    'a borrower without an online account': starts(null),
    'a borrower whose page was reloaded while the registration was under way': starts({ version: 1, key: sampleKey }),
  },
  notices: {
    codeSentAgain: 'If what you entered matches an account, we sent a new code.',
    over: 'Too much time has passed since you entered your code.',
    tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
    couldNotAsk: "We couldn't send a code right now. Please try again.",
    couldNotCheck: "We couldn't check your code right now. Please press Continue again.",
    couldNotRegister: "We couldn't create your online account. Nothing was saved. Please try again.",
    nothingWasRegistered: "We didn't receive your request, and we haven't created an online account. Please try again.",
  },
  forms: {
    // Changed details require another code request.
    identity: identityForm(
      noRequest,
      to(
        'recognizingBorrower',
        { notice: null },
        { calls: ({ identity }) => ({ recognize: { body: identityBody(identity.values) } }) },
      ),
    ),
    code: sent.form,
    account: {
      in: ['choosingCredentials'],
      problems,
      fields: {
        username: {
          label: 'Username',
          entries: USERNAMES.map((value, index) => ({
            value,
            where: ({ takenUsernames }: Context) => takenUsernames.length === index,
          })),
          errors: {
            'username.required': 'Please enter a username.',
            'username.taken': 'This username is taken. Please choose another one.',
          },
        },
        password: {
          label: 'Password',
          role: 'password',
          entries: [
            PASSWORD,
            SHORT_PASSWORD,
            { value: OTHER_PASSWORD, where: ({ commonPassword }) => commonPassword !== null },
          ],
          errors: passwordErrors,
        },
        confirmation: {
          label: 'Confirm Password',
          role: 'password',
          entries: [PASSWORD, { value: OTHER_PASSWORD, where: ({ commonPassword }) => commonPassword !== null }],
          errors: confirmationErrors,
        },
        terms: {
          label: 'I agree to the Terms of Use',
          role: 'checkbox',
          entries: [true, false],
          errors: { 'terms.required': 'You are required to agree to the Terms of Use.' },
          showsAtOnce: true,
        },
      },
      refuses: { notice: null },
      submit: [{ name: 'Create Online Account', then: { ...submission.sends, context: { notice: null } } }],
    },
  },
  states: {
    arriving: {
      shows: ['Loading…'],
      when: {
        getToday: {
          'the business day': [answers(sampleToday), ...arrived({ today: sampleToday })],
          'no business day': [stopsInError, ...arrived({})],
        },
      },
    },
    identifyingBorrower: {
      shows: ['Account Number', 'Date of Birth', 'Last Four Digits of Social Security Number', 'Continue'],
    },
    recognizingBorrower: {
      over: true,
      shows: ['Sending your code…'],
      when: {
        recognize: {
          ...sent.requested,
          'the borrower needs no code': [
            answers({ ...NO_CODE, next: 'credentials' }),
            to('choosingCredentials', { ...noRequest, ...NO_CODE, isRecognized: true }),
          ],
        },
      },
    },
    ...sent.states,
    usernameKnown: {
      shows: [
        'You Have an Online Account',
        'You already have an online account for your loans',
        'set a new password',
        'Log In',
      ],
      on: [press('Previous', 'previous.pressed', toDetails)],
    },
    choosingCredentials: {
      shows: [
        '6 to 40 letters, digits, periods, hyphens, underscores or @',
        'At least 15 characters',
        'Confirm Password',
        'I agree to the Terms of Use',
      ],
      on: [press('Previous', 'previous.pressed', toDetails)],
    },
    'creatingAccount.registering': {
      over: true,
      on: [submission.keyMade],
      when: {
        submitRegistration: {
          'the account is created': [
            accepted({ outcome: 'registered' }),
            registered(({ account }) => account.values.username),
          ],
          'the account is created, according to the server’s record': [
            accepted({ outcome: 'registered' }, { username: 'avery.quist' }),
            registered(() => 'avery.quist', ['Your username is avery.quist.']),
          ],
          'the username is taken': [
            rejected({ outcome: 'usernameTaken' }),
            given(
              isRecognized,
              to(
                'choosingCredentials',
                ({ takenUsernames, account }) => ({
                  key: null,
                  takenUsernames: [...takenUsernames, account.values.username.toLowerCase()],
                }),
                { wrongField: 'username' },
              ),
            ),
            unrecognized('couldNotRegister'),
          ],
          'the password is too easy to guess': [
            rejected({ outcome: 'commonPassword' }),
            given(
              isRecognized,
              to('choosingCredentials', ({ account }) => ({ key: null, commonPassword: account.values.password }), {
                wrongField: 'password',
              }),
            ),
            unseen(NOT_ANSWERED, unrecognized('couldNotRegister')),
          ],
          'too long after the code': [
            rejected({ outcome: 'over' }),
            to('identifyingBorrower', { ...noRequest, key: null, notice: 'over' }),
          ],
          'too many attempts': [
            refusedAs({ kind: 'refused', status: 429 }),
            notAccepted('tooManyAttempts'),
            unseen(NOT_ANSWERED, unrecognized('tooManyAttempts')),
          ],
          'the server refuses the request': [
            refusedAs({ kind: 'refused', status: 422 }),
            notAccepted('couldNotRegister'),
            unseen(NOT_ANSWERED, unrecognized('couldNotRegister')),
          ],
          'it never arrived': [neverArrived, notAccepted('nothingWasRegistered'), unrecognized('nothingWasRegistered')],
          // The key stays, so that a retry asks for the outcome.
          'the machine of the submission stops in error': [
            stopsInError,
            to('creatingAccount.outcomeCheckFailed', undefined, { focus: toNotice }),
          ],
        },
      },
    },
    'creatingAccount.outcomeCheckFailed': {
      ...submission.outcomeCheckFailed,
      shows: [submission.texts.outcomeUnknown, submission.texts.explanation, TRY_AGAIN],
    },
    registered: {
      shows: ['Your online account has been created.', 'You can log in now.', 'Log In'],
      routes: {
        '#identity': to('identifyingBorrower'),
        '#code': to('identifyingBorrower'),
        '#usernameKnown': to('identifyingBorrower'),
        '#credentials': to('identifyingBorrower'),
      },
    },
  },
  several: [
    {
      in: [
        'identifyingBorrower',
        'recognizingBorrower',
        'enteringCode',
        'resendingCode',
        'checkingCode',
        'choosingCredentials',
        'creatingAccount',
        'registered',
      ],
      shows: ['Find Your Loans', 'Enter Your Code', 'Username and Password', 'Online Account Created'],
    },
    {
      in: ['identifyingBorrower', 'enteringCode', 'usernameKnown', 'choosingCredentials'],
      routes: {
        '#identity': toDetails,
        '#code': given(({ requestToken }) => requestToken !== null, toCode({ notice: null })),
        '#usernameKnown': given(
          ({ knownUsernames }) => knownUsernames.length > 0,
          to('usernameKnown', { notice: null }),
        ),
        '#credentials': given(isRecognized, to('choosingCredentials', { notice: null })),
      },
    },
    {
      in: ['resendingCode'],
      when: {
        recognize: {
          'the borrower needs no code': [answers({ ...NO_CODE, next: 'credentials' }), sent.sentAgain(NO_CODE)],
        },
      },
    },
  ],
  finish: ['registered', 'usernameKnown'],
  claims: {
    'a borrower chooses a username and password only after the server has accepted a code or needs none': {
      reaching: (at) => at.isIn('choosingCredentials'),
      needs: (by) =>
        by.kind === 'outcome' &&
        ['right, of a borrower without a username', 'the borrower needs no code'].includes(by.outcome),
      brokenBy: 'choosingCredentials: address guard removed',
    },
    'a username is shown only after the server has accepted a code': {
      reaching: (at) => at.isIn('usernameKnown'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('right, of a borrower with'),
      brokenBy: 'usernameKnown: address guard removed',
    },
    'a rejected code, or one without six digits, is not sent to the server': {
      never: ({ isIn, context }) => isIn('checkingCode') && !isCodeRight(context),
      brokenBy: 'enteringCode -> checkCode.pressed [isCodeComplete]: guard turned round',
    },
    'invalid details are not sent to the server': {
      never: ({ isIn, context }) => isIn('recognizingBorrower') && !isIdentityRight(context),
      brokenBy: 'identifyingBorrower -> continue.pressed [isIdentityComplete]: guard turned round',
    },
    'an invalid registration is not sent to the server': {
      never: ({ isIn, context }) =>
        isIn('creatingAccount.registering') && isNew(context) && problems(context.account.values, context).length > 0,
      brokenBy: 'choosingCredentials -> submit.pressed [isAccountComplete]: guard turned round',
    },
    'a registration is not sent without accepting the Terms of Use': {
      reaching: (at) => at.isIn('creatingAccount.registering') && isNew(at.context),
      needs: (by) =>
        by.kind === 'event' &&
        by.event.type === 'field.changed' &&
        by.event['field'] === 'terms' &&
        by.event['value'] === true,
      brokenBy: 'guard isAccountComplete: always true',
    },
    'an online account exists only when the server confirms it': {
      reaching: (at) => at.isIn('registered'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('the account is created'),
      brokenBy: 'guard isRegistered: always true',
    },
    'no input stays in memory after the registration': {
      never: ({ isIn, context: { identity, account, code, requestToken } }) =>
        isIn('registered') &&
        (requestToken !== null ||
          [identity, account, code].some(({ values }) => Object.values(values).some((value) => value !== '' && value))),
      brokenBy: 'creatingAccount.registering -> submitRegistration done [isRegistered]: action clearForms removed',
    },
  },
  draft: {
    of: registrationDraft,
    secrets: ['123456789', BIRTH_DATE, '4821', ...USERNAMES, 'avery.quist', PASSWORD, SHORT_PASSWORD],
  },
  children: { submitRegistration: submission.child },
  tries,
  // For forms only the values matter, and for requests and notices only their presence.
  facts: (context) => {
    const { today, identity, code, wrongCode, isCodeOver, canResend, account, takenUsernames, commonPassword } =
      context;
    const { requestToken, isRecognized: mayChoose, knownUsernames, key, notice } = context;
    return {
      knowsToday: today !== null,
      hasRequest: requestToken !== null,
      mayChoose,
      isKnown: knownUsernames.length > 0,
      details: identity.values,
      // After a refusal, the paths do not go back to the code.
      code:
        isRefused(context) && mayChoose ? null : { typed: code.values.oneTimeCode, wrongCode, isCodeOver, canResend },
      account: hasNoUsernameLeft(context) ? null : account.values,
      refused: hasNoUsernameLeft(context) ? null : { taken: takenUsernames.length, commonPassword },
      hasKey: key !== null,
      hasNotice: notice !== null,
    };
  },
});
