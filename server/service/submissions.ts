/**
 * Submissions of payments, each exactly once. The row of an idempotency key is claimed first, in the transaction that
 * also stores the payment and the answer: whoever comes second with the same key waits for that transaction and then
 * finds its answer.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { dollarsFromCents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import { judgeSubmission, maskedNumber, methodOf, recordOf } from '#domain/payments/rules.ts';
import {
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  type PaymentRecord,
  type SubmitAnswer,
  type SubmitV2,
} from '#domain/payments/shapes.ts';
import { bankWords } from '#domain/banking/words.ts';
import { paymentWords } from '#domain/payments/words.ts';
import { say } from '#domain/verdict.ts';
import type { Database } from '../db/open.ts';
import { paymentMethods, paymentSubmissions, scheduledPayments } from '../db/schema.ts';
import { bankNameOf, problemWithNewAccount } from './banking.ts';
import { availableDatesAt, borrowerPaymentOf } from './due.ts';
import { methodsFor } from './methods.ts';
import { portfolioOf } from './portfolio.ts';
import { type Handler, type Scope, ServiceProblem } from './scope.ts';

/** `statusCode` of an answer: 0 is success; anything else refuses the payment (Y §3). */
const ACCEPTED = 0;
const REFUSED = 1;

/** Digits and letters that nobody mistakes for each other when reading a number out. */
const READABLE = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const fourSigns = (): string => Array.from({ length: 4 }, () => READABLE.charAt(randomInt(READABLE.length))).join('');

/** A number that can be read out and not guessed: three times four signs, one of more than 10^17. */
const newConfirmationNumber = (): string => [fourSigns(), fourSigns(), fourSigns()].join('-');

const bodyHashOf = (body: SubmitV2): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

const keyOfAnother = () =>
  new ServiceProblem(
    422,
    'This Idempotency-Key belongs to another payment.',
    'A key stands for one body. Send the same body again, or another key.',
  );
const keyClosed = () =>
  new ServiceProblem(
    409,
    'This Idempotency-Key is closed.',
    'It was asked about before any payment had arrived under it, so it takes none any more. Send the payment with a new key.',
  );
const paidByGroup = () =>
  new ServiceProblem(
    422,
    'Payments by group are not taken.',
    'Leave borrowerGroupPaymentsV2 empty and isGroupLevelPayment false.',
  );

type Submission = typeof paymentSubmissions.$inferSelect;

async function submissionOf(db: Database, borrowerKey: string, idempotencyKey: string): Promise<Submission> {
  const [row] = await db
    .select()
    .from(paymentSubmissions)
    .where(and(eq(paymentSubmissions.borrowerKey, borrowerKey), eq(paymentSubmissions.idempotencyKey, idempotencyKey)));
  if (row === undefined) throw new Error('A claimed key has no row');
  return row;
}

/** Inserts the row of a key; false when it is there already. Waits for a transaction that is just claiming the same key. */
async function claim(db: Database, row: typeof paymentSubmissions.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(paymentSubmissions)
    .values(row)
    .onConflictDoNothing({ target: [paymentSubmissions.borrowerKey, paymentSubmissions.idempotencyKey] })
    .returning({ key: paymentSubmissions.idempotencyKey });
  return inserted.length > 0;
}

/** What the answer, and the rows that go with it, are to be. */
interface Decision {
  readonly answer: SubmitAnswer;
  readonly record: SentRecord;
  readonly paymentId: string | null;
  readonly confirmationNumber: string | null;
}

type SentRecord = v.InferInput<typeof PaymentRecord>;

const sentRecord = (record: PaymentRecord): SentRecord => ({
  ...record,
  total: dollarsFromCents(record.total),
  accounts: record.accounts.map((account) => ({ ...account, paymentAmount: dollarsFromCents(account.paymentAmount) })),
});

/** The bank account as the payload names it: a new one, or one that is not saved any more. */
const methodAsSent = (body: SubmitV2) => ({
  profileId: null,
  name: body.accountNickname || bankNameOf(body.routingNumber),
  bankName: bankNameOf(body.routingNumber),
  accountNumber: maskedNumber(body.accountNumber),
});

const refusal = (message: string): Omit<Decision, 'record'> => ({
  answer: { statusCode: REFUSED, statusResultMessage: message, paymentConfirmation: null, authorizationDate: null },
  paymentId: null,
  confirmationNumber: null,
});

/** The bank account that a payment is drawn on, with its whole numbers: the saved one's, or those of the payload. */
async function bankAccountOf({ db, borrowerKey }: Scope, body: SubmitV2, profileId: string | null) {
  if (profileId === null) {
    const { routingNumber, accountNumber, paymentAccountTypeId, accountHolder } = body;
    return {
      profileId,
      routingNumber,
      bankAccountNumber: accountNumber,
      accountTypeId: paymentAccountTypeId,
      accountHolder,
    };
  }
  const [saved] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.borrowerKey, borrowerKey), eq(paymentMethods.profileId, profileId)));
  if (saved === undefined) throw new Error('A method that passed the rules is not saved');
  const { routingNumber, accountNumber, accountTypeId, accountHolder } = saved;
  return { profileId, routingNumber, bankAccountNumber: accountNumber, accountTypeId, accountHolder };
}

/** Judges a payment by the server's own facts and, when it may be made, schedules it: one row for each account. */
async function decide(scope: Scope, body: SubmitV2): Promise<Decision> {
  const { db, borrowerKey, now, today } = scope;
  const dates = availableDatesAt(now);
  const portfolio = await portfolioOf(db, borrowerKey, today);
  const facts = {
    payment: v.parse(BorrowerPayment, borrowerPaymentOf(portfolio, dates, today)),
    dates: v.parse(AvailableDates, dates),
    methods: v.parse(v.array(PaymentMethodProfile), await methodsFor(scope)),
    newAccount: problemWithNewAccount(body, scope),
  };
  const problem = judgeSubmission(body, facts);
  const saved = methodOf(facts.methods, body.methodId);
  const method = saved === undefined ? methodAsSent(body) : { ...saved, name: saved.profileName };
  const record = sentRecord(recordOf(body, method));
  if (problem !== undefined) return { ...refusal(say({ ...paymentWords, ...bankWords }, problem.verdict)), record };

  const shares = body.borrowerPaymentV2.borrowerAccountPaymentsV2.filter((share) => share.paymentAmount > 0);
  const [first] = shares;
  if (first === undefined) throw new Error('A payment without an amount passed the rules');
  const drawnOn = await bankAccountOf(scope, body, method.profileId);
  const paymentId = randomUUID();
  const confirmationNumber = newConfirmationNumber();
  const accountIds = new Map(portfolio.accounts.map((account) => [account.accountNumber, account.accountId]));
  await db.insert(scheduledPayments).values(
    shares.map((share) => ({
      borrowerKey,
      paymentId,
      paymentDetailId: randomUUID(),
      accountId: accountIds.get(share.accountNumber) ?? '',
      groupId: null,
      effectiveDate: body.effectiveDate,
      amount: share.paymentAmount,
      ...drawnOn,
      paymentMethod: `${method.bankName} ${method.accountNumber}`,
      paymentType: 'Online Payment',
      keepsDueDate: share.advanceDueDate || body.advanceDueDate,
      authorizedAt: now,
    })),
  );
  if (method.profileId !== null) {
    await db
      .update(paymentMethods)
      .set({ lastUsedDate: today })
      .where(and(eq(paymentMethods.borrowerKey, borrowerKey), eq(paymentMethods.profileId, method.profileId)));
  }
  return {
    answer: {
      statusCode: ACCEPTED,
      statusResultMessage: '',
      paymentConfirmation: { accountNumber: first.accountNumber, confirmationNumber },
      authorizationDate: now.toISOString(),
    },
    record,
    paymentId,
    confirmationNumber,
  };
}

/**
 * Submits a payment (Y §3, §7). The same key and body again give the first answer; the same key with another body is
 * refused (422), a closed key too (409). A payment that the rules refuse is answered with status 1 and the rule's words.
 */
export const submitPayment: Handler<typeof payments.submit> = async (scope, { idempotencyKey, body }) => {
  const shares = body.borrowerPaymentV2.borrowerAccountPaymentsV2;
  if (shares.some((share) => share.isGroupLevelPayment || share.borrowerGroupPaymentsV2.length > 0))
    throw paidByGroup();
  const { borrowerKey, now: createdAt } = scope;
  const bodyHash = bodyHashOf(body);
  return scope.db.transaction(async (db) => {
    if (!(await claim(db, { borrowerKey, idempotencyKey, bodyHash, createdAt }))) {
      const earlier = await submissionOf(db, borrowerKey, idempotencyKey);
      if (earlier.answer === null) throw keyClosed();
      if (earlier.bodyHash !== bodyHash) throw keyOfAnother();
      return earlier.answer;
    }
    const decision = await decide({ ...scope, db }, body);
    await db
      .update(paymentSubmissions)
      .set(decision)
      .where(
        and(eq(paymentSubmissions.borrowerKey, borrowerKey), eq(paymentSubmissions.idempotencyKey, idempotencyKey)),
      );
    return decision.answer;
  });
};

/** What became of a submission (ruling 4). A key that has no row yet is closed, so that nothing can come of it later. */
export const settlePayment: Handler<typeof payments.settle> = (scope, { body: { idempotencyKey } }) =>
  scope.db.transaction(async (db) => {
    const { borrowerKey, now: createdAt } = scope;
    if (await claim(db, { borrowerKey, idempotencyKey, createdAt })) return { outcome: 'closed' };
    const { answer, record: payment } = await submissionOf(db, borrowerKey, idempotencyKey);
    return answer === null || payment === null ? { outcome: 'closed' } : { outcome: 'recorded', answer, payment };
  });
