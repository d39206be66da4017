/** Saved bank accounts with their uses, and their changes: another nickname, removal. */
import { eq } from 'drizzle-orm';
import { banking } from '#domain/payments/banking/calls.ts';
import { nicknameSchema, otherNicknames } from '#domain/payments/banking/rules.ts';
import type { MethodChange } from '#domain/payments/banking/shapes.ts';
import { problemsOf } from '#domain/issue.ts';
import { accounts, paymentMethods, scheduledPayments } from '../../db/schema/index.ts';
import { methodsInUse } from './auto-debit.ts';
import { refusedMethod } from './banking.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { isMethod, methodsFor } from './methods.ts';
import { byKey } from '../group-by.ts';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, actorOf, eventFactsOf } from '../scope.ts';
import { Submissions, changeOf } from '../submissions.ts';

const changes = new Submissions({ submit: banking.change, settle: banking.settleChange, noun: 'change' });

/** Returns the payments that have not been posted and are drawn from a saved account, the next one first. */
const paymentsFromSaved = async ({ db, borrowerKey }: Scope) => {
  const { profileId, paymentDetailId, effectiveDate, amount } = scheduledPayments;
  return db
    .select({ profileId, paymentDetailId, effectiveDate, amount })
    .from(scheduledPayments)
    .where(eq(scheduledPayments.borrowerKey, borrowerKey))
    .orderBy(effectiveDate, paymentDetailId);
};

/** Returns the account numbers by account id. */
async function accountNumbersOf({ db, borrowerKey }: Scope): Promise<ReadonlyMap<string, string>> {
  const { accountId, accountNumber } = accounts;
  const rows = await db
    .select({ accountId, accountNumber })
    .from(accounts)
    .where(eq(accounts.borrowerKey, borrowerKey));
  return new Map(rows.map((row) => [row.accountId, row.accountNumber]));
}

export const listManagedMethods: Handler<typeof banking.methods> = async (scope) => {
  const methods = await methodsFor(scope);
  const drawn = await paymentsFromSaved(scope);
  const drafted = await methodsInUse(scope);
  const numbers = await accountNumbersOf(scope);
  const paymentsOf = byKey(drawn, ({ profileId }) => profileId ?? '');
  return methods.map((method) => ({
    ...method,
    scheduledPayments: (paymentsOf.get(method.profileId) ?? []).map(({ paymentDetailId, effectiveDate, amount }) => ({
      paymentDetailId,
      effectiveDate,
      sumOfPaymentAmount: amount,
    })),
    autoDebitAccounts: [...(drafted.get(method.profileId) ?? [])].map((accountId) => numbers.get(accountId) ?? ''),
  }));
};

/** Gives an account another nickname. Throws 422 for a nickname that the rules refuse. */
async function rename(scope: Scope, profileId: string, typed: string): Promise<void> {
  const { db, borrowerKey, today, limits } = scope;
  const { profileId: id, profileName: name } = paymentMethods;
  const saved = await db
    .select({ profileId: id, profileName: name })
    .from(paymentMethods)
    .where(eq(paymentMethods.borrowerKey, borrowerKey));
  const values = { accountNickname: typed };
  const facts = { nickname: limits.nickname, nicknames: otherNicknames(saved, profileId) };
  const [problem] = problemsOf(nicknameSchema(facts), values);
  if (problem !== undefined) throw refusedMethod('The bank account was not renamed.', problem);
  await db
    .update(paymentMethods)
    .set({ profileName: typed.trim(), updatedDate: today, ...actorOf(scope) })
    .where(isMethod(borrowerKey, profileId));
}

/** Makes a change of a saved account. Returns false if the account is gone, or if a payment prevents its removal. */
async function make(scope: Scope, wanted: MethodChange): Promise<boolean> {
  const { db, borrowerKey } = scope;
  await lockBorrower(db, borrowerKey);
  const { profileId } = wanted;
  if ((await db.$count(paymentMethods, isMethod(borrowerKey, profileId))) === 0) return false;
  if (wanted.change === 'rename') {
    await rename(scope, profileId, wanted.profileName);
    return true;
  }
  const drawn = await paymentsFromSaved(scope);
  if (drawn.some((payment) => payment.profileId === profileId)) return false;
  if ((await methodsInUse(scope)).has(profileId)) return false;
  await db.delete(paymentMethods).where(isMethod(borrowerKey, profileId));
  return true;
}

/** Renames or removes a saved account once. The row of its key records who did it. */
export const changeMethod: Handler<typeof banking.change> = (scope, { idempotencyKey, body }) =>
  changes.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    const isMade = await make(within, body);
    if (isMade) await recordEvent(within.db, { kind: 'bankAccountChanged', ...eventFactsOf(scope) });
    return changeOf(body, isMade ? body.profileId : null);
  });

export const settleMethodChange: Handler<typeof banking.settleChange> = changes.settle;
