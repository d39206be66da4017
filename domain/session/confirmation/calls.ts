/** The calls for confirmations. Their data travels only in request bodies and is never logged. */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { validateEmail } from '../../email.ts';
import { validatedText } from '../../issue.ts';
import { OneTimeCode } from '../credentials/shapes.ts';
import { ConfirmationResponse, EmailCodeResponse, EmailCodeSent } from './shapes.ts';

const access = ['borrower', 'payer'] as const;

const Email = v.pipe(
  validatedText((typed) => validateEmail(typed)),
  v.trim(),
);

export const confirmation = {
  password: defineCall({
    id: 'confirmation.password',
    method: 'POST',
    path: 'password-confirmations',
    summary:
      'Confirms the password again. For five minutes, the session may then make the changes that require it: email address, usernames, authorized payers, the number for text alerts, and saved bank accounts',
    access,
    limited: true,
    timeLimit: 'write',
    body: v.strictObject({ password: v.pipe(v.string(), v.maxLength(1000)) }),
    response: ConfirmationResponse,
  }),
  sendEmailCode: defineCall({
    id: 'confirmation.sendEmailCode',
    method: 'POST',
    path: 'email-codes',
    summary: 'Sends a one-time code to a new email address, which may then be saved. At most five in an hour',
    access,
    timeLimit: 'write',
    body: v.strictObject({ email: Email }),
    response: EmailCodeSent,
  }),
  checkEmailCode: defineCall({
    id: 'confirmation.checkEmailCode',
    method: 'POST',
    path: 'email-codes/checks',
    summary: 'Returns whether the code of a new email address is valid. A valid code may be sent again',
    access,
    timeLimit: 'write',
    body: v.strictObject({ email: Email, oneTimeCode: OneTimeCode }),
    response: EmailCodeResponse,
  }),
};
