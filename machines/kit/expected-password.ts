/** What is expected of the fields in which somebody chooses a new password (ruling 49), in every flow that has them. */
import type { FieldProblem } from '#domain/issue.ts';
import { unless } from './expected-form.ts';

export const PASSWORD = 'seven quiet herons';
export const SHORT_PASSWORD = 'seven herons';

export const COMMON = 'This password is too easy to guess. Please choose another one.';
export const HAS_USERNAME = 'Your password must not contain your username.';

/** What was typed, and what the server has said of passwords that it was sent. */
interface Typed {
  readonly password: string;
  readonly confirmation: string;
  readonly commonPassword: string | null;
  readonly withUsername?: string | null;
}

/** What is wrong with the samples; `field` is the one of the password. */
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
