/** Bank look-up, verification of new bank accounts, and saved bank accounts (Y §4.3, §4.10; rulings 21, 40). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { banking } from '#domain/payments/banking/calls.ts';
import { type BankAccountFacts, bankAccountSchema } from '#domain/payments/banking/rules.ts';
import type { BankAccountValues } from '#domain/payments/banking/shapes.ts';
import { bankMessages } from '#domain/payments/banking/messages.ts';
import { maskedNumber } from '#domain/payments/source.ts';
import type { SubmitV2 } from '#domain/payments/submission-shapes.ts';
import { type FieldProblem, problemsOf } from '#domain/issue.ts';
import { type DrawnOn, paymentMethods } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import table from '../../demo/banks.json';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, type ServiceProblem, actorOf, eventFactsOf, refusedField } from '../scope.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { requireConfirmation } from '../session/confirmation.ts';
import { isMethod } from './methods.ts';

const Banks = v.array(
  v.object({ routingNumber: v.string(), name: v.string(), federalReserve: v.optional(v.boolean(), false) }),
);

/** The Federal Reserve's own routing numbers cannot be debited and count as unknown (ruling 40). */
const banks = new Map(
  v
    .parse(Banks, table)
    .filter(({ federalReserve }) => !federalReserve)
    .map(({ routingNumber, name }) => [routingNumber, name]),
);

/** Returns the bank of a routing number, or null. */
const bankOf = (routingNumber: string): string | null => banks.get(routingNumber) ?? null;

/** Simulates account verification: account numbers that end in 0000 fail (ruling 21). */
const isVerified = ({ routingNumber, accountNumber }: { routingNumber: string; accountNumber: string }): boolean =>
  bankOf(routingNumber) !== null && !accountNumber.endsWith('0000');

export const bankName: Handler<typeof banking.bankName> = (_, { body }) =>
  Promise.resolve({ bankName: bankOf(body.routingNumber) });

export const validateBank: Handler<typeof banking.validate> = (_, { body }) =>
  Promise.resolve({ nachaValidationResult: { isSuccessful: isVerified(body) } });

/** Returns the first problem of a new bank account, by the rules of the form and the verification. */
function problemWith(values: BankAccountValues, { limits }: Scope, nicknames: readonly string[]): FieldProblem | null {
  const { routingNumber, accountNumber } = values;
  const facts: BankAccountFacts = {
    ...limits,
    nicknames,
    bank: { routingNumber, bankName: bankOf(routingNumber) },
    refused: isVerified(values) ? null : { routingNumber, accountNumber },
  };
  const [first] = problemsOf(bankAccountSchema(facts, values), values);
  return first ?? null;
}

/** Returns the first problem of the bank account whose numbers a payment contains, or null. */
export const problemWithNewAccount = (body: SubmitV2, scope: Scope): FieldProblem | null =>
  problemWith(
    {
      routingNumber: body.routingNumber,
      accountNumber: body.accountNumber,
      accountHolder: body.accountHolder,
      accountTypeId: body.paymentAccountTypeId === 1 ? '1' : '2',
      savePaymentMethod: false,
      accountNickname: '',
    },
    scope,
    [],
  );

/** Returns the bank name for a payment from a new account. */
export const bankNameOf = (routingNumber: string): string => bankOf(routingNumber) ?? 'Bank account';

/** Returns the bank and the masked number of the bank account that a payment was drawn on. */
export const drawnOnName = ({ routingNumber, bankAccountNumber }: DrawnOn): string =>
  `${bankNameOf(routingNumber)} ${maskedNumber(bankAccountNumber)}`;

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
    const rows = await db.select().from(paymentMethods).where(eq(paymentMethods.borrowerKey, borrowerKey));
    const saved = rows.map(seals.paymentMethods.open);
    const same = saved.find(
      (each) =>
        each.profileName === profileName &&
        each.accountNumber === body.accountNumber &&
        each.routingNumber === body.routingNumber,
    );
    const values: BankAccountValues = {
      routingNumber: body.routingNumber,
      accountNumber: body.accountNumber,
      accountHolder,
      accountTypeId: body.accountTypeId === 1 ? '1' : '2',
      savePaymentMethod: true,
      accountNickname: profileName,
    };
    const nicknames = saved.filter((each) => each !== same).map((each) => each.profileName);
    const problem = problemWith(values, scope, nicknames);
    if (problem !== null) throw refusedMethod('The bank account was not saved.', problem);
    // A retry after a lost response contains the same account. Corrections to its other fields are stored.
    if (same !== undefined) {
      const { accountTypeId } = body;
      const isConfirmed = same.isConfirmed || !isForPayment;
      const isSame = same.accountTypeId === accountTypeId && same.accountHolder === accountHolder;
      if (!isSame || same.isConfirmed !== isConfirmed) {
        await db
          .update(paymentMethods)
          .set({ accountTypeId, accountHolder, isConfirmed, updatedDate: today, ...actorOf(scope) })
          .where(isMethod(borrowerKey, same.profileId));
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
        bankName: bankNameOf(body.routingNumber),
        createdDate: today,
        ...actorOf(scope),
      }),
    );
    await recordEvent(db, { kind: 'bankAccountSaved', ...eventFactsOf(scope) });
    return { result: profileId };
  });
};
