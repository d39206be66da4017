/** Expectations for the fields of a new password (ruling 49), shared by all flows that use them. */
import type { FieldProblem } from '#domain/issue.ts';
import { unless } from '../../kit/expected-form.ts';

export const PASSWORD = 'seven quiet herons';
export const SHORT_PASSWORD = 'seven herons';

export const COMMON = 'This password is too easy to guess. Please choose another one.';
export const HAS_USERNAME = "Your password can't contain your username.";

/** The messages of the fields. */
export const passwordErrors = {
  'password.required': 'Please enter a new password.',
  'password.tooShort': 'Your password must have at least 15 characters.',
  'password.common': COMMON,
};
export const confirmationErrors = {
  'confirmation.required': 'Please re-enter your password.',
  'confirmation.mismatch': 'Passwords must match.',
};

/** Typed passwords, and the server's verdicts on passwords that were sent. */
interface Typed {
  readonly password: string;
  readonly confirmation: string;
  readonly commonPassword: string | null;
  readonly withUsername?: string | null;
}

/** Returns the validation problems of the sample values. `field` is the password's field. */
export const passwordProblems = (
  field: string,
  { password, confirmation, commonPassword, withUsername = null }: Typed,
): readonly FieldProblem[] => [
  ...unless(field, password !== '', 'password.required'),
  ...unless(field, password !== SHORT_PASSWORD, 'password.tooShort', { min: 15 }),
  ...unless(field, password !== withUsername, 'password.containsUsername'),
  ...unless(field, password !== commonPassword, 'password.common'),
  ...unless('confirmation', confirmation !== '', 'confirmation.required'),
  ...unless('confirmation', confirmation === '' || confirmation === password, 'confirmation.mismatch'),
];
