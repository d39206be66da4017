/**
 * Expectations for the form that verifies a person's identity (rulings 11, 49 and 54), shared by all flows that use it.
 */
import type { IdentityValues } from '#domain/session/credentials/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import type { EventCase, ExpectedWhere, PartOf } from 'xstate-workbench/model';

export const BIRTH_DATE = '02/29/1996';
/** Day after the business day: invalid as a date of birth, unless the business day is unknown. */
const TOMORROW = '11/21/2026';

/** Account number one character longer than the maximum (ruling 11), and an SSN entry with one digit too many. */
const LONG_ACCOUNT_NUMBER = 'E1234567890';
const LONG_SSN_DIGITS = '48219';

/** Context of a flow with the form. */
interface WithIdentity {
  readonly identity: Form<IdentityValues>;
  readonly today: string | null;
}

type Change = Partial<Pick<Form<IdentityValues>, 'touched' | 'attempted'>> & {
  readonly values?: Partial<IdentityValues>;
};

/** Empty form. */
export const emptyIdentity = {
  values: { accountNumber: '', dateOfBirth: '', ssnLastFour: '' },
  touched: [],
  attempted: false,
  errors: {},
  panel: [],
};

/** Returns the request body for the sample values. */
export const identityBody = ({ dateOfBirth, ssnLastFour }: IdentityValues) => ({
  accountNumber: '123456789',
  dateOfBirth: dateOfBirth === TOMORROW ? '2026-11-21' : '1996-02-29',
  ssnLastFour,
});

/** Returns the validation problems of the sample values. */
const problems = ({ identity: { values }, today }: WithIdentity): FieldProblem[] => [
  ...unless('accountNumber', values.accountNumber !== '', 'accountNumber.required'),
  ...unless('accountNumber', values.accountNumber !== LONG_ACCOUNT_NUMBER, 'accountNumber.format'),
  ...unless('dateOfBirth', values.dateOfBirth !== '', 'birthDate.format'),
  ...unless('dateOfBirth', values.dateOfBirth !== TOMORROW || today === null, 'birthDate.notPast'),
  ...unless('ssnLastFour', values.ssnLastFour === '4821', 'ssnLastFour.format'),
];

/** Returns true if the sample values in the form are valid. */
export const isIdentityRight = (context: WithIdentity): boolean => problems(context).length === 0;

function after(before: WithIdentity, { values, ...change }: Change): Pick<WithIdentity, 'identity'> {
  const identity = { ...before.identity, ...change, values: { ...before.identity.values, ...values } };
  return { identity: expectedForm(identity.values, problems({ ...before, identity }), identity) };
}

/** Flow-specific expectations for the form. */
export interface ExpectedIdentity<Context> {
  /** Other context properties that change with any change of the form. */
  readonly unrecognized: object;
  /** Expected result of Continue with a valid form. */
  readonly asks: ExpectedWhere<Context>;
  /** The texts of the notices, which Continue removes. */
  readonly notices: readonly string[];
}

/** Returns the cases for filling in, leaving and submitting the form. */
export function identityEvents<Context extends WithIdentity>({
  unrecognized,
  asks,
  notices,
}: ExpectedIdentity<Context>): readonly EventCase<FormEvent | { readonly type: 'continue.pressed' }, Context>[] {
  const here = 'identifyingBorrower';
  const context = (make: (before: Context) => object) => make as (before: Context) => PartOf<Context>;
  const attempted = context((before) => ({ ...after(before, { attempted: true }), notice: null }));
  const fill = (
    role: 'textbox' | 'password',
    field: keyof IdentityValues,
    name: string,
    value: string,
  ): EventCase<FormEvent, Context> => ({
    event: { type: 'field.changed', field, value },
    on: [here],
    gesture: { action: 'fill', role, name, value },
    then: {
      in: here,
      context: context((before) => ({ ...after(before, { values: { [field]: value } }), ...unrecognized })),
    },
  });
  return [
    fill('textbox', 'accountNumber', 'Account Number', 'E123456789'),
    fill('textbox', 'accountNumber', 'Account Number', LONG_ACCOUNT_NUMBER),
    {
      event: { type: 'field.left', field: 'accountNumber' },
      on: [here],
      gesture: { action: 'leave', role: 'textbox', name: 'Account Number' },
      then: {
        in: here,
        context: context((before) => after(before, { touched: touching(before.identity.touched, 'accountNumber') })),
      },
    },
    fill('textbox', 'dateOfBirth', 'Date of Birth', BIRTH_DATE),
    fill('textbox', 'dateOfBirth', 'Date of Birth', TOMORROW),
    fill('password', 'ssnLastFour', 'Last Four Digits of Social Security Number', '4821'),
    fill('password', 'ssnLastFour', 'Last Four Digits of Social Security Number', LONG_SSN_DIGITS),
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        { in: here, when: isIdentityRight, ...asks },
        {
          in: here,
          when: ({ identity }) => Object.values(identity.values).every((value) => value === ''),
          context: attempted,
          focus: toErrors,
          reads: [
            REVIEW,
            'Please enter your account number.',
            'Please enter your date of birth in the form MM/DD/YYYY.',
            'Please enter the last four digits of your Social Security number.',
          ],
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
