/**
 * The confirmations that a sensitive change requires: the password again, a recent log-in if another provider has the
 * password, or the code sent to a new email address. The server refuses the change (403) and names the missing
 * confirmation in a field code.
 */
import * as v from 'valibot';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { validatedText } from '../../issue.ts';
import type { ConfirmationResponse, ConfirmationValues, EmailCodeResponse, EmailCodeSent } from './shapes.ts';

/** The confirmations that a change requires. */
export type ConfirmationNeed = 'password' | 'logIn' | 'emailCode';

export type ConfirmationIssue =
  | { readonly code: `confirmation.${ConfirmationNeed}` }
  | { readonly code: 'confirmationPassword.required' }
  | { readonly code: 'confirmationPassword.wrong' };

/** For how long a confirmation counts, in minutes. */
export const CONFIRMATION_MINUTES = 5;

const NEEDS: readonly ConfirmationNeed[] = ['password', 'logIn', 'emailCode'];

/** Returns the confirmation without which the server refused a change; null if that was not the reason. */
export function confirmationNeededBy(failure: CallFailure): ConfirmationNeed | null {
  if (!isRefusedWith(failure, 403) || failure.kind !== 'refused') return null;
  const codes = failure.problem?.fields?.map(({ code }) => code) ?? [];
  return NEEDS.find((need) => codes.includes(`confirmation.${need}`)) ?? null;
}

/** The server's rejection that the form with the password is validated against. */
export interface ConfirmationDeps {
  readonly wrongPassword: string | null;
}

/** Creates the schema of the form with the password. */
export const confirmationSchema = ({ wrongPassword }: ConfirmationDeps) =>
  v.looseObject({
    password: validatedText((typed) => {
      if (typed === '') return { code: 'confirmationPassword.required' };
      return typed === wrongPassword ? { code: 'confirmationPassword.wrong' } : undefined;
    }),
  });

export const startingConfirmation: ConfirmationValues = { password: '' };

/** Returns whether the password was the right one. */
export const isConfirmed = ({ outcome }: ConfirmationResponse): boolean => outcome === 'confirmed';

/** Returns whether the code was sent. */
export const isEmailCodeSent = ({ outcome }: EmailCodeSent): boolean => outcome === 'sent';

/** Returns whether the code of a new email address was correct. */
export const isEmailCodeRight = ({ outcome }: EmailCodeResponse): boolean => outcome === 'right';

/** Returns whether the code of a new email address is no longer valid. */
export const isEmailCodeOver = ({ outcome }: EmailCodeResponse): boolean => outcome === 'over';
