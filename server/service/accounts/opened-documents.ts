/**
 * Payment schedules and mortgage letters, which are issued when the borrower opens them (ruling 91). So reading one
 * stores the first of a day. That is safe for repeated GET and HEAD requests, because all of them, and the PDF, get the
 * stored content. No page prefetches a document.
 */
import { accountName } from '#domain/account-name.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { documentIdOf } from '#domain/accounts/loan-documents/ids.ts';
import { openedTitles, scheduleLetter } from '#domain/accounts/loan-documents/messages.ts';
import type { Scope } from '../scope.ts';
import {
  type IssuedDocument,
  type PageAsked,
  type SentListed,
  type SentPage,
  accountOf,
  issueAbout,
  listIssued,
  newestIssued,
  numberOf,
  pageOf,
  recipientOf,
  sentIssue,
} from './issued-documents.ts';
import { mortgageLetter, schedule } from './loan-documents.ts';
import { type AccountOnDay, type Portfolio, holdingsOf, portfolioIn, portfolioOn } from './portfolio.ts';

/** The kinds of documents that are issued when they are opened. */
type OpenedKind = 'schedule' | 'mortgageLetter';

const isOwed = ({ payoff }: AccountOnDay): boolean => payoff > 0;

/** The accounts that can have a document today: those that are not paid in full have a schedule. */
const accountsFor = (kind: OpenedKind, { accounts }: Portfolio): readonly AccountOnDay[] =>
  kind === 'schedule' ? accounts.filter(isOwed) : accounts;

/** The documents that can be opened today and were not, then the issued ones, the newest first. */
export async function listOpened(kind: OpenedKind, scope: Scope, asked: PageAsked): Promise<SentPage> {
  const issued = await listIssued(scope, kind);
  const openedToday = new Set(issued.flatMap(({ accountId, issuedOn }) => (issuedOn === scope.today ? accountId : [])));
  const today = accountsFor(kind, await portfolioIn(scope))
    .filter(({ accountId }) => !openedToday.has(accountId))
    .map((account): SentListed => ({
      documentId: documentIdOf({ kind, accountId: account.accountId }),
      title: openedTitles[kind].today,
      about: accountName(account),
      date: scope.today,
      amount: account.payoff,
    }));
  const earlierOnes = issued.map((row) => ({ ...sentIssue(row), title: openedTitles[kind].issued }));
  return pageOf([...today, ...earlierOnes], asked);
}

/** Returns the document of today, which is issued if the borrower opens it for the first time. */
export async function opened(
  scope: Scope,
  { kind, accountId }: { readonly kind: OpenedKind; readonly accountId: string },
): Promise<IssuedDocument> {
  const name = { kind, accountId, issuedOn: scope.today };
  const known = await newestIssued(scope, name);
  if (known !== undefined) return known;
  const portfolio = await portfolioIn(scope);
  const account = accountOf(accountsFor(kind, portfolio), accountId);
  const recipient = await recipientOf(scope);
  const made =
    kind === 'schedule' ? schedule(account, recipient, portfolio) : mortgageLetter(account, recipient, scope);
  await issueAbout(scope, account, name, made);
  // If another request has issued it in the meantime, the stored document is that one.
  const issued = await newestIssued(scope, name);
  if (issued === undefined) throw new Error('An issued document is not stored');
  return issued;
}

/**
 * Issues payment schedules because the terms of accounts changed on `day`, and tells the borrower of them (ruling 91).
 * An account on which nothing is owed has none. The caller's transaction must have locked the borrower's row.
 */
export async function issueSchedules(
  scope: Pick<Scope, 'db' | 'borrowerKey'>,
  accountIds: readonly string[],
  day: PlainDate,
): Promise<void> {
  if (accountIds.length === 0) return;
  const portfolio = portfolioOn(await holdingsOf(scope.db, scope.borrowerKey), day);
  const recipient = await recipientOf(scope);
  for (const account of portfolio.accounts.filter((each) => accountIds.includes(each.accountId) && isOwed(each))) {
    const name = { kind: 'schedule', accountId: account.accountId, issuedOn: day } as const;
    const before = await newestIssued(scope, name);
    const number = before === undefined ? 1 : numberOf(before) + 1;
    const letter = scheduleLetter(accountName(account));
    await issueAbout(scope, account, { ...name, number }, { ...schedule(account, recipient, portfolio), letter });
  }
}
