/** Tax forms: the interest that was paid in a year, by lender. */
import { lte, sql } from 'drizzle-orm';
import { type PlainDate, plainDateOf } from '#domain/calendar.ts';
import { taxBlocks, taxTitle } from '#domain/accounts/loan-documents/content.ts';
import { documentIdOf, lenderKey } from '#domain/accounts/loan-documents/ids.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { type AccountOnDay, type GroupOnDay, portfolioIn } from './portfolio.ts';
import type { Scope } from '../scope.ts';
import {
  type SentPage,
  type SentListed,
  type PageAsked,
  missing,
  paidRows,
  pageOf,
  recipientOf,
} from './loan-document-parts.ts';

/** The interest that was paid on an account to a lender in a year. */
interface PaidInterest {
  readonly year: number;
  readonly lender: string;
  readonly account: AccountOnDay;
  readonly interest: Cents;
}

/** The lender of a group is that of its loans; the account's program where the lender is not known. */
const lenderOf = ({ held, loanType }: GroupOnDay): string => held.loans[0]?.lenderName ?? `Holder of ${loanType} loans`;

/** Adds up the interest of whole years by lender and account, the newest year first. */
async function paidInterest(scope: Scope): Promise<readonly PaidInterest[]> {
  const { accounts } = await portfolioIn(scope);
  const year = sql<string>`to_char(${paymentHistory.effectiveDate}, 'YYYY')`;
  const parts = scope.db
    .select({
      accountId: paymentHistory.accountId,
      year: year.as('year'),
      split: sql<unknown>`jsonb_array_elements(${paymentHistory.groups})`.as('split'),
    })
    .from(paymentHistory)
    .where(
      paidRows(scope, lte(paymentHistory.effectiveDate, plainDateOf(`${Number(scope.today.slice(0, 4)) - 1}-12-31`))),
    )
    .as('parts');
  const groupId = sql<string>`${parts.split}->>'groupId'`;
  const rows = await scope.db
    .select({
      accountId: parts.accountId,
      year: parts.year,
      groupId,
      interest: sql<string>`sum((${parts.split}->>'interest')::bigint)`,
    })
    .from(parts)
    .groupBy(parts.accountId, parts.year, groupId);
  const sums = new Map<string, PaidInterest>();
  for (const row of rows) {
    const account = accounts.find(({ accountId }) => accountId === row.accountId);
    const group = account?.groups.find((each) => each.groupId === row.groupId);
    if (account === undefined || group === undefined) continue;
    const lender = lenderOf(group);
    const key = `${row.year} ${lender} ${account.accountId}`;
    const interest = sumCents([sums.get(key)?.interest ?? ZERO, toCents(Number(row.interest))]);
    sums.set(key, { year: Number(row.year), lender, account, interest });
  }
  return [...sums.values()]
    .filter(({ interest }) => interest > 0)
    .toSorted(
      (a, b) =>
        b.year - a.year ||
        a.lender.localeCompare(b.lender, 'en') ||
        a.account.accountNumber.localeCompare(b.account.accountNumber, 'en'),
    );
}

const january31 = (year: number): PlainDate => plainDateOf(`${year + 1}-01-31`);

export async function listTaxForms(scope: Scope, asked: PageAsked): Promise<SentPage> {
  const forms = new Map<string, SentListed>();
  for (const { year, lender, interest } of await paidInterest(scope)) {
    const documentId = documentIdOf({ kind: 'tax', year, lender: lenderKey(lender) });
    const amount = forms.get(documentId)?.amount ?? ZERO;
    forms.set(documentId, {
      documentId,
      title: taxTitle(year),
      about: lender,
      date: january31(year),
      amount: sumCents([amount, interest]),
    });
  }
  const { rows, page, total } = pageOf([...forms.values()], asked);
  return { documents: rows, page, total };
}

export async function taxForm(scope: Scope, { year, lender }: { readonly year: number; readonly lender: string }) {
  const rows = (await paidInterest(scope)).filter((row) => row.year === year && lenderKey(row.lender) === lender);
  const [first] = rows;
  if (first === undefined) throw missing();
  return {
    title: taxTitle(year),
    date: january31(year),
    blocks: taxBlocks({ recipient: await recipientOf(scope), year, lender: first.lender, accounts: rows }),
  };
}
