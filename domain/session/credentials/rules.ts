/**
 * The rules for registration and passwords. Forms and server use the same rules. Passwords follow NIST SP 800-63B-4
 * §3.1.1: a high minimum length, no composition rules, a blocklist of common passwords, and no truncation.
 */
import * as v from 'valibot';
import { type AccountNumberIssue, validateAccountNumber, parseAccountDigits } from '../../account-number.ts';
import { type BirthDateIssue, validateBirthDate, normalizeBirthDate } from '../../birth-date.ts';
import { type PlainDate, parseUsDate } from '../../calendar.ts';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { validatedText, refuse } from '../../issue.ts';
import { normalizedText } from '../../typed-text.ts';
import { isCommonPassword } from './common-passwords.ts';
import type {
  AcceptanceResponse,
  CodeResponse,
  CodeValues,
  CredentialValues,
  Identity,
  IdentityValues,
  PasswordResponse,
  PasswordValues,
  RegistrationResponse,
  RegistrationStart,
  ResetResponse,
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

/** The minimum number of characters. NIST requires fifteen if a password is the only authentication factor. */
export const SHORTEST_PASSWORD = 15;
/** The maximum number of characters: longer than any practical password and still cheap to hash. */
export const LONGEST_PASSWORD = 256;
export const USERNAME_LENGTH = { min: 6, max: 40 } as const;

/**
 * The maximum number of UTF-16 code units that can normalize to {@link LONGEST_PASSWORD} characters: composition
 * combines at most four code units into one character.
 */
const LONGEST_ENTRY = 4 * LONGEST_PASSWORD;

/**
 * Normalizes a password for hashing and comparing: never trimmed, composed to NFC. Normalization takes quadratic time,
 * so a password that is certainly too long is cut off instead. The rest still exceeds the maximum length.
 */
export const normalizedPassword = (password: string): string =>
  password.length > LONGEST_ENTRY ? password.slice(0, LONGEST_ENTRY) : password.normalize('NFC');

/** Normalizes a username for storing and lookup: as other typed text, trimmed, lower case. */
export const normalizedUsername = (username: string): string => normalizedText(username).trim().toLowerCase();

/** Validates the last four digits of a Social Security number. */
export const validateSsnLastFour = (typed: string): CredentialIssue | undefined =>
  /^\d{4}$/.test(typed.trim()) ? undefined : { code: 'ssnLastFour.format' };

/**
 * Validates a username: 6 to 40 letters, digits and `. - _ @`. At least one letter is required, so that borrowers do
 * not use one of their account or Social Security numbers.
 */
export function validateUsername(typed: string): CredentialIssue | undefined {
  const username = normalizedUsername(typed);
  if (username === '') return { code: 'username.required' };
  const { min, max } = USERNAME_LENGTH;
  if (username.length > max) return { code: 'username.length', min, max };
  if (!/^[a-z\d][a-z\d.@_-]*$/.test(username)) return { code: 'username.format' };
  if (username.length < min) return { code: 'username.length', min, max };
  return /[a-z]/.test(username) ? undefined : { code: 'username.noLetter' };
}

/** Returns whether a password contains the username. Ignores an invalid username. */
export const containsUsername = (password: string, username: string): boolean =>
  validateUsername(username) === undefined && password.toLowerCase().includes(normalizedUsername(username));

/** Masks a username for a person who has forgotten it: first and last character with five asterisks between them. */
export const maskedUsername = (username: string): string =>
  `${username.slice(0, 1)}*****${username.slice(1).slice(-1)}`;

/** Validates a new password. */
export function validatePassword(password: string): CredentialIssue | undefined {
  if (password === '') return { code: 'password.required' };
  const { length } = Array.from(normalizedPassword(password));
  if (length < SHORTEST_PASSWORD) return { code: 'password.tooShort', min: SHORTEST_PASSWORD };
  if (length > LONGEST_PASSWORD) return { code: 'password.tooLong', max: LONGEST_PASSWORD };
  return isCommonPassword(password) ? { code: 'password.common' } : undefined;
}

/** Validates the confirmation of a password. */
export function validateConfirmation(typed: string, password: string): CredentialIssue | undefined {
  if (typed === '') return { code: 'confirmation.required' };
  return typed === password ? undefined : { code: 'confirmation.mismatch' };
}

/** The data that the first step is validated against. `today` is the business day; null while it is unknown. */
export interface IdentityDeps {
  readonly today: PlainDate | null;
}

/** Creates the schema of the first step, which identifies the borrower. */
export const identitySchema = ({ today }: IdentityDeps) =>
  v.looseObject({
    accountNumber: validatedText(validateAccountNumber),
    dateOfBirth: validatedText((typed) => validateBirthDate(typed, today)),
    ssnLastFour: validatedText(validateSsnLastFour),
  });

/** The server's rejections that the second step is validated against. */
export interface CredentialDeps {
  readonly takenUsernames: readonly string[];
  /** A password that the server's longer blocklist contains. */
  readonly commonPassword: string | null;
}

/** Creates the schema of the second step: username and password. */
export const credentialSchema = ({ takenUsernames, commonPassword }: CredentialDeps, values: CredentialValues) =>
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

/** The server's rejections that a password change is validated against. */
export interface PasswordDeps {
  /** A wrong current password. */
  readonly wrongPassword: string | null;
  /** A new password that contains the username, which only the server knows. */
  readonly withUsername: string | null;
  /** A new password that the server's longer blocklist contains. */
  readonly commonPassword: string | null;
}

function validateNewPassword(
  typed: string,
  { presentPassword }: PasswordValues,
  { withUsername, commonPassword }: PasswordDeps,
) {
  const issue = validatePassword(typed);
  if (issue !== undefined) return issue;
  if (typed === withUsername) return { code: 'password.containsUsername' };
  if (typed === commonPassword) return { code: 'password.common' };
  return typed === presentPassword ? { code: 'password.unchanged' } : undefined;
}

/** Creates the schema of the form for changing a password. */
export const passwordSchema = (facts: PasswordDeps, values: PasswordValues) =>
  v.looseObject({
    presentPassword: validatedText((typed) => {
      if (typed === '') return { code: 'presentPassword.required' };
      return typed === facts.wrongPassword ? { code: 'presentPassword.wrong' } : undefined;
    }),
    newPassword: validatedText((typed) => validateNewPassword(typed, values, facts)),
    confirmation: validatedText((typed) => validateConfirmation(typed, values.newPassword)),
  });

/** The server's rejections that a one-time code is validated against. */
export interface CodeDeps {
  /** A wrong code. */
  readonly wrongCode: string | null;
  /** Whether the request accepts no further codes. */
  readonly isCodeOver: boolean;
}

/** Removes spaces and hyphens from a one-time code. */
export const normalizedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '');

/** Creates the schema of the one-time code form. */
export const codeSchema = ({ wrongCode, isCodeOver }: CodeDeps) =>
  v.looseObject({
    oneTimeCode: validatedText((typed) => {
      if (isCodeOver) return { code: 'oneTimeCode.over' };
      const code = normalizedCode(typed);
      if (!/^\d{6}$/.test(code)) return { code: 'oneTimeCode.format' };
      return code === wrongCode ? { code: 'oneTimeCode.wrong' } : undefined;
    }),
  });

/** The server's rejections that a password reset is validated against. */
export type ResetDeps = Omit<PasswordDeps, 'wrongPassword'>;

/** Creates the schema of the form for resetting a forgotten password. */
export const resetSchema = ({ withUsername, commonPassword }: ResetDeps, values: ResetValues) =>
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

/** The wire schema of a new username. */
export const Username = v.pipe(validatedText(validateUsername), v.transform(normalizedUsername));

/** The wire schema of a new password. */
export const NewPassword = validatedText(validatePassword);

/** Converts the identity form to its wire format. Validate the form first. */
export function toIdentity({ accountNumber, dateOfBirth, ssnLastFour }: IdentityValues): v.InferInput<typeof Identity> {
  return {
    accountNumber: parseAccountDigits(accountNumber) ?? '',
    dateOfBirth: parseUsDate(normalizeBirthDate(dateOfBirth)) ?? '',
    ssnLastFour: ssnLastFour.trim(),
  };
}

/** Converts the registration form to the request body. Validate the form first. */
export const toRegistration = (requestToken: string | null, { username, password }: CredentialValues) => ({
  requestToken: requestToken ?? '',
  username: normalizedUsername(username),
  password,
  terms: true as const,
});

/** Converts the form of an invited payer to the request body. Validate the form first. */
export const toAcceptance = (token: string, { username, password }: CredentialValues) => ({
  token,
  username: normalizedUsername(username),
  password,
  terms: true as const,
});

/** Builds the body of the request that checks a code. Validate the form first. */
export const toCodeCheck = (requestToken: string | null, { oneTimeCode }: CodeValues) => ({
  requestToken: requestToken ?? '',
  oneTimeCode: normalizedCode(oneTimeCode),
});

/** Builds the body of the request that resets a password. Validate the form first. */
export const toReset = (requestToken: string | null, { usernameId, newPassword }: ResetValues) => ({
  requestToken: requestToken ?? '',
  usernameId,
  newPassword,
});

/** The initial values of the forms. */
export const startingIdentity: IdentityValues = { accountNumber: '', dateOfBirth: '', ssnLastFour: '' };
export const startingCredentials: CredentialValues = { username: '', password: '', confirmation: '', terms: false };
export const startingPasswords: PasswordValues = { presentPassword: '', newPassword: '', confirmation: '' };

export const startingCode: CodeValues = { oneTimeCode: '' };

/** Returns the initial values of the password reset form. A single username is preselected. */
export const startingReset = (usernames: CodeResponse['usernames']): ResetValues => ({
  usernameId: usernames.length === 1 ? (usernames[0]?.id ?? '') : '',
  newPassword: '',
  confirmation: '',
});

/** Returns whether the borrower may choose a username without a code. */
export const needsNoCode = ({ next }: RegistrationStart): boolean => next === 'credentials';

/** Returns whether the registration succeeded. */
export const isRegistered = ({ outcome }: RegistrationResponse): boolean => outcome === 'registered';

/** Returns whether the invitation was accepted. */
export const isInvitationAccepted = ({ outcome }: AcceptanceResponse): boolean => outcome === 'accepted';

/** Returns whether the password was changed. */
export const isPasswordChanged = ({ outcome }: PasswordResponse): boolean => outcome === 'changed';

/** Returns whether the one-time code was correct. */
export const isCodeRight = ({ outcome }: CodeResponse): boolean => outcome === 'right';

/** Returns whether the request accepts no further codes. */
export const isCodeOver = ({ outcome }: CodeResponse): boolean => outcome === 'over';

/** Returns whether the password was reset. */
export const isPasswordReset = ({ outcome }: ResetResponse): boolean => outcome === 'reset';

/** Returns whether the server refused the request because of too many attempts. */
export const isTooManyAttempts = (failure: CallFailure): boolean => isRefusedWith(failure, 429);
