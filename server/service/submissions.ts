/**
 * Processes each submission of a borrower or payer exactly once per idempotency key (ruling 4). A transaction first claims the
 * row of the key, then stores the result and the response. A concurrent request with the same key waits for that transaction
 * and returns its response.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { CallSpec, InCents } from '#domain/call.ts';
import type { OutcomeSchema, SubmissionOutcome } from '#domain/submission.ts';
import type { Database } from '../db/database.ts';
import { submissions as rows } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import { type SubmissionResult, signals } from '../operations/signals.ts';
import { changeLoansVersion } from './portfolio/groups.ts';
import { bodyHashOf } from './body-hash.ts';
import { newConfirmationNumber } from './confirmation-number.ts';
import { recordEvent } from '../security-events.ts';
import { type Scope, ServiceProblem, actorOf, eventFactsOf } from './scope.ts';
import { wireFormatOf } from '../wire-format.ts';

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
export interface Decision<Answer, Asked> {
  readonly answer: Answer;
  /** The request as shown on the receipt, without numbers that are stored encrypted elsewhere. */
  readonly record: Asked;
  /** The created payment, document or application. Absent if the submission was declined. */
  readonly created?: { readonly id: string; readonly confirmationNumber: string };
}

/** Returns the decision on a change that is answered with its result. `id` is that of what was changed; null if nothing was. */
export const changeOf = <Asked>(record: Asked, id: string | null): Decision<{ result: boolean }, Asked> =>
  id === null
    ? { answer: { result: false }, record }
    : { answer: { result: true }, record, created: { id, confirmationNumber: newConfirmationNumber() } };

/** `Answer` and `Asked` are in wire format. */
interface Calls<Answer, Asked> {
  /** The call that submits, or a shared id for several calls with the same settle call. Keys are unique per id. */
  readonly submit: Pick<CallSpec, 'id'> & { readonly idempotent: true };
  /** The call that returns the result of a submission. */
  readonly settle: { readonly response: OutcomeSchema<Answer, Asked> };
  /** The name of the submission in error messages. */
  readonly noun: string;
}

/** Submissions with their own security events. Other submissions by employees are recorded as `employeeActed`. */
const WITH_EVENTS: ReadonlySet<string> = new Set(['banking.change', 'autoDebit.change', 'instructions.change']);

type Row = typeof rows.$inferSelect;
type Claim = Pick<Scope, 'db' | 'borrowerKey' | 'now' | 'webAccountId' | 'person'>;

/** The submissions of one call. Their answers and records are stored in wire format. */
export class Submissions<Answer, Asked> {
  readonly #call: string;
  readonly #answer: v.GenericSchema<Answer, unknown>;
  readonly #record: v.GenericSchema<Asked, unknown>;
  readonly #noun: string;

  constructor({ submit, settle, noun }: Calls<Answer, Asked>) {
    this.#call = submit.id;
    const [{ entries }] = settle.response.options;
    this.#answer = entries.answer;
    this.#record = entries.record;
    this.#noun = noun;
  }

  #isOf(borrowerKey: string, idempotencyKey: string) {
    return and(eq(rows.borrowerKey, borrowerKey), eq(rows.call, this.#call), eq(rows.idempotencyKey, idempotencyKey));
  }

  async #rowOf(db: Database, borrowerKey: string, idempotencyKey: string): Promise<Row | undefined> {
    const [row] = await db.select().from(rows).where(this.#isOf(borrowerKey, idempotencyKey));
    return row;
  }

  /** Inserts the row of a key. Returns false if it exists. Waits for a transaction that is claiming the same key. */
  async #claim({ db, borrowerKey, now: createdAt, ...by }: Claim, idempotencyKey: string, bodyHash: string | null) {
    const key = { borrowerKey, call: this.#call, idempotencyKey };
    const inserted = await db
      .insert(rows)
      .values(seals.submissions.seal({ ...key, bodyHash, createdAt, ...actorOf(by) }))
      .onConflictDoNothing({ target: [rows.borrowerKey, rows.call, rows.idempotencyKey] })
      .returning({ key: rows.idempotencyKey });
    return inserted.length > 0;
  }

  #outcomeOf(row: Row | undefined): SubmissionOutcome<InCents<Answer>, InCents<Asked>> {
    if (row?.answer === null || row === undefined) return { outcome: 'closed' };
    const { answer, record } = row;
    if (!v.is(this.#answer, answer) || !v.is(this.#record, record)) {
      throw new Error(`The record of a ${this.#noun} cannot be parsed`);
    }
    return {
      outcome: 'recorded',
      answer: wireFormatOf(this.#answer).decode(answer),
      record: wireFormatOf(this.#record).decode(record),
    };
  }

  #answerAgain(row: Row | undefined, bodyHash: string): InCents<Answer> {
    const outcome = this.#outcomeOf(row);
    if (outcome.outcome === 'closed') throw keyClosed(this.#noun);
    if (row === undefined || seals.submissions.open(row).bodyHash !== bodyHash) throw keyOfAnother(this.#noun);
    return outcome.answer;
  }

  /**
   * Returns the stored response of a submission, or undefined if its key is unused. For handlers with expensive work
   * before {@link submitOnce}; throws the same errors.
   */
  async earlierAnswer(
    { db, borrowerKey }: Scope,
    { idempotencyKey, body }: Submission,
  ): Promise<InCents<Answer> | undefined> {
    const row = await this.#rowOf(db, borrowerKey, idempotencyKey);
    return row === undefined ? undefined : this.#answerAgain(row, bodyHashOf(body));
  }

  /**
   * Processes a submission. The first request with a key runs `decide` in a transaction and stores the response. A
   * retry with the same body returns that response. Throws 422 for another body and 409 for a closed key. If `decide`
   * throws, nothing is stored and the key remains unused.
   */
  async submitOnce(
    scope: Scope,
    { idempotencyKey, body }: Submission,
    decide: (
      scope: Scope,
    ) => Decision<InCents<Answer>, InCents<Asked>> | Promise<Decision<InCents<Answer>, InCents<Asked>>>,
  ): Promise<InCents<Answer>> {
    const { borrowerKey } = scope;
    const bodyHash = bodyHashOf(body);
    let outcome: SubmissionResult = 'failed';
    let decided: SubmissionResult | undefined;
    const submit = async (db: Database): Promise<InCents<Answer>> => {
      const within = { ...scope, db };
      if (!(await this.#claim(within, idempotencyKey, bodyHash))) {
        const row = await this.#rowOf(db, borrowerKey, idempotencyKey);
        outcome = 'rejected';
        const earlier = this.#answerAgain(row, bodyHash);
        outcome = 'repeated';
        return earlier;
      }
      const { answer, record, created } = await decide(within);
      const { id: createdId = null, confirmationNumber = null } = created ?? {};
      await db
        .update(rows)
        .set({
          answer: wireFormatOf(this.#answer).encode(answer),
          record: wireFormatOf(this.#record).encode(record),
          createdId,
          confirmationNumber,
        })
        .where(this.#isOf(borrowerKey, idempotencyKey));
      // The tables have no triggers where they are distributed.
      if (created !== undefined) await changeLoansVersion(db, borrowerKey);
      if (created !== undefined && scope.person.isImpersonator && !WITH_EVENTS.has(this.#call)) {
        await recordEvent(db, { kind: 'employeeActed', ...eventFactsOf(scope), detail: this.#noun });
      }
      decided = created === undefined ? 'refused' : 'recorded';
      return answer;
    };
    try {
      const answer = await scope.db.transaction(submit);
      // The decision counts only after the transaction has been committed.
      outcome = decided ?? outcome;
      return answer;
    } finally {
      signals.submission.emit({ call: this.#call, outcome });
    }
  }

  /** Returns the result of a submission. An unused key is closed, so that a delayed request with it is rejected. */
  readonly settle = (
    scope: Scope,
    { body: { idempotencyKey } }: { readonly body: { readonly idempotencyKey: string } },
  ): Promise<SubmissionOutcome<InCents<Answer>, InCents<Asked>>> =>
    scope.db.transaction(async (db) => {
      if (await this.#claim({ ...scope, db }, idempotencyKey, null)) return { outcome: 'closed' };
      return this.#outcomeOf(await this.#rowOf(db, scope.borrowerKey, idempotencyKey));
    });
}
