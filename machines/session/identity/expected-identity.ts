/**
 * Expectations for the form that verifies a person's identity (rulings 11, 49 and 54), shared by all flows that use it.
 */
import type { IdentityValues } from '#domain/session/credentials/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import type { Form } from '../../kit/form.ts';
import type { Cases, ContextPart } from 'xstate-workbench/model';
import type { FormSpec } from '../../kit/spec-form.ts';

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

/** Returns the request body for the sample values. */
export const identityBody = ({ dateOfBirth, ssnLastFour }: IdentityValues) => ({
  accountNumber: '123456789',
  dateOfBirth: dateOfBirth === TOMORROW ? '2026-11-21' : '1996-02-29',
  ssnLastFour,
});

/** Returns the validation problems of the sample values. */
const problems = (
  { accountNumber, dateOfBirth, ssnLastFour }: IdentityValues,
  { today }: Pick<WithIdentity, 'today'>,
): readonly FieldProblem[] => [
  ...unless('accountNumber', accountNumber !== '', 'accountNumber.required'),
  ...unless('accountNumber', accountNumber !== LONG_ACCOUNT_NUMBER, 'accountNumber.format'),
  ...unless('dateOfBirth', dateOfBirth !== '', 'birthDate.format'),
  ...unless('dateOfBirth', dateOfBirth !== TOMORROW || today === null, 'birthDate.notPast'),
  ...unless('ssnLastFour', ssnLastFour === '4821', 'ssnLastFour.format'),
];

/** Returns true if the sample values in the form are valid. */
export const isIdentityRight = (context: WithIdentity): boolean =>
  problems(context.identity.values, context).length === 0;

const nothing: IdentityValues = { accountNumber: '', dateOfBirth: '', ssnLastFour: '' };

/** Empty form. */
export const emptyIdentity = expectedForm(nothing, problems(nothing, { today: null }));

/** Returns the form, as a part of a specification. `then` follows Continue with valid details. */
export const identityForm = <Context extends WithIdentity>(
  /** Additional context changes when the details change. */
  clears: ContextPart<Context>,
  then: Cases<Context>,
): FormSpec<'identifyingBorrower', Context, IdentityValues, 'continue.pressed'> => ({
  in: ['identifyingBorrower'],
  problems,
  clears,
  fields: {
    accountNumber: {
      label: 'Account Number',
      entries: ['E123456789', LONG_ACCOUNT_NUMBER],
      errors: {
        'accountNumber.required': 'Please enter your account number.',
        'accountNumber.format': 'Your account number must be nine digits.',
      },
    },
    dateOfBirth: {
      label: 'Date of Birth',
      entries: [BIRTH_DATE, TOMORROW],
      errors: {
        'birthDate.format': 'Please enter your date of birth in the form MM/DD/YYYY.',
        'birthDate.notPast': 'Your date of birth must be in the past.',
      },
    },
    ssnLastFour: {
      label: 'Last Four Digits of Social Security Number',
      role: 'password',
      entries: ['4821', LONG_SSN_DIGITS],
      errors: { 'ssnLastFour.format': 'Please enter the last four digits of your Social Security number.' },
    },
  },
  refuses: { notice: null } as ContextPart<Context>,
  submit: [{ name: 'Continue', event: 'continue.pressed', then }],
});
