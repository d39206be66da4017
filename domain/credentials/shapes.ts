/** Usernames and passwords: registration and the change of a password (ruling 49). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { refuse } from '../issue.ts';

/** The fields of the first step of registration, as typed. */
export interface IdentityValues {
  readonly accountNumber: string;
  readonly dateOfBirth: string;
  readonly ssnLastFour: string;
}

/** The fields of the second step, as typed. Passwords are kept in memory only. */
export interface CredentialValues {
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
  readonly terms: boolean;
}

/** The fields of the form that changes a password, as typed. */
export interface PasswordValues {
  readonly presentPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** The form in which a one-time code is entered, as typed. Kept in memory only. */
export interface CodeValues {
  readonly oneTimeCode: string;
}

/** The fields by which somebody who has proven who they are sets a new password, as typed. Kept in memory only. */
export interface ResetValues {
  /** The id of the username whose password is set; empty as long as none is chosen. */
  readonly usernameId: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** By what somebody shows that the loans are theirs. `accountNumber` holds its nine digits. */
export const Identity = v.strictObject({
  accountNumber: v.pipe(v.string(), v.regex(/^\d{9}$/, refuse({ code: 'accountNumber.format' }))),
  dateOfBirth: PlainDateFromWire,
  ssnLastFour: v.pipe(v.string(), v.regex(/^\d{4}$/, refuse({ code: 'ssnLastFour.format' }))),
});
export type Identity = v.InferOutput<typeof Identity>;

/** Whether a borrower has all three. One answer for every wrong combination. */
export const Recognition = v.object({ isRecognized: v.boolean() });
export type Recognition = v.InferOutput<typeof Recognition>;

/** What came of a registration. That a username is taken is said only to somebody who was recognized. */
export const RegistrationAnswer = v.object({
  outcome: v.picklist(['registered', 'notRecognized', 'usernameTaken', 'commonPassword']),
});
export type RegistrationAnswer = v.InferOutput<typeof RegistrationAnswer>;

/** What a registration asked for, without the password. */
export const RegistrationRecord = v.object({ username: v.string() });
export type RegistrationRecord = v.InferOutput<typeof RegistrationRecord>;

/** A username as it is shown to somebody who has forgotten it: an opaque id, and its first and last characters. */
export const MaskedUsername = v.object({ id: v.string(), masked: v.string() });
export type MaskedUsername = v.InferOutput<typeof MaskedUsername>;

/**
 * The answer to a request for a one-time code; the same whether or not the request matches a borrower. `requestToken` is a secret
 * that the later steps send.
 */
export const CodeRequest = v.object({
  requestToken: v.string(),
  /** With demo data and no mail server, the file that contains the message with the code; null otherwise. */
  outboxFile: v.nullable(v.string()),
});
export type CodeRequest = v.InferOutput<typeof CodeRequest>;

/** A one-time code: six digits. */
export const OneTimeCode = v.pipe(v.string(), v.regex(/^\d{6}$/, refuse({ code: 'oneTimeCode.format' })));

/**
 * The answer to a one-time code. `over`: the code expired, was tried too often or was used. `usernames` are those of the borrower if
 * the code is right, possibly none.
 */
export const CodeAnswer = v.object({
  outcome: v.picklist(['right', 'wrong', 'over']),
  usernames: v.array(MaskedUsername),
});
export type CodeAnswer = v.InferOutput<typeof CodeAnswer>;

/** The answer to a new password. `over`: the time after the right code has passed. */
export const ResetAnswer = v.object({
  outcome: v.picklist(['reset', 'over', 'containsUsername', 'commonPassword']),
});
export type ResetAnswer = v.InferOutput<typeof ResetAnswer>;

/** What came of changing a password. */
export const PasswordAnswer = v.object({
  outcome: v.picklist(['changed', 'wrongPassword', 'containsUsername', 'commonPassword']),
});
export type PasswordAnswer = v.InferOutput<typeof PasswordAnswer>;

/** What is kept of a registration that is under way: the key under which its outcome is found, nothing that was typed. */
export const RegistrationDraft = v.object({ version: v.literal(1), key: v.pipe(v.string(), v.uuid()) });
export type RegistrationDraft = v.InferOutput<typeof RegistrationDraft>;
