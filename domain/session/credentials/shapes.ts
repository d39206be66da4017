/** The types of registration and password changes (ruling 49). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { refuse } from '../../issue.ts';

/** The fields of the first step of registration, as typed. */
export interface IdentityValues {
  readonly accountNumber: string;
  readonly dateOfBirth: string;
  readonly ssnLastFour: string;
}

/** The fields of the second step, as typed. Passwords stay in memory only. */
export interface CredentialValues {
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
  readonly terms: boolean;
}

/** The fields of the form for changing a password, as typed. */
export interface PasswordValues {
  readonly presentPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** The one-time code form, as typed. Kept in memory only. */
export interface CodeValues {
  readonly oneTimeCode: string;
}

/** The password reset form of an identified person, as typed. Kept in memory only. */
export interface ResetValues {
  /** The id of the username whose password to reset; empty until one is chosen. */
  readonly usernameId: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** The data by which a borrower proves their identity. `accountNumber` has nine digits. */
export const Identity = v.strictObject({
  accountNumber: v.pipe(v.string(), v.regex(/^\d{9}$/, refuse({ code: 'accountNumber.format' }))),
  dateOfBirth: PlainDateFromWire,
  ssnLastFour: v.pipe(v.string(), v.regex(/^\d{4}$/, refuse({ code: 'ssnLastFour.format' }))),
});
export type Identity = v.InferOutput<typeof Identity>;

/**
 * The result of a registration. The server reveals that a username exists only to a recognized borrower. `over`: the time
 * limit after the correct code has passed.
 */
export const RegistrationResponse = v.object({
  outcome: v.picklist(['registered', 'over', 'usernameTaken', 'commonPassword']),
});
export type RegistrationResponse = v.InferOutput<typeof RegistrationResponse>;

/** The record of a registration, without the password. */
export const RegistrationRecord = v.object({ username: v.string() });
export type RegistrationRecord = v.InferOutput<typeof RegistrationRecord>;

/** The secret token of a payer's invitation: 32 random bytes in base64url. */
export const InvitationToken = v.pipe(v.string(), v.maxLength(100));

/** A payer's invitation; null if it is unknown, used, replaced, removed or expired. */
export const InvitationAnswer = v.object({
  invitation: v.nullable(
    v.object({
      firstName: v.string(),
      /** The name of the borrower who invites. */
      borrowerName: v.string(),
      /** ISO instant from which the invitation cannot be accepted. */
      expiresAt: v.string(),
    }),
  ),
});
export type InvitationAnswer = v.InferOutput<typeof InvitationAnswer>;

/** The result of accepting an invitation. `notValid`: it can no longer be accepted. */
export const AcceptanceResponse = v.object({
  outcome: v.picklist(['accepted', 'notValid', 'usernameTaken', 'commonPassword']),
});
export type AcceptanceResponse = v.InferOutput<typeof AcceptanceResponse>;

/** The record of an acceptance, without the password. */
export const AcceptanceRecord = RegistrationRecord;
export type AcceptanceRecord = RegistrationRecord;

/** A masked username for a person who has forgotten it: an opaque id, and the first and last characters. */
export const MaskedUsername = v.object({ id: v.string(), masked: v.string() });
export type MaskedUsername = v.InferOutput<typeof MaskedUsername>;

/**
 * The response to a request for a one-time code. It is the same whether or not the request matches a borrower.
 * `requestToken` is a secret that the later steps send.
 */
export const CodeRequest = v.object({
  requestToken: v.string(),
  /** With demo data and no mail server, the file that contains the email with the code; otherwise null. */
  outboxFile: v.nullable(v.string()),
});
export type CodeRequest = v.InferOutput<typeof CodeRequest>;

/**
 * The response to the first step of a registration (ruling 116). `next` is `code` whether or not the details match a
 * borrower. It is `credentials` for a borrower without an email address on file and without a username.
 */
export const RegistrationStart = v.object({ ...CodeRequest.entries, next: v.picklist(['code', 'credentials']) });
export type RegistrationStart = v.InferOutput<typeof RegistrationStart>;

/** A one-time code: six digits. */
export const OneTimeCode = v.pipe(v.string(), v.regex(/^\d{6}$/, refuse({ code: 'oneTimeCode.format' })));

/**
 * The result of checking a one-time code. `over`: the code expired, had too many wrong attempts or was already used.
 * `usernames`: the borrower's usernames if the code is right, possibly none.
 */
export const CodeResponse = v.object({
  outcome: v.picklist(['right', 'wrong', 'over']),
  usernames: v.array(MaskedUsername),
});
export type CodeResponse = v.InferOutput<typeof CodeResponse>;

/** The result of resetting a password. `over`: the time limit after the correct code has passed. */
export const ResetResponse = v.object({
  outcome: v.picklist(['reset', 'over', 'containsUsername', 'commonPassword']),
});
export type ResetResponse = v.InferOutput<typeof ResetResponse>;

/** The result of changing a password. */
export const PasswordResponse = v.object({
  outcome: v.picklist(['changed', 'wrongPassword', 'containsUsername', 'commonPassword']),
});
export type PasswordResponse = v.InferOutput<typeof PasswordResponse>;

/** The saved draft of a registration in progress: only the idempotency key, no typed values. */
export const RegistrationDraft = v.object({ version: v.literal(1), key: v.pipe(v.string(), v.uuid()) });
export type RegistrationDraft = v.InferOutput<typeof RegistrationDraft>;
