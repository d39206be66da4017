/** Handlers for registration and for payers' invitations: they convert outcomes to responses and errors. */
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import type { Database } from '../db/database.ts';
import { HttpProblem } from '../http/problems.ts';
import { type AcceptanceDeps, acceptInvitation } from '../credentials/invitations.ts';
import type { Refusal } from '../credentials/new-accounts.ts';
import { register } from '../credentials/registration.ts';

const REFUSALS: Readonly<Record<Refusal, () => HttpProblem>> = {
  keyIsClosed: () => new HttpProblem(409, 'This registration was not completed. Please register again.'),
  keyIsTaken: () => new HttpProblem(422, 'This key was used for another registration.'),
};

export async function answerRegistration(
  db: Database,
  idempotencyKey: string,
  requested: CallReceived<typeof credentials.register>['body'],
  facts: Parameters<typeof register>[3],
): Promise<CallSent<typeof credentials.register>> {
  const outcome = await register(db, idempotencyKey, requested, facts);
  switch (outcome) {
    case 'registered':
    case 'over':
    case 'usernameTaken':
    case 'commonPassword':
      return { outcome };
    case 'keyIsClosed':
    case 'keyIsTaken':
      throw REFUSALS[outcome]();
  }
}

const ACCEPTANCE_REFUSALS: Readonly<Record<Refusal, () => HttpProblem>> = {
  keyIsClosed: () => new HttpProblem(409, 'This acceptance was not completed. Please send it again with a new key.'),
  keyIsTaken: () => new HttpProblem(422, 'This key was used for another acceptance.'),
};

export async function answerAcceptance(
  db: Database,
  idempotencyKey: string,
  requested: CallReceived<typeof credentials.acceptInvitation>['body'],
  facts: AcceptanceDeps,
): Promise<CallSent<typeof credentials.acceptInvitation>> {
  const outcome = await acceptInvitation(db, idempotencyKey, requested, facts);
  if (outcome === 'keyIsClosed' || outcome === 'keyIsTaken') throw ACCEPTANCE_REFUSALS[outcome]();
  return { outcome };
}
