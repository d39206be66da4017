/** Expectations for the form of a one-time code, shared by all flows that use it. */
import type { CodeValues, IdentityValues } from '#domain/session/credentials/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { identityBody } from '../identity/expected-identity.ts';
import type { Form } from '../../kit/form.ts';
import { type Answer, type Case, type Cases, type ContextPart, type Gesture, answers } from 'xstate-workbench/model';
import type { FormSpec, WrongField } from '../../kit/spec-form.ts';
import { failed, noAnswer } from '../../kit/spec.ts';

/** Code as typed and as sent, and a code that is too short. */
export const CODE = { typed: '123 456', sent: '123456' };
const SHORT_CODE = '12345';

/** One minute before a person can request another code. */
export const RESEND_WAIT = 60_000;

/** Context of a flow with the form. */
export interface WithCode {
  readonly code: Form<CodeValues>;
  readonly wrongCode: string | null;
  readonly isCodeOver: boolean;
}

/** Returns the validation problems of the sample codes. */
const codeProblems = (
  { oneTimeCode }: CodeValues,
  { wrongCode, isCodeOver }: Omit<WithCode, 'code'>,
): readonly FieldProblem[] => [
  ...unless('oneTimeCode', !isCodeOver, 'oneTimeCode.over'),
  ...unless('oneTimeCode', isCodeOver || oneTimeCode === CODE.typed, 'oneTimeCode.format'),
  ...unless('oneTimeCode', isCodeOver || oneTimeCode !== CODE.typed || wrongCode !== CODE.sent, 'oneTimeCode.wrong'),
];

/** Returns true if the sample code in the form is valid. */
export const isCodeRight = (context: WithCode): boolean => codeProblems(context.code.values, context).length === 0;

const noAnswerYet = { wrongCode: null, isCodeOver: false };

/** Empty form, and no answer of the server yet. */
export const emptyCode = {
  ...noAnswerYet,
  code: expectedForm({ oneTimeCode: '' }, codeProblems({ oneTimeCode: '' }, noAnswerYet)),
};

/** Returns the form, as a part of a specification. `then` follows the button with a valid code. */
export const codeForm = <const Path extends string, Context extends WithCode>(
  here: Path,
  button: string,
  then: Cases<Context>,
): FormSpec<Path, Context, CodeValues, 'checkCode.pressed'> => ({
  in: [here],
  problems: codeProblems,
  fields: {
    oneTimeCode: {
      label: 'Code',
      entries: [CODE.typed, SHORT_CODE],
      errors: {
        'oneTimeCode.format': 'Please enter the six digits of the code in our email.',
        'oneTimeCode.wrong': "This isn't the code in our latest email. Please correct it and try again.",
        'oneTimeCode.over': 'This code has expired, or there were too many wrong tries. Please ask for a new code.',
      },
    },
  },
  refuses: { notice: null } as ContextPart<Context>,
  submit: [{ name: button, event: 'checkCode.pressed', then }],
});

/** Context of a flow that sends a code to a borrower who is not logged in. */
interface WithRequest extends WithCode {
  readonly identity: Form<IdentityValues>;
  readonly requestToken: string | null;
  readonly canResend: boolean;
}

/** Two answers to the request for a code: a demo server says in which file the message is. */
const SENT = { requestToken: 'request-token', outboxFile: null };
const SENT_BY_DEMO = { requestToken: 'another-request-token', outboxFile: '.data/outbox/code-1.eml' };

/** Flow-specific parts of `enteringSentCode`. */
interface SentCode<Context> {
  /** The call that sends a code. */
  readonly request: string;
  /** Additional content of its answer. */
  readonly answer?: object;
  /** The context without a request. */
  readonly nothing: object;
  /** Answers about a code that is right. */
  readonly right: Readonly<Record<string, readonly [Answer, Case<Context>]>>;
}

/**
 * Specifies the states in which a borrower who is not logged in enters the code (`enteringSentCode`), and the results
 * of the request for the first code.
 */
export function expectedSentCode<Context extends WithRequest>({
  request,
  answer = {},
  nothing,
  right,
}: SentCode<Context>) {
  type More = Omit<Case<Context>, 'state' | 'context'> & WrongField;
  const to = (state: string, context: object, more: More = {}): Case<Context> => ({
    state,
    context: context as ContextPart<Context>,
    ...more,
  });
  /** The borrower enters the code, and waits before they can ask for another one. */
  const toCode = (context: object, more: More = {}) => to('enteringCode', context, { waits: [RESEND_WAIT], ...more });
  const press = <const Type extends string>(name: string, type: Type, ...cases: readonly Case<Context>[]) => {
    const gesture: Gesture = { action: 'click', role: 'button', name };
    return { event: { type }, gesture, cases };
  };
  /** The server has sent another code, which replaces the first one. */
  const sentAgain = (sent: object, more: More = {}) =>
    toCode({ ...nothing, ...sent, notice: 'codeSentAgain' }, { hides: ['Send a New Code'], ...more });
  const checks = to(
    'checkingCode',
    { notice: null },
    {
      calls: ({ requestToken }) => ({
        checkCode: { body: { requestToken: requestToken ?? '', oneTimeCode: CODE.sent } },
      }),
    },
  );
  return {
    toCode,
    sentAgain,
    form: codeForm('enteringCode', 'Continue', checks),
    /** Answers to the request for the first code. */
    requested: {
      'it is taken': [answers({ ...SENT, ...answer }), toCode({ ...nothing, ...SENT })],
      'it is taken, and a demo server names the file of the message': [
        answers({ ...SENT_BY_DEMO, ...answer }),
        toCode({ ...nothing, ...SENT_BY_DEMO }, { reads: [SENT_BY_DEMO.outboxFile] }),
      ],
      'too many attempts': [failed(429), to('identifyingBorrower', { notice: 'tooManyAttempts' })],
      'no answer in time': [noAnswer, to('identifyingBorrower', { notice: 'couldNotAsk' })],
    },
    states: {
      enteringCode: {
        shows: [
          'If what you entered matches an account, we sent a code to the email address on file.',
          "If you don't get an email within a few minutes",
          'Code',
          'Continue',
        ],
        on: [
          {
            ...press('Send a New Code', 'resend.pressed', {
              state: 'resendingCode',
              // The errors concern the code that is replaced.
              context: (({ code: { values }, ...before }: Context) => ({
                notice: null,
                code: expectedForm(values, codeProblems(values, before)),
              })) as ContextPart<Context>,
              calls: ({ identity }) => ({ [request]: { body: identityBody(identity.values) } }),
            }),
            where: ({ canResend }: Context) => canResend,
          },
          press('Previous', 'previous.pressed', to('identifyingBorrower', { notice: null })),
        ],
        after: { [RESEND_WAIT]: { context: { canResend: true } as ContextPart<Context>, reads: ['Send a New Code'] } },
      },
      resendingCode: {
        over: true,
        shows: ['Sending a new code…'],
        when: {
          [request]: {
            'it is taken': [answers({ ...SENT, ...answer }), sentAgain(SENT)],
            'it is taken, and a demo server names the file of the message': [
              answers({ ...SENT_BY_DEMO, ...answer }),
              sentAgain(SENT_BY_DEMO, { reads: [SENT_BY_DEMO.outboxFile] }),
            ],
            'too many attempts': [failed(429), toCode({ notice: 'tooManyAttempts' })],
            'no answer in time': [noAnswer, toCode({ notice: 'couldNotAsk' })],
          },
        },
      },
      checkingCode: {
        over: true,
        shows: ['Checking your code…'],
        when: {
          checkCode: {
            ...right,
            'it is wrong': [
              answers({ outcome: 'wrong', usernames: [] }),
              toCode({ wrongCode: CODE.sent }, { wrongField: 'oneTimeCode' }),
            ],
            'it is over': [
              answers({ outcome: 'over', usernames: [] }),
              toCode({ isCodeOver: true, canResend: true }, { wrongField: 'oneTimeCode' }),
            ],
            'too many attempts': [failed(429), toCode({ notice: 'tooManyAttempts' })],
            'no answer in time': [noAnswer, toCode({ notice: 'couldNotCheck' })],
          },
        },
      },
    },
  } as const;
}
