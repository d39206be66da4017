/**
 * Form that verifies a person's identity (ruling 49), used for registration and for a forgotten username or password.
 */
import { normalizeBirthDate } from '#domain/birth-date.ts';
import { type IdentityDeps, identitySchema } from '#domain/session/credentials/rules.ts';
import type { IdentityValues } from '#domain/session/credentials/shapes.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withFailure } from '../../kit/params.ts';

/** Account number, date of birth and last four digits of the Social Security number. */
export const identityRules = createForm<IdentityValues, IdentityDeps>({
  schema: identitySchema,
  normalize: (field, value) =>
    typeof value !== 'string' ? value : field === 'dateOfBirth' ? normalizeBirthDate(value) : value.trim(),
});

/**
 * Returns the transitions for an identity check without an answer: too many attempts, or no response.
 */
export const notAnswered = <const Target extends string, const Otherwise extends string>(
  target: Target,
  otherwise: Otherwise,
) =>
  [
    { guard: withFailure('isTooManyAttempts'), target, actions: ['setTooManyAttempts', 'focusNotice'] },
    { target, actions: [otherwise, 'focusNotice'] },
  ] as const;
