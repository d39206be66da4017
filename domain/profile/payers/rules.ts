/** The rules for authorized payers. Form and server use the same rules. */
import * as v from 'valibot';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { type EmailIssue, validateEmail } from '../../email.ts';
import { validatedText } from '../../issue.ts';
import { hasLetter, isSafeName } from '../../safe-text.ts';
import type { AuthorizedPayer, InviteValues, PayerChange } from './shapes.ts';

type NameKind = 'first' | 'last';

export type PayerIssue =
  | EmailIssue
  | { code: 'payerName.required'; name: NameKind }
  | { code: 'payerName.tooLong'; name: NameKind; max: number }
  | { code: 'payerName.characters'; name: NameKind }
  | { code: 'payer.active' }
  | { code: 'payer.tooMany'; max: number };

/** The maximum number of characters of a first or last name. */
const LONGEST_NAME = 50;

/** The maximum number of payers and invitations of a borrower. Limits the emails to people who do not expect one. */
export const MOST_PAYERS = 10;

/** The validity of an invitation, in days. */
export const INVITATION_DAYS = 14;

/** Returns the instant from which an invitation cannot be accepted. */
export const invitationExpiry = (invitedAt: Date): Date => new Date(invitedAt.getTime() + INVITATION_DAYS * 86_400_000);

/** Returns whether an invitation can be accepted. */
export const isInvitationOpen = (expiresAt: Date, now: Date): boolean => now < expiresAt;

/** Returns the address in an invitation. The token is in the fragment, which browsers do not send to servers. */
export const buildInvitationUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/account/payer-invitation#${token}`;

/** Normalizes an email address for comparison. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();

/** The data that an invitation is validated against: the present payers and invitations. */
export interface InviteDeps {
  readonly payers: readonly Pick<AuthorizedPayer, 'email' | 'status'>[];
}

function validatePayerName(name: NameKind, typed: string): PayerIssue | undefined {
  const text = typed.trim();
  if (text === '') return { code: 'payerName.required', name };
  if (text.length > LONGEST_NAME) return { code: 'payerName.tooLong', name, max: LONGEST_NAME };
  return isSafeName(text) && hasLetter(text) ? undefined : { code: 'payerName.characters', name };
}

function validateInvitedEmail(typed: string, { payers }: InviteDeps): PayerIssue | undefined {
  const issue = validateEmail(typed);
  if (issue !== undefined) return issue;
  const same = payers.find(({ email }) => normalizedEmail(email) === normalizedEmail(typed));
  if (same?.status === 'active') return { code: 'payer.active' };
  return same === undefined && payers.length >= MOST_PAYERS ? { code: 'payer.tooMany', max: MOST_PAYERS } : undefined;
}

/** Creates the schema of the invitation form. */
export const inviteSchema = (facts: InviteDeps) =>
  v.looseObject({
    firstName: validatedText((typed) => validatePayerName('first', typed)),
    lastName: validatedText((typed) => validatePayerName('last', typed)),
    email: validatedText((typed) => validateInvitedEmail(typed, facts)),
  });

/** The initial values of the invitation form. */
export const startingInvite: InviteValues = { firstName: '', lastName: '', email: '' };

/** Converts the form to the change. Validate the form first. */
export const toInvite = ({ firstName, lastName, email }: InviteValues): PayerChange => ({
  change: 'invite',
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
});

/** Returns whether an invitation can be sent again: it was not accepted yet. */
export const isRenewable = ({ status }: Pick<AuthorizedPayer, 'status'>): boolean => status !== 'active';

/** Returns whether the server refused an invitation because an active payer has the email address. */
export const isEmailRefused = (failure: CallFailure | null): boolean =>
  failure?.kind === 'refused' && failure.problem?.fields?.some(({ code }) => code === 'payer.active') === true;

/** Returns whether the server refused an invitation because too many were sent. */
export const isTooManyInvitations = (failure: CallFailure | null): boolean =>
  failure !== null && isRefusedWith(failure, 429);
