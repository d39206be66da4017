/** Saved bank accounts. */
import { and, eq, sql } from 'drizzle-orm';
import type { CallSent } from '#domain/call.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { payments } from '#domain/payments/calls.ts';
import { maskedNumber } from '#domain/payments/source.ts';
import type { Database } from '../../db/database.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { paymentMethods } from '../../db/schema/index.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import type { Scope } from '../scope.ts';

type SentMethods = CallSent<typeof payments.methods>;

/** The `clientId` of saved accounts in responses. This server has one client. */
const CLIENT_ID = 1;

const savedMethods = preparedOnce((db) =>
  db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.borrowerKey, sql.placeholder('borrowerKey')))
    .orderBy(paymentMethods.createdDate, paymentMethods.profileId)
    .prepare(''),
);

/** Returns the saved bank accounts, masked, oldest first. Empty for an authorized payer (ruling 58). */
export async function methodsFor(scope: Pick<Scope, 'db' | 'borrowerKey' | 'person'>): Promise<SentMethods> {
  if (scope.person.role === 'payer') return [];
  const rows = await savedMethods(scope.db).execute({ borrowerKey: scope.borrowerKey });
  return rows.map(seals.paymentMethods.open).map((row) => ({
    ...row,
    accountNumber: maskedNumber(row.accountNumber),
    routingNumber: maskedNumber(row.routingNumber),
    clientId: CLIENT_ID,
  }));
}

export type Method = OpenedRow<typeof paymentMethods.$inferSelect>;

export const isMethod = (borrowerKey: string, profileId: string) =>
  and(eq(paymentMethods.borrowerKey, borrowerKey), eq(paymentMethods.profileId, profileId));

/** Returns a saved bank account with its whole numbers; undefined if it is not saved. */
export async function savedMethod(db: Database, borrowerKey: string, profileId: string): Promise<Method | undefined> {
  const [row] = await db.select().from(paymentMethods).where(isMethod(borrowerKey, profileId));
  return row && seals.paymentMethods.open(row);
}

/** Returns the bank and the masked number of a saved bank account. */
export const methodName = ({ bankName, accountNumber }: Pick<Method, 'bankName' | 'accountNumber'>): string =>
  `${bankName} ${maskedNumber(accountNumber)}`;

/** Stores the day on which a payment last used a bank account. */
export const markUsed = (db: Database, borrowerKey: string, profileId: string, lastUsedDate: PlainDate) =>
  db.update(paymentMethods).set({ lastUsedDate }).where(isMethod(borrowerKey, profileId));
