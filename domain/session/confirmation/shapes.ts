/**
 * The types of the confirmations that some changes require: re-entering the password, and a code sent to a new email
 * address.
 */
import * as v from 'valibot';
import { CodeRequest, CodeResponse } from '../credentials/shapes.ts';

/** The form with the password, as typed. Kept in memory only. */
export interface ConfirmationValues {
  readonly password: string;
}

/** The result of confirming a password. */
export const ConfirmationResponse = v.object({ outcome: v.picklist(['confirmed', 'wrongPassword']) });
export type ConfirmationResponse = v.InferOutput<typeof ConfirmationResponse>;

/** The response to a request for a code to a new email address. `tooManyCodes`: the person has to wait. */
export const EmailCodeSent = v.object({
  outcome: v.picklist(['sent', 'tooManyCodes']),
  outboxFile: CodeRequest.entries.outboxFile,
});
export type EmailCodeSent = v.InferOutput<typeof EmailCodeSent>;

/** The result of checking the code of a new email address. */
export const EmailCodeResponse = v.object({ outcome: CodeResponse.entries.outcome });
export type EmailCodeResponse = v.InferOutput<typeof EmailCodeResponse>;
