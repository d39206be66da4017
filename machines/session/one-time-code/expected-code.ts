/** Expectations for the form of a one-time code, shared by all flows that use it. */
import type { CodeValues, IdentityValues } from '#domain/session/credentials/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { identityBody } from '../identity/expected-identity.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import type {
  Cases,
  ContextPart,
  EventCase,
  ExpectedFocus,
  ExpectedWhere,
  Outcome,
  PartOf,
} from 'xstate-workbench/model';
import type { FormSpec } from '../../kit/spec-form.ts';

/** Code as typed and as sent, and a code that is too short. */
export const CODE = { typed: '123 456', sent: '123456' };
const SHORT_CODE = '12345';

const CODE_FORMAT = 'Please enter the six digits of the code in our email.';
const CODE_WRONG = "This isn't the code in our latest email. Please correct it and try again.";
const CODE_OVER = 'This code has expired, or there were too many wrong tries. Please ask for a new code.';

/** One minute before a person can request another code. */
export const RESEND_WAIT = 60_000;
export const waitsForResend = { waits: [RESEND_WAIT] };

/** Empty form, and no answer of the server yet. */
export const emptyCode = {
  wrongCode: null,
  isCodeOver: false,
  code: { values: { oneTimeCode: '' }, touched: [], attempted: false, errors: {}, panel: [] },
};

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
      errors: { 'oneTimeCode.format': CODE_FORMAT, 'oneTimeCode.wrong': CODE_WRONG, 'oneTimeCode.over': CODE_OVER },
    },
  },
  refuses: { notice: null } as ContextPart<Context>,
  submit: [{ name: button, event: 'checkCode.pressed', then }],
});

type CodeChange = Partial<Pick<Form<CodeValues>, 'touched' | 'attempted'>> & { readonly typed?: string };

function codeAfter(before: WithCode, { typed, ...change }: CodeChange) {
  const values = { oneTimeCode: typed ?? before.code.values.oneTimeCode };
  const code = { ...before.code, ...change, values };
  return { code: expectedForm(values, codeProblems(values, before), code) };
}

/** Returns what a code that the server rejects changes, with the message beside the field. */
const refusedCode = (facts: object, message: string) => ({
  context: (before: WithCode) => ({
    ...facts,
    ...codeAfter({ ...before, ...facts }, { touched: touching(before.code.touched, 'oneTimeCode') }),
  }),
  focus: { place: 'field', field: 'oneTimeCode', delay: 0 } as const,
  reads: [message],
});

/** Flow-specific expectations for the form. */
interface ExpectedCode<Context> {
  /** The state with the form. */
  readonly here: string;
  /** Expected result of the button with a valid code. */
  readonly checks: ExpectedWhere<Context>;
  /** The name of the button. */
  readonly button: string;
  /** The texts of the notices, which the button removes. */
  readonly notices: readonly string[];
}

/** Returns the cases for filling in, leaving and submitting the form. */
function codeEvents<Context extends WithCode>({
  here,
  checks,
  button,
  notices,
}: ExpectedCode<Context>): readonly EventCase<FormEvent | { readonly type: 'checkCode.pressed' }, Context>[] {
  const context = (make: (before: Context) => object) => make as (before: Context) => PartOf<Context>;
  const attempted = context((before) => ({ ...codeAfter(before, { attempted: true }), notice: null }));
  const fill = (typed: string): EventCase<FormEvent, Context> => ({
    event: { type: 'field.changed', field: 'oneTimeCode', value: typed },
    on: [here],
    gesture: { action: 'fill', role: 'textbox', name: 'Code', value: typed },
    then: { in: here, context: context((before) => codeAfter(before, { typed })) },
  });
  return [
    fill(CODE.typed),
    fill(SHORT_CODE),
    {
      event: { type: 'field.left', field: 'oneTimeCode' },
      on: [here],
      gesture: { action: 'leave', role: 'textbox', name: 'Code' },
      then: {
        in: here,
        context: context((before) => codeAfter(before, { touched: touching(before.code.touched, 'oneTimeCode') })),
      },
    },
    {
      event: { type: 'checkCode.pressed' },
      on: [here],
      gesture: { action: 'click', role: 'button', name: button },
      then: [
        { in: here, when: isCodeRight, ...checks },
        {
          in: here,
          when: ({ code: { values }, isCodeOver }) => values.oneTimeCode === '' && !isCodeOver,
          context: attempted,
          focus: toErrors,
          reads: [REVIEW, CODE_FORMAT],
          hides: notices,
        },
        {
          in: here,
          context: attempted,
          focus: toErrors,
          reads: [REVIEW],
          hides: notices,
        },
      ],
    },
  ];
}

/** Notices about the code of a borrower who is not logged in. */
type CodeNotice = 'codeSentAgain' | 'tooManyAttempts' | 'couldNotAsk' | 'couldNotCheck';

/** Context of a flow that sends a code to a borrower who is not logged in. */
interface WithRequest extends WithCode {
  readonly identity: Form<IdentityValues>;
  readonly requestToken: string | null;
  readonly canResend: boolean;
}

/** Flow-specific expectations for the states of `enteringSentCode`. */
export interface ExpectedSentCode {
  /** The state that requests the first code, and the call. */
  readonly asking: string;
  readonly request: string;
  /** Other parts of the response to the request. */
  readonly answer?: object;
  /** The context without a request. */
  readonly nothing: object;
  readonly notices: Readonly<Record<CodeNotice, string>>;
  /** The focus of a notice. */
  readonly toNotice: ExpectedFocus;
}

/** Token of the sample request. */
export const TOKEN = 'request-token';
const OTHER_TOKEN = 'another-request-token';
const OUTBOX_FILE = '.data/outbox/code-1.eml';

/** Returns the events and outcomes from the request for a code to a right code. */
export function expectedSentCode<Context extends WithRequest>({
  asking,
  request,
  answer = {},
  nothing,
  notices,
  toNotice,
}: ExpectedSentCode) {
  const part = (context: object) => context as PartOf<Context>;
  const gone = { context: part({ notice: null }), hides: Object.values(notices) };
  const explained = (state: string, notice: CodeNotice): ExpectedWhere<Context> => ({
    state,
    context: part({ notice }),
    focus: toNotice,
    reads: [notices[notice]],
  });
  /** The person returns to the code, and waits before they can ask for another one. */
  const sentAgain = (requestToken: string, outboxFile: string | null): ExpectedWhere<Context> => ({
    in: 'resendingCode',
    state: 'enteringCode',
    context: part({ ...nothing, requestToken, outboxFile, notice: 'codeSentAgain' }),
    focus: toNotice,
    ...waitsForResend,
    reads: [notices.codeSentAgain],
    hides: ['Send a New Code'],
  });
  const requested = (requestToken: string, outboxFile: string | null): Outcome<Context> => ({
    answers: { requestToken, outboxFile, ...answer },
    then: [
      {
        in: asking,
        state: 'enteringCode',
        context: part({ ...nothing, requestToken, outboxFile }),
        ...waitsForResend,
        ...(outboxFile !== null && { reads: [outboxFile] }),
      },
      sentAgain(requestToken, outboxFile),
    ],
  });
  const notRequested = (notice: CodeNotice): ExpectedWhere<Context>[] => [
    { in: asking, ...explained('identifyingBorrower', notice) },
    { in: 'resendingCode', ...explained('enteringCode', notice), ...waitsForResend },
  ];
  const resend: EventCase<{ readonly type: 'resend.pressed' }, Context> = {
    event: { type: 'resend.pressed' },
    on: ['enteringCode'],
    where: ({ canResend }) => canResend,
    gesture: { action: 'click', role: 'button', name: 'Send a New Code' },
    then: {
      in: 'enteringCode',
      state: 'resendingCode',
      // The errors concern the code that is replaced.
      context: (before) => part({ notice: null, ...codeAfter(before, { touched: [], attempted: false }) }),
      hides: Object.values(notices),
      calls: ({ identity }) => ({ [request]: { body: identityBody(identity.values) } }),
      reads: ['Sending a new code…'],
    },
  };
  return {
    sentAgain,
    events: [
      ...codeEvents<Context>({
        here: 'enteringCode',
        button: 'Continue',
        checks: {
          state: 'checkingCode',
          ...gone,
          calls: ({ requestToken }) => ({
            checkCode: { body: { requestToken: requestToken ?? '', oneTimeCode: CODE.sent } },
          }),
          reads: ['Checking your code…'],
        },
        notices: Object.values(notices),
      }),
      resend,
    ],
    /** Outcomes of the request for a code. */
    requests: {
      'it is taken': requested(TOKEN, null),
      'it is taken, and a demo server says where the message is': requested(OTHER_TOKEN, OUTBOX_FILE),
      'too many attempts': { throws: { kind: 'refused', status: 429 }, then: notRequested('tooManyAttempts') },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: notRequested('couldNotAsk') },
    } satisfies Readonly<Record<string, Outcome<Context>>>,
    /** Outcomes of a code that is not right, or was not checked. */
    notRight: {
      'it is wrong': {
        answers: { outcome: 'wrong', usernames: [] },
        then: { state: 'enteringCode', ...refusedCode({ wrongCode: CODE.sent }, CODE_WRONG), ...waitsForResend },
      },
      'it is over': {
        answers: { outcome: 'over', usernames: [] },
        then: {
          state: 'enteringCode',
          ...refusedCode({ isCodeOver: true, canResend: true }, CODE_OVER),
          ...waitsForResend,
        },
      },
      'too many attempts': {
        throws: { kind: 'refused', status: 429 },
        then: { ...explained('enteringCode', 'tooManyAttempts'), ...waitsForResend },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { ...explained('enteringCode', 'couldNotCheck'), ...waitsForResend },
      },
    },
  };
}
