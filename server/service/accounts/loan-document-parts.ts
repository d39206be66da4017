/** Shared parts of the documents made from account data: pages of lists, rows of the history, the recipient. */
import { type SQL, and, eq } from 'drizzle-orm';
import type { CallSent } from '#domain/call.ts';
import type { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import type { Recipient } from '#domain/accounts/loan-documents/blocks.ts';
import { borrowers, paymentHistory } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { contactFor } from '../../credentials/contact.ts';
import { isPaidRow } from '../payments/paid-rows.ts';
import type { ListedIssue } from './issued-documents.ts';
import type { AccountOnDay } from './portfolio.ts';
import { type Scope, ServiceProblem } from '../scope.ts';

export type SentPage = CallSent<typeof loanDocuments.list>;
export type SentListed = SentPage['documents'][number];

/** The requested page of a list. */
export interface PageAsked {
  readonly page: number;
  readonly size: number;
}

export const missing = () =>
  new ServiceProblem(404, 'Not found', 'There is no such document, or it belongs to someone else.');

/** The rows of a borrower's history that are payments. */
export const paidRows = ({ borrowerKey }: Pick<Scope, 'borrowerKey'>, ...conditions: readonly (SQL | undefined)[]) =>
  and(eq(paymentHistory.borrowerKey, borrowerKey), isPaidRow, ...conditions);

export const ofAccount = (accountId: string) => eq(paymentHistory.accountId, accountId);

/** Returns the rows of the requested page, or of the last page if the requested one is after it. */
export function pageOf<T>(rows: readonly T[], { page, size }: PageAsked) {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)));
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, total: rows.length };
}

export const loansOf = (account: AccountOnDay) => account.groups.flatMap(({ held }) => held.loans);

/** Returns the account with this id. Throws 404 if there is none. */
export function accountOf(accounts: readonly AccountOnDay[], accountId: string): AccountOnDay {
  const account = accounts.find((each) => each.accountId === accountId);
  if (account === undefined) throw missing();
  return account;
}

/** Returns an issued document as the list shows it. */
export const sentIssue = ({ documentId, title, about, issuedOn, amount }: ListedIssue): SentListed => ({
  documentId,
  title,
  about,
  date: issuedOn,
  amount,
});

/** Returns to whom the borrower's documents are addressed, as of now. */
export async function recipientOf({ db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>): Promise<Recipient> {
  const [borrower] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new Error('A document is addressed to no borrower');
  const { givenName, familyName } = borrower;
  const person = { role: 'borrower' } as const;
  const { street, city, state, zip } = await contactFor({ db, borrowerKey, webAccountId: '', person });
  const place = [city, [state, zip].filter((part) => part !== '').join(' ')].filter((part) => part !== '').join(', ');
  return {
    name: `${givenName} ${familyName}`,
    address: [street, place].filter((line) => line !== ''),
    ssnLastFour: seals.borrowers.open(borrower).ssnLastFour ?? null,
  };
}
