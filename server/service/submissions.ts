/**
 * Processes each submission of a borrower or payer exactly once per idempotency key (ruling 4). A transaction first claims the
 * row of the key, then stores the result and the response. A concurrent request with the same key waits for that transaction
 * and returns its response.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { CallSpec } from '#domain/call.ts';
import type { SubmissionOutcome } from '#domain/submission.ts';
import type { Database } from '../db/open.ts';
import { submissions as rows } from '../db/schema.ts';
import { seals } from '../db/seals.ts';
import { type SubmissionResult, signals } from '../operations/signals.ts';
import { bodyHashOf } from './body-hash.ts';
import { type Scope, ServiceProblem, actorOf } from './scope.ts';

/** Refuses another body under a key. `noun` says what is submitted: a payment, a document. */
export const keyOfAnother = (noun: string): ServiceProblem =>
  new ServiceProblem(
    422,
    `This Idempotency-Key belongs to another ${noun}.`,
    'A key stands for one body. Send the same body again, or another key.',
  );

/** Refuses a key that was settled before anything had come under it. */
export const keyClosed = (noun: string): ServiceProblem =>
  new ServiceProblem(
    409,
    'This Idempotency-Key is closed.',
    `It was asked about before any ${noun} had arrived under it, so it takes none any more. Send the ${noun} with a new key.`,
  );

/** A submission as it arrives. `body` is anything that is the same when the same is sent again, and only then. */
export interface Submission {
  readonly idempotencyKey: string;
  readonly body: unknown;
}

/** What is decided about a submission and kept under its key, in wire form. */
export interface Decision<Answer, Asked> {
  readonly answer: Answer;
  /** The request as a receipt shows it, without numbers that are stored encrypted elsewhere. */
  readonly record: Asked;
  /** What came of it; left out where the answer is a refusal. */
  readonly created?: { readonly id: string; readonly confirmationNumber: string };
}

interface Calls<Answer, Asked> {
  /**
   * The call by which it is submitted, or what stands for several that one call settles. Under another one the same key is
   * another key.
   */
  readonly submit: Pick<CallSpec, 'id'> & { readonly idempotent: true };
  /** The call that asks what became of it. */
  readonly settle: { readonly response: v.GenericSchema<SubmissionOutcome<Answer, Asked>, unknown> };
  /** What is submitted, in the words of refusals. */
  readonly noun: string;
}

type Row = typeof rows.$inferSelect;
type Claim = Pick<Scope, 'db' | 'borrowerKey' | 'now' | 'webAccountId' | 'person'>;

/** Everything that is submitted by one call. */
export class Submissions<Answer, Asked> {
  readonly #call: string;
  readonly #outcome: v.GenericSchema<SubmissionOutcome<Answer, Asked>, unknown>;
  readonly #noun: string;

  constructor({ submit, settle, noun }: Calls<Answer, Asked>) {
    this.#call = submit.id;
    this.#outcome = settle.response;
    this.#noun = noun;
  }

  #isOf(borrowerKey: string, idempotencyKey: string) {
    return and(eq(rows.borrowerKey, borrowerKey), eq(rows.call, this.#call), eq(rows.idempotencyKey, idempotencyKey));
  }

  async #rowOf(db: Database, borrowerKey: string, idempotencyKey: string): Promise<Row | undefined> {
    const [row] = await db.select().from(rows).where(this.#isOf(borrowerKey, idempotencyKey));
    return row;
  }

  /** Inserts the row of a key; false when it is there already. Waits for a transaction that is just claiming the same key. */
  async #claim({ db, borrowerKey, now: createdAt, ...by }: Claim, idempotencyKey: string, bodyHash: string | null) {
    const key = { borrowerKey, call: this.#call, idempotencyKey };
    const inserted = await db
      .insert(rows)
      .values(seals.submissions.seal({ ...key, bodyHash, createdAt, ...actorOf(by) }))
      .onConflictDoNothing({ target: [rows.borrowerKey, rows.call, rows.idempotencyKey] })
      .returning({ key: rows.idempotencyKey });
    return inserted.length > 0;
  }

  #outcomeOf(row: Row | undefined): SubmissionOutcome<Answer, Asked> {
    if (row?.answer === null || row === undefined) return { outcome: 'closed' };
    const outcome: unknown = { outcome: 'recorded', answer: row.answer, record: row.record };
    if (!v.is(this.#outcome, outcome)) throw new Error(`What is kept of a ${this.#noun} cannot be read`);
    return outcome;
  }

  #answerAgain(row: Row | undefined, bodyHash: string): Answer {
    const outcome = this.#outcomeOf(row);
    if (outcome.outcome === 'closed') throw keyClosed(this.#noun);
    if (row === undefined || seals.submissions.open(row).bodyHash !== bodyHash) throw keyOfAnother(this.#noun);
    return outcome.answer;
  }

  /**
   * The answer that a submission has got before; undefined where nothing has come under its key yet. For who has much to do
   * before {@link submitOnce}: it refuses the same as that.
   */
  async earlierAnswer({ db, borrowerKey }: Scope, { idempotencyKey, body }: Submission): Promise<Answer | undefined> {
    const row = await this.#rowOf(db, borrowerKey, idempotencyKey);
    return row === undefined ? undefined : this.#answerAgain(row, bodyHashOf(body));
  }

  /**
   * Answers a submission. The first under a key is decided, in the transaction that `decide` is given, and its answer kept.
   * The same body again gives that answer; another one is refused (422), as is a closed key (409). When `decide` throws,
   * nothing is kept and the key is still unused.
   */
  async submitOnce(
    scope: Scope,
    { idempotencyKey, body }: Submission,
    decide: (scope: Scope) => Decision<Answer, Asked> | Promise<Decision<Answer, Asked>>,
  ): Promise<Answer> {
    const { borrowerKey } = scope;
    const bodyHash = bodyHashOf(body);
    let outcome: SubmissionResult = 'failed';
    let decided: SubmissionResult | undefined;
    const submit = async (db: Database): Promise<Answer> => {
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
        .set({ answer, record, createdId, confirmationNumber })
        .where(this.#isOf(borrowerKey, idempotencyKey));
      decided = created === undefined ? 'refused' : 'recorded';
      return answer;
    };
    try {
      const answer = await scope.db.transaction(submit);
      // What was decided counts only once the transaction has been committed.
      outcome = decided ?? outcome;
      return answer;
    } finally {
      signals.submission.emit({ call: this.#call, outcome });
    }
  }

  /** What became of a submission. A key that has no row yet is closed, so that nothing can come of it later. */
  readonly settle = (
    scope: Scope,
    { body: { idempotencyKey } }: { readonly body: { readonly idempotencyKey: string } },
  ): Promise<SubmissionOutcome<Answer, Asked>> =>
    scope.db.transaction(async (db) => {
      if (await this.#claim({ ...scope, db }, idempotencyKey, null)) return { outcome: 'closed' };
      return this.#outcomeOf(await this.#rowOf(db, scope.borrowerKey, idempotencyKey));
    });
}
