/** Expectations for the form of a one-time code, shared by all flows that use it. */
import type { CodeValues } from '#domain/session/credentials/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching, unless } from './expected-form.ts';
import { REVIEW } from './expected-page.ts';
import type { Form, FormEvent } from './form.ts';
import type { EventCase, ExpectedWhere, PartOf } from './model.ts';

/** Code as typed and as sent, and a code that is too short. */
export const CODE = { typed: '123 456', sent: '123456' };
const SHORT_CODE = '12345';

export const CODE_FORMAT = 'Please enter the six digits of the code in our email.';
export const CODE_WRONG = 'This is not the code in our latest email. Please correct it and try again.';
export const CODE_OVER = 'This code has expired, or there were too many wrong tries. Please ask for a new code.';

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
const codeProblems = ({ code: { values }, wrongCode, isCodeOver }: WithCode): FieldProblem[] => [
  ...unless('oneTimeCode', !isCodeOver, 'oneTimeCode.over'),
  ...unless('oneTimeCode', isCodeOver || values.oneTimeCode === CODE.typed, 'oneTimeCode.format'),
  ...unless(
    'oneTimeCode',
    isCodeOver || values.oneTimeCode !== CODE.typed || wrongCode !== CODE.sent,
    'oneTimeCode.wrong',
  ),
];

/** Returns true if the sample code in the form is valid. */
export const isCodeRight = (context: WithCode): boolean => codeProblems(context).length === 0;

type CodeChange = Partial<Pick<Form<CodeValues>, 'touched' | 'attempted'>> & { readonly typed?: string };

function codeAfter(before: WithCode, { typed, ...change }: CodeChange) {
  const values = { oneTimeCode: typed ?? before.code.values.oneTimeCode };
  const code = { ...before.code, ...change, values };
  return { code: expectedForm(values, codeProblems({ ...before, code }), code) };
}

/** Returns what a code that the server rejects changes, with the message beside the field. */
export const refusedCode = (facts: object, message: string) => ({
  context: (before: WithCode) => ({
    ...facts,
    ...codeAfter({ ...before, ...facts }, { touched: touching(before.code.touched, 'oneTimeCode') }),
  }),
  focus: { place: 'field', field: 'oneTimeCode', delay: 0 } as const,
  reads: [message],
});

/** Flow-specific expectations for the form. */
export interface ExpectedCode<Context> {
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
export function codeEvents<Context extends WithCode>({
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
          focus: { place: 'errors', delay: 0 },
          reads: [REVIEW, CODE_FORMAT],
          hides: notices,
        },
        {
          in: here,
          context: attempted,
          focus: { place: 'errors', delay: 0 },
          reads: [REVIEW],
          hides: notices,
        },
      ],
    },
  ];
}
