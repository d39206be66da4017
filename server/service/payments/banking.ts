/**
 * Bank look-up, verification of new bank accounts, and saved bank accounts with their uses and changes (Y §4.3, §4.10;
 * rulings 21, 40).
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { type FieldProblem, findProblems } from '#domain/issue.ts';
import { banking } from '#domain/payments/banking/calls.ts';
import { bankMessages } from '#domain/payments/banking/messages.ts';
import {
  type BankAccountDeps,
  bankAccountSchema,
  nicknameSchema,
  otherNicknames,
} from '#domain/payments/banking/rules.ts';
import type { BankAccountValues, MethodChange } from '#domain/payments/banking/shapes.ts';
import type { SubmitV2 } from '#domain/payments/submission-shapes.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { accounts, paymentMethods, scheduledPayments } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { recordEvent } from '../../security-events.ts';
import { byKey } from '../group-by.ts';
import { addChangeNotice } from '../messages/letters.ts';
import { ownRows } from '../own-rows.ts';
import { type Handler, type Scope, type ServiceProblem, toActor, toEventData, refusedField } from '../scope.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { Submissions, toChangeDecision } from '../submissions.ts';
import { methodsInUse } from './auto-debit.ts';
import { getBankName, findBank } from './banks.ts';
import { isMethod, methodsFor } from './methods.ts';

/** Simulates account verification: account numbers that end in 0000 fail (ruling 21). */
const isVerified = ({ routingNumber, accountNumber }: { routingNumber: string; accountNumber: string }): boolean =>
  findBank(routingNumber) !== null && !accountNumber.endsWith('0000');

export const bankName: Handler<typeof banking.bankName> = (_, { body }) =>
  Promise.resolve({ bankName: findBank(body.routingNumber) });

export const validateBank: Handler<typeof banking.validate> = (_, { body }) =>
  Promise.resolve({ nachaValidationResult: { isSuccessful: isVerified(body) } });

/** Returns the first problem of a new bank account, by the rules of the form and the verification. */
function problemWith(values: BankAccountValues, { limits }: Scope, nicknames: readonly string[]): FieldProblem | null {
  const { routingNumber, accountNumber } = values;
  const facts: BankAccountDeps = {
    ...limits,
    nicknames,
    bank: { routingNumber, bankName: findBank(routingNumber) },
    refused: isVerified(values) ? null : { routingNumber, accountNumber },
  };
  const [first] = findProblems(bankAccountSchema(facts, values), values);
  return first ?? null;
}

/** Returns the first problem of the bank account whose numbers a payment contains, or null. */
export const problemWithNewAccount = (body: SubmitV2, scope: Scope): FieldProblem | null =>
  problemWith(
    {
      ...body,
      accountTypeId: body.paymentAccountTypeId === 1 ? '1' : '2',
      savePaymentMethod: false,
      accountNickname: '',
    },
    scope,
    [],
  );

/** Returns the error for an invalid field of a saved account, named as on the wire. */
export const refusedMethod = (title: string, { field, issue }: FieldProblem): ServiceProblem =>
  refusedField(title, { field: field === 'accountNickname' ? 'profileName' : field, issue }, bankMessages);

/**
 * Saves a bank account, after the password was confirmed, except in Make a Payment. The borrower's row is locked, so that
 * two concurrent saves cannot use the same nickname.
 */
export const saveMethod: Handler<typeof banking.save> = async (scope, { body: { isForPayment = false, ...body } }) => {
  if (!isForPayment) await requireConfirmation(scope);
  return scope.db.transaction(async (db) => {
    const { borrowerKey, webAccountId, today } = scope;
    const [profileName, accountHolder] = [body.profileName.trim(), body.accountHolder.trim()];
    await lockBorrower(db, borrowerKey);
    const rows = await ownRows({ db, borrowerKey }, paymentMethods);
    const saved = rows.map(seals.paymentMethods.open);
    const same = saved.find(
      (each) =>
        each.profileName === profileName &&
        each.accountNumber === body.accountNumber &&
        each.routingNumber === body.routingNumber,
    );
    const values: BankAccountValues = {
      ...body,
      accountHolder,
      accountTypeId: body.accountTypeId === 1 ? '1' : '2',
      savePaymentMethod: true,
      accountNickname: profileName,
    };
    const nicknames = saved.filter((each) => each !== same).map((each) => each.profileName);
    const problem = problemWith(values, scope, nicknames);
    if (problem !== null) throw refusedMethod("The bank account wasn't saved.", problem);
    // A retry after a lost response contains the same account. Corrections to its other fields are stored.
    if (same !== undefined) {
      const { accountTypeId } = body;
      const isConfirmed = same.isConfirmed || !isForPayment;
      const isSame = same.accountTypeId === accountTypeId && same.accountHolder === accountHolder;
      if (!isSame || same.isConfirmed !== isConfirmed) {
        const changed = { accountTypeId, accountHolder, isConfirmed, updatedDate: today, ...toActor(scope) };
        await db.update(paymentMethods).set(changed).where(isMethod(borrowerKey, same.profileId));
      }
      return { result: same.profileId };
    }
    const profileId = randomUUID();
    await db.insert(paymentMethods).values(
      seals.paymentMethods.seal({
        ...body,
        profileName,
        accountHolder,
        borrowerKey,
        profileId,
        webAccountId,
        isConfirmed: !isForPayment,
        bankName: getBankName(body.routingNumber),
        createdDate: today,
        ...toActor(scope),
      }),
    );
    await addChangeNotice({ db, borrowerKey }, 'bankAccountAdded');
    await recordEvent(db, { kind: 'bankAccountSaved', ...toEventData(scope) });
    return { result: profileId };
  });
};

/** The submissions of this call, and their outcomes. */
export const methodChanges = new Submissions({ submit: banking.change, settle: banking.settleChange, noun: 'change' });

/** Returns the payments that have not been posted and are drawn from a saved account, the next one first. */
const paymentsFromSaved = async ({ db, borrowerKey }: Scope) => {
  const { profileId, paymentDetailId, effectiveDate, amount: sumOfPaymentAmount } = scheduledPayments;
  return db
    .select({ profileId, paymentDetailId, effectiveDate, sumOfPaymentAmount })
    .from(scheduledPayments)
    .where(eq(scheduledPayments.borrowerKey, borrowerKey))
    .orderBy(effectiveDate, paymentDetailId);
};

export const listManagedMethods: Handler<typeof banking.methods> = async (scope) => {
  const methods = await methodsFor(scope);
  const drawn = await paymentsFromSaved(scope);
  const drafted = await methodsInUse(scope);
  const held = new Map((await ownRows(scope, accounts)).map((account) => [account.accountId, account]));
  const paymentsByMethod = byKey(drawn, ({ profileId }) => profileId ?? '');
  return methods.map((method) => {
    const enrolled = [...(drafted.get(method.profileId) ?? [])].flatMap((accountId) => held.get(accountId) ?? []);
    return {
      ...method,
      scheduledPayments: paymentsByMethod.get(method.profileId) ?? [],
      autoDebitAccounts: enrolled.map(({ accountNumber }) => accountNumber),
      autoDebitAccountNames: enrolled.map(accountName),
    };
  });
};

/** Changes the nickname of an account. Throws 422 for a nickname that the rules refuse. */
async function rename(scope: Scope, profileId: string, typed: string): Promise<void> {
  const { db, borrowerKey, today, limits } = scope;
  const saved = await ownRows(scope, paymentMethods);
  const values = { accountNickname: typed };
  const facts = { nickname: limits.nickname, nicknames: otherNicknames(saved, profileId) };
  const [problem] = findProblems(nicknameSchema(facts), values);
  if (problem !== undefined) throw refusedMethod("The bank account wasn't renamed.", problem);
  const renamed = { profileName: typed.trim(), updatedDate: today, ...toActor(scope) };
  await db.update(paymentMethods).set(renamed).where(isMethod(borrowerKey, profileId));
}

/** Makes a change of a saved account. Returns false if the account is gone, or if a payment prevents its removal. */
async function make(scope: Scope, change: MethodChange): Promise<boolean> {
  const { db, borrowerKey } = scope;
  await lockBorrower(db, borrowerKey);
  const { profileId } = change;
  if ((await db.$count(paymentMethods, isMethod(borrowerKey, profileId))) === 0) return false;
  if (change.change === 'rename') {
    await rename(scope, profileId, change.profileName);
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
  methodChanges.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    const isMade = await make(within, body);
    if (isMade) await recordEvent(within.db, { kind: 'bankAccountChanged', ...toEventData(scope) });
    return toChangeDecision(body, isMade ? body.profileId : null);
  });
