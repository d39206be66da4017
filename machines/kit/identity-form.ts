/** The form in which somebody says who they are (ruling 49): to register, and where username or password is forgotten. */
import { normalizeBirthDate } from '#domain/birth-date.ts';
import { type IdentityFacts, identitySchema } from '#domain/credentials/rules.ts';
import type { IdentityValues } from '#domain/credentials/shapes.ts';
import { createForm } from './form-machine.ts';
import { withFailure } from './params.ts';

/** Account number, date of birth and the last four digits of the Social Security number. */
export const identityRules = createForm<IdentityValues, IdentityFacts>({
  schema: identitySchema,
  normalize: (field, value) =>
    typeof value !== 'string' ? value : field === 'dateOfBirth' ? normalizeBirthDate(value) : value.trim(),
});

/** What follows where the server does not answer such a question: too many tries, only by phone any more, or no answer. */
export const notAnswered = <const Target extends string, const Otherwise extends string>(
  target: Target,
  otherwise: Otherwise,
) =>
  [
    { guard: withFailure('isTooManyAttempts'), target, actions: ['setTooManyAttempts', 'focusNotice'] },
    { guard: withFailure('isOnlyByPhone'), target, actions: ['setOnlyByPhone', 'focusNotice'] },
    { target, actions: [otherwise, 'focusNotice'] },
  ] as const;
