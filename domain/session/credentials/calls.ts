/** The calls for registration and passwords. Their data travels only in request bodies and is never logged. */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey, submissionOutcome } from '../../submission.ts';
import { refuse } from '../../issue.ts';
import { NewPassword, Username, containsUsername } from './rules.ts';
import {
  AcceptanceRecord,
  AcceptanceResponse,
  CodeResponse,
  CodeRequest,
  Identity,
  InvitationAnswer,
  InvitationToken,
  OneTimeCode,
  PasswordResponse,
  RegistrationResponse,
  RegistrationRecord,
  RegistrationStart,
  ResetResponse,
} from './shapes.ts';

/** The token of a code request. The length limit keeps the server from hashing long texts. */
const RequestToken = v.pipe(v.string(), v.maxLength(100));

const Registration = v.pipe(
  v.strictObject({ requestToken: RequestToken, username: Username, password: NewPassword, terms: v.literal(true) }),
  v.forward(
    v.partialCheck(
      [['username'], ['password']],
      ({ username, password }) => !containsUsername(password, username),
      refuse({ code: 'password.containsUsername' }),
    ),
    ['password'],
  ),
);

/** The acceptance of a payer's invitation. */
const Acceptance = v.pipe(
  v.strictObject({ token: InvitationToken, username: Username, password: NewPassword, terms: v.literal(true) }),
  v.forward(
    v.partialCheck(
      [['username'], ['password']],
      ({ username, password }) => !containsUsername(password, username),
      refuse({ code: 'password.containsUsername' }),
    ),
    ['password'],
  ),
);

export const credentials = {
  recognize: defineCall({
    id: 'credentials.recognize',
    method: 'POST',
    path: 'registrations/recognitions',
    summary:
      'Sends a one-time code to the email address on file of the borrower with this account number, date of birth and last four digits, to create a username. The response reveals only whether the borrower may continue without a code',
    access: ['public'],
    limited: true,
    timeLimit: 'write',
    body: Identity,
    response: RegistrationStart,
  }),
  register: defineCall({
    id: 'credentials.register',
    method: 'POST',
    path: 'registrations',
    summary: 'Creates a username and password for the borrower of a valid one-time code',
    access: ['public'],
    limited: true,
    timeLimit: 'write',
    idempotent: true,
    body: Registration,
    response: RegistrationResponse,
  }),
  settle: defineCall({
    id: 'credentials.settle',
    method: 'POST',
    path: 'registrations/settlements',
    summary: 'Returns the outcome of a registration by its idempotency key. Closes an unknown key',
    access: ['public'],
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(RegistrationResponse, RegistrationRecord),
  }),
  readInvitation: defineCall({
    id: 'credentials.readInvitation',
    method: 'POST',
    path: 'payer-invitations/lookups',
    summary: 'Returns the invitation of an authorized payer by its token, or null if it cannot be accepted',
    access: ['public'],
    limited: true,
    timeLimit: 'read',
    body: v.strictObject({ token: InvitationToken }),
    response: InvitationAnswer,
  }),
  acceptInvitation: defineCall({
    id: 'credentials.acceptInvitation',
    method: 'POST',
    path: 'payer-invitations/acceptances',
    summary: 'Accepts an invitation once: creates a username and password for an authorized payer',
    access: ['public'],
    limited: true,
    timeLimit: 'write',
    idempotent: true,
    body: Acceptance,
    response: AcceptanceResponse,
  }),
  settleAcceptance: defineCall({
    id: 'credentials.settleAcceptance',
    method: 'POST',
    path: 'payer-invitations/settlements',
    summary: 'Returns the outcome of an acceptance by its idempotency key. Closes an unknown key',
    access: ['public'],
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(AcceptanceResponse, AcceptanceRecord),
  }),
  requestCode: defineCall({
    id: 'credentials.requestCode',
    method: 'POST',
    path: 'recovery-codes',
    summary:
      'Sends a one-time code to the email address on file of the borrower with this account number, date of birth and last four digits. The response does not reveal whether the borrower exists',
    access: ['public'],
    limited: true,
    timeLimit: 'write',
    body: Identity,
    response: CodeRequest,
  }),
  checkCode: defineCall({
    id: 'credentials.checkCode',
    method: 'POST',
    path: 'recovery-codes/checks',
    summary:
      'Returns whether a one-time code is valid and, if so, the masked usernames of the borrower. A valid code may be sent again',
    access: ['public'],
    limited: true,
    timeLimit: 'read',
    body: v.strictObject({ requestToken: RequestToken, oneTimeCode: OneTimeCode }),
    response: CodeResponse,
  }),
  resetPassword: defineCall({
    id: 'credentials.resetPassword',
    method: 'POST',
    path: 'password-resets',
    summary:
      'Sets a new password for a username of the borrower with a valid one-time code, and ends its sessions. The same password may be sent again',
    access: ['public'],
    limited: true,
    timeLimit: 'write',
    body: v.strictObject({ requestToken: RequestToken, usernameId: v.string(), newPassword: NewPassword }),
    response: ResetResponse,
  }),
  changePassword: defineCall({
    id: 'credentials.changePassword',
    method: 'PUT',
    path: 'passwords/current',
    summary: 'Changes the password and ends all other sessions. Repeating a change succeeds',
    access: ['borrower', 'payer'],
    limited: true,
    timeLimit: 'write',
    body: v.strictObject({ presentPassword: v.string(), newPassword: NewPassword }),
    response: PasswordResponse,
  }),
};
