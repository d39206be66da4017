/** Authorized payers: people whom a borrower allows to see the amounts due and make payments (rulings 7, 15). */
import * as v from 'valibot';

/** The fields of the invitation form, as typed. */
export interface InviteValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/**
 * The status of a payer. `invited`: the invitation can be accepted. `expired`: it was not accepted in time. `active`:
 * the payer has a username and can log in.
 */
export const PayerStatus = v.picklist(['invited', 'active', 'expired']);
export type PayerStatus = v.InferOutput<typeof PayerStatus>;

/** A payer or an invited person. */
export const AuthorizedPayer = v.object({
  payerId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  status: PayerStatus,
  /** ISO instant of the latest invitation; null for payers who were added in another way. */
  invitedAt: v.nullable(v.string()),
  /** ISO instant from which the invitation cannot be accepted; null for active payers. */
  expiresAt: v.nullable(v.string()),
  /** ISO instant of the acceptance; null before it, and for payers who were added in another way. */
  acceptedAt: v.nullable(v.string()),
});
export type AuthorizedPayer = v.InferOutput<typeof AuthorizedPayer>;

/** Active payers first, then invitations, the latest first. */
export const PayersAnswer = v.object({ payers: v.array(AuthorizedPayer) });
export type PayersAnswer = v.InferOutput<typeof PayersAnswer>;

/** A field of an invitation on the wire. The form's rules validate it further. */
const Entry = v.pipe(v.string(), v.maxLength(1000));

const PayerId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/**
 * A change: invite a person, send a new invitation, or remove a payer or an invitation. Inviting the same email address
 * again sends a new invitation, which replaces the earlier one.
 */
export const PayerChange = v.variant('change', [
  v.strictObject({ change: v.literal('invite'), firstName: Entry, lastName: Entry, email: Entry }),
  v.strictObject({ change: v.literal('renew'), payerId: PayerId }),
  v.strictObject({ change: v.literal('remove'), payerId: PayerId }),
]);
export type PayerChange = v.InferOutput<typeof PayerChange>;

export const PayerChangeAnswer = v.object({
  /** False if the invitation was accepted or removed in the meantime, so that it cannot be sent again. */
  result: v.boolean(),
  /**
   * With demo data and no mail server, the address in the invitation; otherwise null. The server stores only its hash,
   * so a repeated or settled request returns null.
   */
  link: v.nullable(v.string()),
});
export type PayerChangeAnswer = v.InferOutput<typeof PayerChangeAnswer>;
