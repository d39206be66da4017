/** The changes of settings in the record: auto debit, payment instructions, text alerts and authorized payers. */
import { asc, eq } from 'drizzle-orm';
import { dollarsFromCents } from '#domain/money.ts';
import { normalizePhone } from '#domain/phone.ts';
import {
  accounts,
  autoDebitChanges,
  payerInvitations,
  paymentInstructionChanges,
  textAlerts,
} from '../../../db/schema/index.ts';
import { seals } from '../../../db/seals.ts';
import type { Scope } from '../../scope.ts';
import { isOnAccount } from '../groups.ts';

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** Returns who made a change: the borrower, or an employee of the servicer. */
const madeBy = ({ actorIsImpersonator }: { readonly actorIsImpersonator: boolean | null }) =>
  actorIsImpersonator === true ? 'servicer' : 'borrower';

async function* autoDebitOf({ db, borrowerKey }: Own) {
  const rows = await db
    .select({ change: autoDebitChanges, accountNumber: accounts.accountNumber })
    .from(autoDebitChanges)
    .innerJoin(accounts, isOnAccount(autoDebitChanges))
    .where(eq(autoDebitChanges.borrowerKey, borrowerKey))
    .orderBy(asc(autoDebitChanges.changedAt), asc(autoDebitChanges.changeId));
  for (const { change, accountNumber } of rows) {
    yield {
      setting: 'auto debit',
      changedAt: change.changedAt,
      accountNumber,
      change: change.kind,
      paymentMethod: change.paymentMethod,
      extraAmount: dollarsFromCents(change.extraAmount),
      // Only the server suspends or ends auto debit; it has no actor.
      madeBy: change.kind === 'suspended' || change.kind === 'paidInFull' ? 'servicer' : madeBy(change),
    };
  }
}

async function* instructionsOf({ db, borrowerKey }: Own) {
  const { changedAt, changeId } = paymentInstructionChanges;
  const rows = await db
    .select({ change: paymentInstructionChanges, accountNumber: accounts.accountNumber })
    .from(paymentInstructionChanges)
    .innerJoin(accounts, isOnAccount(paymentInstructionChanges))
    .where(eq(paymentInstructionChanges.borrowerKey, borrowerKey))
    .orderBy(asc(changedAt), asc(changeId));
  for (const { change, accountNumber } of rows) {
    const { code, groupId, effectiveFrom } = change;
    yield {
      setting: 'payment instructions',
      changedAt: change.changedAt,
      accountNumber,
      instruction: code,
      groupId,
      effectiveFrom,
      madeBy: madeBy(change),
    };
  }
}

async function* textAlertsOf({ db, borrowerKey }: Own) {
  const rows = await db.select().from(textAlerts).where(eq(textAlerts.borrowerKey, borrowerKey));
  for (const row of rows) {
    const { phone, alerts, consentedAt, consentVersion, stoppedAt } = seals.textAlerts.open(row);
    yield {
      setting: 'text alerts',
      changedAt: row.updatedAt,
      phone: normalizePhone(phone),
      alerts,
      consentedAt,
      consentVersion,
      stoppedAt,
      madeBy: madeBy(row),
    };
  }
}

async function* payersOf({ db, borrowerKey }: Own) {
  const rows = await db
    .select()
    .from(payerInvitations)
    .where(eq(payerInvitations.borrowerKey, borrowerKey))
    .orderBy(asc(payerInvitations.invitedAt), asc(payerInvitations.invitationId));
  for (const row of rows) {
    const { firstName, lastName, email, invitedAt, acceptedAt, removedAt } = row;
    yield { setting: 'authorized payers', firstName, lastName, email, invitedAt, acceptedAt, removedAt };
  }
}

/** Returns the changes by setting, the oldest first. */
export async function* settingChangesOf(own: Own) {
  yield* autoDebitOf(own);
  yield* instructionsOf(own);
  yield* textAlertsOf(own);
  yield* payersOf(own);
}
