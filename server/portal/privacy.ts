/**
 * The privacy forms (P §2.7, §2.8). The server validates a form by its rules and stores it encrypted, once per
 * idempotency key, with the values that the portal would send. It does not look up a borrower by the form, so the
 * response does not reveal whether a person or an account exists.
 */
import { randomUUID } from 'node:crypto';
import { gte } from 'drizzle-orm';
import * as v from 'valibot';
import { businessDate } from '#domain/calendar.ts';
import type { CallReceived, CallSent, Problem } from '#domain/call.ts';
import { USA } from '#domain/profile/demographics/shapes.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import type { privacy } from '#domain/profile/privacy/calls.ts';
import { privacyMessages } from '#domain/profile/privacy/messages.ts';
import {
  type PrivacyRequestDeps,
  toOptOut,
  optOutSchema,
  toPrivacyRequest,
  privacyRequestSchema,
  valuesOfOptOut,
  valuesOfPrivacyRequest,
} from '#domain/profile/privacy/rules.ts';
import type { OptOut, PrivacyRequest } from '#domain/profile/privacy/shapes.ts';
import type { Database } from '../db/database.ts';
import { privacyForms } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import { countries, listStates } from '../demographics.ts';
import { HttpProblem } from '../http/problems.ts';
import { countAttempt } from '../rate-limits.ts';
import { newConfirmationNumber } from '../service/confirmation-number.ts';
import { getRecorded } from '../service/submissions.ts';
import { hashPublicBody } from '../submissions/body-hash.ts';
import { OncePerKey } from '../submissions/once-per-key.ts';
import { PublicKeys, type Source } from '../submissions/public-keys.ts';

/** Facts for validating the California form, from the configuration. */
export type PrivacyFormDeps = Pick<PrivacyRequestDeps, 'limits' | 'relationships' | 'agentRelationships' | 'servicer'>;

interface PrivacyDeps extends PrivacyFormDeps {
  readonly db: Database;
  readonly now: Date;
  /** The network address of the client. Undefined if it is unknown. */
  readonly source: string | undefined;
}

type Kind = (typeof privacyForms.$inferInsert)['kind'];
type Answer = CallSent<typeof privacy.request>;

/** Maximum number of forms received in 24 hours: far more than expected, and few enough to store. */
export const MAX_PER_DAY = 5000;
const DAY = 24 * 60 * 60 * 1000;

/** The record of a form's idempotency key. Of the form itself, it contains only a hash. */
const Recorded = v.object({ bodyHash: v.string(), confirmationNumber: v.nullable(v.string()) });
type Recorded = v.InferOutput<typeof Recorded>;

const oncePerKind: Readonly<Record<Kind, OncePerKey<Source, Recorded>>> = {
  request: new OncePerKey(new PublicKeys('PrivacyRequest', Recorded)),
  optOut: new OncePerKey(new PublicKeys('PrivacyOptOut', Recorded)),
};

const toAnswer = ({ confirmationNumber }: Recorded): Answer =>
  confirmationNumber === null ? { outcome: 'tooMany' } : { outcome: 'received', confirmationNumber };

/** Stores a form, once per key. Throws 422 if the key was used for another body, and 409 if it is closed. */
async function receiveOnce(
  { db, now, source }: PrivacyDeps,
  kind: Kind,
  idempotencyKey: string,
  body: PrivacyRequest | OptOut,
): Promise<Answer> {
  const bodyHash = hashPublicBody(body);
  const submission = { key: idempotencyKey, isSame: (earlier: Recorded) => earlier.bodyHash === bodyHash };
  const earlier = await oncePerKind[kind].earlier(db, source, submission);
  if (earlier !== undefined) return toAnswer(getRecorded('form', earlier));
  const sinceYesterday = gte(privacyForms.receivedAt, new Date(now.getTime() - DAY));
  const isFull = (await db.$count(privacyForms, sinceYesterday)) >= MAX_PER_DAY;
  const confirmationNumber = isFull ? null : newConfirmationNumber();
  const store = async (transaction: Database) => {
    const recorded = { bodyHash, confirmationNumber };
    if (confirmationNumber === null) return recorded;
    await transaction
      .insert(privacyForms)
      .values(seals.privacyForms.seal({ formId: randomUUID(), kind, confirmationNumber, body, receivedAt: now }));
    return recorded;
  };
  return toAnswer(getRecorded('form', await oncePerKind[kind].submit(db, source, submission, store)));
}

/** Throws if there are problems. Translates the form's field names to those of the request. */
function refuse(problems: ReturnType<typeof findProblems>, toName: (field: string) => string): void {
  if (problems.length === 0) return;
  const fields: NonNullable<Problem['fields']> = problems.map(({ field, issue }) => ({
    field: toName(field),
    code: issue.code,
    message: getMessage(privacyMessages, issue),
  }));
  throw new HttpProblem(422, 'Some of the submitted values are invalid.', {
    title: 'The form was not received.',
    fields,
  });
}

/** Names of the form's fields in the request (P §3). */
const WIRE_NAMES: Readonly<Record<string, keyof PrivacyRequest>> = {
  certifyThatIAmPerson: 'personCertifying',
  agentFirstName: 'authorizedAgentFirstName',
  agentLastName: 'authorizedAgentLastName',
  agentDateOfBirth: 'authorizedAgentDOB',
  agentEmail: 'authorizedAgentEmail',
  agentPhone: 'authorizedAgentPrimaryPhone',
  agentRelationship: 'authorizedAgentRelationshipToConsumer',
  agentBusinessName: 'authorizedAgentBusinessName',
  firstName: 'consumerFirstName',
  alternateFirstName: 'consumerAlternateFirstName',
  lastName: 'consumerLastName',
  alternateLastName: 'consumerAlternateLastName',
  country: 'consumerCountry',
  mailingAddress: 'consumerMailingAddress',
  city: 'consumerCity',
  state: 'consumerState',
  zipCode: 'consumerZip',
  email: 'consumerEmail',
  typeOfRequest: 'consumerTypeOfRequest',
  relationship: 'consumerRelationship',
};

/** Returns the country code if it is in the list, and an empty string otherwise. */
async function knownCountry(code: string): Promise<string> {
  const isKnown = (await countries()).some(({ countryCode }) => countryCode === code);
  return isKnown ? code : '';
}

/** Receives a California privacy rights request. Throws 429 for too many forms before validating it. */
export async function receivePrivacyRequest(
  facts: PrivacyDeps,
  { body, idempotencyKey }: CallReceived<typeof privacy.request>,
): Promise<Answer> {
  const { db, now, source } = facts;
  await countAttempt(db, { tried: 'privacyForm', subjects: [], address: source });
  const country = await knownCountry(body.consumerCountry);
  const values = { ...valuesOfPrivacyRequest(body), country };
  const states = country === '' ? null : ((await listStates(country)) ?? []);
  const schema = privacyRequestSchema({ ...facts, states, today: businessDate(now) }, values);
  refuse(findProblems(schema, values), (field) => WIRE_NAMES[field] ?? field);
  return receiveOnce(facts, 'request', idempotencyKey, toPrivacyRequest(values, { states }));
}

/** Receives an opt-out. Throws 429 for too many forms before validating it. */
export async function receiveOptOut(
  facts: PrivacyDeps,
  { body, idempotencyKey }: CallReceived<typeof privacy.optOut>,
): Promise<Answer> {
  const { db, source } = facts;
  await countAttempt(db, { tried: 'privacyForm', subjects: [], address: source });
  const values = valuesOfOptOut(body);
  refuse(findProblems(optOutSchema({ states: (await listStates(USA)) ?? [] }, values), values), (field) => field);
  return receiveOnce(facts, 'optOut', idempotencyKey, toOptOut(values));
}

/** Returns the result of a form. An unused key is closed. */
export async function settlePrivacyForm(
  kind: Kind,
  db: Database,
  key: string,
  source: string | undefined,
): Promise<CallSent<typeof privacy.settleRequest>> {
  const recorded = await oncePerKind[kind].settle(db, source, key);
  if (recorded === 'closed') return { outcome: 'closed' };
  return { outcome: 'recorded', answer: toAnswer(recorded), record: { kept: 'encrypted' } };
}
