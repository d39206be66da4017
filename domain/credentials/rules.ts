/**
 * The rules for registering and for passwords, asked by the forms and checked again by the server. Passwords follow
 * NIST SP 800-63B-4 §3.1.1: long, no demands on kinds of characters, common ones refused, nothing cut off.
 */
import * as v from 'valibot';
import { type AccountNumberIssue, validateAccountNumber } from '../account-number.ts';
import { accountDigitsOf } from '../accounts/shapes.ts';
import { type BirthDateIssue, validateBirthDate, normalizeBirthDate } from '../birth-date.ts';
import { type PlainDate, parseUsDate } from '../calendar.ts';
import { type CallFailure, isRefusedWith } from '../call.ts';
import { validatedText, refuse } from '../issue.ts';
import { isCommonPassword } from './common-passwords.ts';
import type {
  CodeAnswer,
  CodeValues,
  CredentialValues,
  Identity,
  IdentityValues,
  PasswordAnswer,
  PasswordValues,
  Recognition,
  RegistrationAnswer,
  ResetAnswer,
  ResetValues,
} from './shapes.ts';

export type CredentialIssue =
  | BirthDateIssue
  | AccountNumberIssue
  | { code: 'ssnLastFour.format' }
  | { code: 'username.required' }
  | { code: 'username.length'; min: number; max: number }
  | { code: 'username.format' }
  | { code: 'username.noLetter' }
  | { code: 'username.notChosen' }
  | { code: 'username.taken' }
  | { code: 'password.required' }
  | { code: 'password.tooShort'; min: number }
  | { code: 'password.tooLong'; max: number }
  | { code: 'password.common' }
  | { code: 'password.containsUsername' }
  | { code: 'password.unchanged' }
  | { code: 'confirmation.required' }
  | { code: 'confirmation.mismatch' }
  | { code: 'presentPassword.required' }
  | { code: 'presentPassword.wrong' }
  | { code: 'oneTimeCode.format' }
  | { code: 'oneTimeCode.wrong' }
  | { code: 'oneTimeCode.over' }
  | { code: 'terms.required' };

/** A password is all that protects an account here; for that case NIST asks for fifteen characters. */
export const SHORTEST_PASSWORD = 15;
/** In characters: far more than anybody types, and little enough to hash. */
export const LONGEST_PASSWORD = 256;
export const USERNAME_LENGTH = { min: 6, max: 40 } as const;

/**
 * The most units of an entry that can be a password of {@link LONGEST_PASSWORD} characters: composing makes one character
 * out of four of them at most.
 */
const LONGEST_ENTRY = 4 * LONGEST_PASSWORD;

/**
 * A password as it is hashed and compared: never trimmed; composed and decomposed letters are one and the same. The time
 * that composing takes grows with the square of the length, so what is too long in any case is cut off and left as it is;
 * it stays longer than a password may be.
 */
export const normalizedPassword = (password: string): string =>
  password.length > LONGEST_ENTRY ? password.slice(0, LONGEST_ENTRY) : password.normalize('NFC');

/** A username as it is stored and looked up: without spaces around it, and without regard to case. */
export const normalizedUsername = (username: string): string => username.trim().toLowerCase();

/** Judges the last four digits of a Social Security number. */
export const validateSsnLastFour = (typed: string): CredentialIssue | undefined =>
  /^\d{4}$/.test(typed.trim()) ? undefined : { code: 'ssnLastFour.format' };

/** Judges a username: 6 to 40 letters, digits and `. - _ @`, a letter among them, so that nobody chooses a number of theirs. */
export function validateUsername(typed: string): CredentialIssue | undefined {
  const username = normalizedUsername(typed);
  if (username === '') return { code: 'username.required' };
  const { min, max } = USERNAME_LENGTH;
  if (username.length > max) return { code: 'username.length', min, max };
  if (!/^[a-z\d][a-z\d.@_-]*$/.test(username)) return { code: 'username.format' };
  if (username.length < min) return { code: 'username.length', min, max };
  return /[a-z]/.test(username) ? undefined : { code: 'username.noLetter' };
}

/** Whether a password has the username in it; a username that is not valid yet is in none. */
export const containsUsername = (password: string, username: string): boolean =>
  validateUsername(username) === undefined && password.toLowerCase().includes(normalizedUsername(username));

/** A username as it is shown to somebody who has forgotten it: five asterisks between its first and its last character. */
export const maskedUsername = (username: string): string =>
  `${username.slice(0, 1)}*****${username.slice(1).slice(-1)}`;

/** Judges a password that is to be set. */
export function validatePassword(password: string): CredentialIssue | undefined {
  if (password === '') return { code: 'password.required' };
  const { length } = Array.from(normalizedPassword(password));
  if (length < SHORTEST_PASSWORD) return { code: 'password.tooShort', min: SHORTEST_PASSWORD };
  if (length > LONGEST_PASSWORD) return { code: 'password.tooLong', max: LONGEST_PASSWORD };
  return isCommonPassword(password) ? { code: 'password.common' } : undefined;
}

/** Judges the second entry of a password. */
export function validateConfirmation(typed: string, password: string): CredentialIssue | undefined {
  if (typed === '') return { code: 'confirmation.required' };
  return typed === password ? undefined : { code: 'confirmation.mismatch' };
}

/** What the first step is validated against: the business day, null while it is not known. */
export interface IdentityFacts {
  readonly today: PlainDate | null;
}

/** The schema of the first step: who somebody is. */
export const identitySchema = ({ today }: IdentityFacts) =>
  v.looseObject({
    accountNumber: validatedText(validateAccountNumber),
    dateOfBirth: validatedText((typed) => validateBirthDate(typed, today)),
    ssnLastFour: validatedText(validateSsnLastFour),
  });

/** What the second step is validated against: what the server has refused of it. */
export interface CredentialFacts {
  /** The usernames that are taken. */
  readonly takenUsernames: readonly string[];
  /** A password that is too easy to guess by the server's longer lists. */
  readonly commonPassword: string | null;
}

/** The schema of the second step: username and password. */
export const credentialSchema = ({ takenUsernames, commonPassword }: CredentialFacts, values: CredentialValues) =>
  v.looseObject({
    username: validatedText(
      (typed) =>
        validateUsername(typed) ??
        (takenUsernames.includes(normalizedUsername(typed)) ? { code: 'username.taken' } : undefined),
    ),
    password: validatedText(
      (typed) =>
        validatePassword(typed) ??
        (typed === commonPassword ? { code: 'password.common' } : undefined) ??
        (containsUsername(typed, values.username) ? { code: 'password.containsUsername' } : undefined),
    ),
    confirmation: validatedText((typed) => validateConfirmation(typed, values.password)),
    terms: v.literal(true, refuse({ code: 'terms.required' })),
  });

/** What a change of password is validated against: what the server has refused of it. */
export interface PasswordFacts {
  /** A present password that was not right. */
  readonly wrongPassword: string | null;
  /** A new password that has the username in it, which only the server knows. */
  readonly withUsername: string | null;
  /** A new password that is too easy to guess by the server's longer lists. */
  readonly commonPassword: string | null;
}

function validateNewPassword(
  typed: string,
  { presentPassword }: PasswordValues,
  { withUsername, commonPassword }: PasswordFacts,
) {
  const issue = validatePassword(typed);
  if (issue !== undefined) return issue;
  if (typed === withUsername) return { code: 'password.containsUsername' };
  if (typed === commonPassword) return { code: 'password.common' };
  return typed === presentPassword ? { code: 'password.unchanged' } : undefined;
}

/** The schema of the form that changes a password. */
export const passwordSchema = (facts: PasswordFacts, values: PasswordValues) =>
  v.looseObject({
    presentPassword: validatedText((typed) => {
      if (typed === '') return { code: 'presentPassword.required' };
      return typed === facts.wrongPassword ? { code: 'presentPassword.wrong' } : undefined;
    }),
    newPassword: validatedText((typed) => validateNewPassword(typed, values, facts)),
    confirmation: validatedText((typed) => validateConfirmation(typed, values.newPassword)),
  });

/** The facts against which a one-time code is validated: the server's answers to earlier codes. */
export interface CodeFacts {
  /** A code that was not right. */
  readonly wrongCode: string | null;
  /** Whether no code of this request is accepted any more. */
  readonly isCodeOver: boolean;
}

/** A one-time code without the spaces and hyphens that people put between its digits. */
export const normalizedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '');

/** The schema of the form in which a one-time code is entered. */
export const codeSchema = ({ wrongCode, isCodeOver }: CodeFacts) =>
  v.looseObject({
    oneTimeCode: validatedText((typed) => {
      if (isCodeOver) return { code: 'oneTimeCode.over' };
      const code = normalizedCode(typed);
      if (!/^\d{6}$/.test(code)) return { code: 'oneTimeCode.format' };
      return code === wrongCode ? { code: 'oneTimeCode.wrong' } : undefined;
    }),
  });

/** What a new password is validated against for whoever has forgotten it: what the server has refused of it. */
export type ResetFacts = Omit<PasswordFacts, 'wrongPassword'>;

/** The schema of the form that sets a new password for a forgotten one. */
export const resetSchema = ({ withUsername, commonPassword }: ResetFacts, values: ResetValues) =>
  v.looseObject({
    usernameId: v.pipe(v.string(), v.nonEmpty(refuse({ code: 'username.notChosen' }))),
    newPassword: validatedText((typed) => {
      const issue = validatePassword(typed);
      if (issue !== undefined) return issue;
      if (typed === withUsername) return { code: 'password.containsUsername' };
      return typed === commonPassword ? { code: 'password.common' } : undefined;
    }),
    confirmation: validatedText((typed) => validateConfirmation(typed, values.newPassword)),
  });

/** The wire form of a new username. */
export const Username = v.pipe(validatedText(validateUsername), v.transform(normalizedUsername));

/** The wire form of a password that is to be set. */
export const NewPassword = validatedText(validatePassword);

/** Who somebody says to be, in wire form; the form must have been validated. */
export function identityOf({ accountNumber, dateOfBirth, ssnLastFour }: IdentityValues): v.InferInput<typeof Identity> {
  return {
    accountNumber: accountDigitsOf(accountNumber) ?? '',
    dateOfBirth: parseUsDate(normalizeBirthDate(dateOfBirth)) ?? '',
    ssnLastFour: ssnLastFour.trim(),
  };
}

/** What a registration asks for, in wire form; both forms must have been validated. */
export const registrationOf = (identity: IdentityValues, { username, password }: CredentialValues) => ({
  ...identityOf(identity),
  username: normalizedUsername(username),
  password,
  terms: true as const,
});

/** The request to check a code, in wire form; the form must have been validated. */
export const codeCheckOf = (requestToken: string | null, { oneTimeCode }: CodeValues) => ({
  requestToken: requestToken ?? '',
  oneTimeCode: normalizedCode(oneTimeCode),
});

/** The request to set a new password, in wire form; the form must have been validated. */
export const resetOf = (requestToken: string | null, { usernameId, newPassword }: ResetValues) => ({
  requestToken: requestToken ?? '',
  usernameId,
  newPassword,
});

/** The registration forms as they start. */
export const startingIdentity: IdentityValues = { accountNumber: '', dateOfBirth: '', ssnLastFour: '' };
export const startingCredentials: CredentialValues = { username: '', password: '', confirmation: '', terms: false };
export const startingPasswords: PasswordValues = { presentPassword: '', newPassword: '', confirmation: '' };

export const startingCode: CodeValues = { oneTimeCode: '' };

/** The form for a new password as it starts: the only username is chosen already. */
export const startingReset = (usernames: CodeAnswer['usernames']): ResetValues => ({
  usernameId: usernames.length === 1 ? (usernames[0]?.id ?? '') : '',
  newPassword: '',
  confirmation: '',
});

/** Whether somebody was recognized. */
export const isRecognized = ({ isRecognized: is }: Recognition): boolean => is;

/** Whether a registration was taken. */
export const isRegistered = ({ outcome }: RegistrationAnswer): boolean => outcome === 'registered';

/** Whether a password was changed. */
export const isPasswordChanged = ({ outcome }: PasswordAnswer): boolean => outcome === 'changed';

/** Whether a one-time code was right. */
export const isCodeRight = ({ outcome }: CodeAnswer): boolean => outcome === 'right';

/** Whether no code of the request is accepted any more. */
export const isCodeOver = ({ outcome }: CodeAnswer): boolean => outcome === 'over';

/** Whether a new password was set. */
export const isPasswordReset = ({ outcome }: ResetAnswer): boolean => outcome === 'reset';

/** Whether the server recognizes this person only on the phone any more. */
export const isOnlyByPhone = (failure: CallFailure): boolean => isRefusedWith(failure, 403);

/** Whether the server refused because there were too many attempts. */
export const isTooManyAttempts = (failure: CallFailure): boolean => isRefusedWith(failure, 429);
