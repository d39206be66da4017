/** The submissions of borrowers and payers, each processed once per idempotency key (server/submissions). */
import * as v from 'valibot';
import type { CallSpec, InCents } from '#domain/call.ts';
import type { OutcomeSchema, SubmissionOutcome } from '#domain/submission.ts';
import type { Database } from '../db/database.ts';
import { type SubmissionResult, signals } from '../operations/signals.ts';
import { changeLoansVersion } from './portfolio/groups.ts';
import { type AccountOwner, type AccountRecord, AccountKeys } from '../submissions/account-keys.ts';
import { hashBody } from '../submissions/body-hash.ts';
import { OncePerKey, type Processed } from '../submissions/once-per-key.ts';
import { newConfirmationNumber } from './confirmation-number.ts';
import { recordEvent } from '../security-events.ts';
import { type Scope, ServiceProblem, toActor, toEventData } from './scope.ts';
import { getWireFormat } from '../wire-format.ts';

/** Returns the error for a key that was used with another body. `noun` names the submission: a payment, a document. */
export const keyOfAnother = (noun: string): ServiceProblem =>
  new ServiceProblem(
    422,
    `This Idempotency-Key belongs to another ${noun}.`,
    'A key belongs to one body. Send the same body again, or use another key.',
  );

/** Returns the error for a key that was settled before a submission arrived. */
export const keyClosed = (noun: string): ServiceProblem =>
  new ServiceProblem(
    409,
    'This Idempotency-Key is closed.',
    `It was settled before a ${noun} arrived, so it is no longer accepted. Send the ${noun} with a new key.`,
  );

/** A submission to process. `body` must be equal for retries of the same submission and different otherwise. */
export interface Submission {
  readonly idempotencyKey: string;
  readonly body: unknown;
}

/** The result of a submission, with amounts in cents. It is stored under its key in wire format. */
export interface SubmissionDecision<Answer, Requested> {
  readonly answer: Answer;
  /** The request as shown on the receipt, without numbers that are stored encrypted elsewhere. */
  readonly record: Requested;
  /** The created payment, document or application. Absent if the submission was declined. */
  readonly created?: { readonly id: string; readonly confirmationNumber: string };
}

/**
 * Returns the decision on a change whose response is its result. `id` identifies the changed object; null if nothing
 * changed.
 */
export const toChangeDecision = <Requested>(
  record: Requested,
  id: string | null,
): SubmissionDecision<{ result: boolean }, Requested> =>
  id === null
    ? { answer: { result: false }, record }
    : { answer: { result: true }, record, created: { id, confirmationNumber: newConfirmationNumber() } };

/** `Answer` and `Asked` are in wire format. */
interface Calls<Answer, Requested> {
  /** The call that submits, or a shared id for several calls with the same settle call. Keys are unique per id. */
  readonly submit: Pick<CallSpec, 'id'> & { readonly idempotent: true };
  /** The call that returns the result of a submission. */
  readonly settle: { readonly response: OutcomeSchema<Answer, Requested> };
  /** The name of the submission in error messages. */
  readonly noun: string;
}

/** Submissions with their own security events. Other submissions by employees are recorded as `employeeActed`. */
const WITH_EVENTS: ReadonlySet<string> = new Set(['banking.change', 'autoDebit.change', 'instructions.change']);

/** Returns the record of a submission. Throws 409 for a closed key, and 422 for a key that was used with another body. */
export function getRecorded<Recorded>(noun: string, use: Processed<Recorded>): Recorded {
  if (use.outcome === 'closed') throw keyClosed(noun);
  if (use.outcome === 'taken') throw keyOfAnother(noun);
  return use.recorded;
}

/** The submissions of one call. Their responses and records are stored in wire format. */
export class Submissions<Answer, Requested> {
  readonly #call: string;
  readonly #answer: v.GenericSchema<Answer, unknown>;
  readonly #record: v.GenericSchema<Requested, unknown>;
  readonly #noun: string;
  readonly #once: OncePerKey<AccountOwner, AccountRecord>;

  constructor({ submit, settle, noun }: Calls<Answer, Requested>) {
    this.#call = submit.id;
    const [{ entries }] = settle.response.options;
    this.#answer = entries.answer;
    this.#record = entries.record;
    this.#noun = noun;
    this.#once = new OncePerKey(new AccountKeys(submit.id));
  }

  #decode({ answer, record }: AccountRecord): { answer: InCents<Answer>; record: InCents<Requested> } {
    if (!v.is(this.#answer, answer) || !v.is(this.#record, record)) {
      throw new Error(`The record of a ${this.#noun} cannot be parsed`);
    }
    return {
      answer: getWireFormat(this.#answer).decode(answer),
      record: getWireFormat(this.#record).decode(record),
    };
  }

  /**
   * Returns the stored response of a submission, or undefined if its key is unused. For handlers with expensive work
   * before {@link submitOnce}; throws the same errors.
   */
  async earlierAnswer(scope: Scope, submission: Submission): Promise<InCents<Answer> | undefined> {
    const { owner, keyed } = keyedBy(scope, submission);
    const earlier = await this.#once.earlier(scope.db, owner, keyed);
    return earlier && this.#decode(getRecorded(this.#noun, earlier)).answer;
  }

  /**
   * Processes a submission. The first request with a key runs `decide` in a transaction and stores the response. A
   * retry with the same body returns that response. Throws 422 for another body and 409 for a closed key. If `decide`
   * throws, nothing is stored and the key remains unused.
   */
  async submitOnce(
    scope: Scope,
    submission: Submission,
    decide: (
      scope: Scope,
    ) =>
      | SubmissionDecision<InCents<Answer>, InCents<Requested>>
      | Promise<SubmissionDecision<InCents<Answer>, InCents<Requested>>>,
  ): Promise<InCents<Answer>> {
    const { owner, keyed } = keyedBy(scope, submission);
    let result: SubmissionResult = 'failed';
    let decided: SubmissionDecision<InCents<Answer>, InCents<Requested>> | undefined;
    const decideIn = async (db: Database): Promise<AccountRecord> => {
      decided = await decide({ ...scope, db });
      const { answer, record, created } = decided;
      // The tables have no triggers where they are distributed.
      if (created !== undefined) await changeLoansVersion(db, scope.borrowerKey);
      if (created !== undefined && scope.person.isImpersonator && !WITH_EVENTS.has(this.#call)) {
        await recordEvent(db, { kind: 'employeeActed', ...toEventData(scope), detail: this.#noun });
      }
      return {
        bodyHash: owner.bodyHash,
        answer: getWireFormat(this.#answer).encode(answer),
        record: getWireFormat(this.#record).encode(record),
        createdId: created?.id ?? null,
        confirmationNumber: created?.confirmationNumber ?? null,
      };
    };
    try {
      const use = await this.#once.submit(scope.db, owner, keyed, decideIn);
      result = 'rejected';
      const recorded = getRecorded(this.#noun, use);
      const answer = decided?.answer ?? this.#decode(recorded).answer;
      result = use.outcome === 'repeated' ? 'repeated' : decided?.created === undefined ? 'refused' : 'recorded';
      return answer;
    } finally {
      signals.submission.emit({ call: this.#call, outcome: result });
    }
  }

  /** Returns the result of a submission. An unused key is closed, so that a delayed request with it is rejected. */
  readonly settle = async (
    scope: Scope,
    { body: { idempotencyKey } }: { readonly body: { readonly idempotencyKey: string } },
  ): Promise<SubmissionOutcome<InCents<Answer>, InCents<Requested>>> => {
    const settled = await this.#once.settle(scope.db, toOwner(scope, null), idempotencyKey);
    return settled === 'closed' ? { outcome: 'closed' } : { outcome: 'recorded', ...this.#decode(settled) };
  };
}

const toOwner = (scope: Scope, bodyHash: string | null): AccountOwner => ({
  borrowerKey: scope.borrowerKey,
  createdAt: scope.now,
  bodyHash,
  ...toActor(scope),
});

/** Returns the owner of a submission's key, and the submission's identity. */
function keyedBy(scope: Scope, { idempotencyKey, body }: Submission) {
  const bodyHash = hashBody(body);
  const isSame = (earlier: AccountRecord): boolean => earlier.bodyHash === bodyHash;
  return { owner: toOwner(scope, bodyHash), keyed: { key: idempotencyKey, isSame } };
}
