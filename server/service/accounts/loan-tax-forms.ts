/** Tax forms: the interest that was paid in a year, by lender. */
import { gte, lte, sql } from 'drizzle-orm';
import { plainDateOf } from '#domain/calendar.ts';
import { taxBlocks, taxInterestOf, taxTitle } from '#domain/accounts/loan-documents/content.ts';
import { type TaxName, documentIdOf, lenderKey } from '#domain/accounts/loan-documents/ids.ts';
import { lastTaxYearOn, taxFormsDay } from '#domain/accounts/loan-documents/tax-days.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { listIssued, numberOf } from './issued-documents.ts';
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
  sentIssue,
} from './loan-document-parts.ts';

/** The interest that was paid to a lender in a year, by account. */
export interface TaxForm {
  readonly year: number;
  readonly lender: string;
  readonly accounts: readonly { readonly account: AccountOnDay; readonly interest: Cents }[];
}

/** Years, with the first and the last. */
interface Years {
  readonly first: number;
  readonly last: number;
}

/** The lender of a group is that of its loans; the account's program where the lender is not known. */
const lenderOf = ({ held, loanType }: GroupOnDay): string => held.loans[0]?.lenderName ?? `Holder of ${loanType} loans`;

const firstOf = (year: number) => plainDateOf(`${String(year).padStart(4, '0')}-01-01`);
const lastOf = (year: number) => plainDateOf(`${String(year).padStart(4, '0')}-12-31`);

/** Identifies the forms of a lender for a year. */
export const formKey = ({ year, lender }: Pick<TaxForm, 'year' | 'lender'>): string => `${year} ${lenderKey(lender)}`;

/** Adds up the interest of some years by lender and account: the newest year first, lenders by name. */
export async function taxFormsOf(
  { db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>,
  accounts: readonly AccountOnDay[],
  { first, last }: Years,
): Promise<TaxForm[]> {
  if (last < first) return [];
  const year = sql<string>`to_char(${paymentHistory.effectiveDate}, 'YYYY')`;
  const { effectiveDate } = paymentHistory;
  const parts = db
    .select({
      accountId: paymentHistory.accountId,
      year: year.as('year'),
      split: sql<unknown>`jsonb_array_elements(${paymentHistory.groups})`.as('split'),
    })
    .from(paymentHistory)
    .where(paidRows({ borrowerKey }, gte(effectiveDate, firstOf(first)), lte(effectiveDate, lastOf(last))))
    .as('parts');
  const groupId = sql<string>`${parts.split}->>'groupId'`;
  const rows = await db
    .select({
      accountId: parts.accountId,
      year: parts.year,
      groupId,
      interest: sql<string>`sum((${parts.split}->>'interest')::bigint)`,
    })
    .from(parts)
    .groupBy(parts.accountId, parts.year, groupId);
  const forms = new Map<string, { year: number; lender: string; interest: Map<AccountOnDay, Cents> }>();
  for (const row of rows) {
    const account = accounts.find(({ accountId }) => accountId === row.accountId);
    const group = account?.groups.find((each) => each.groupId === row.groupId);
    if (account === undefined || group === undefined || Number(row.interest) === 0) continue;
    const of = { year: Number(row.year), lender: lenderOf(group) };
    const form = forms.get(formKey(of)) ?? { ...of, interest: new Map<AccountOnDay, Cents>() };
    const known = form.interest.get(account) ?? ZERO;
    form.interest.set(account, sumCents([known, toCents(Number(row.interest))]));
    forms.set(formKey(of), form);
  }
  return [...forms.values()]
    .map(({ interest, ...form }) => ({
      ...form,
      accounts: [...interest]
        .map(([account, paid]) => ({ account, interest: paid }))
        .toSorted((a, b) => a.account.accountNumber.localeCompare(b.account.accountNumber, 'en')),
    }))
    .toSorted((a, b) => b.year - a.year || a.lender.localeCompare(b.lender, 'en'));
}

/** Returns the forms of years from before forms were stored. They are derived from the history. */
async function derivedForms(scope: Scope): Promise<TaxForm[]> {
  const { accounts, borrower } = await portfolioIn(scope);
  const last = Math.min(lastTaxYearOn(scope.today), borrower.taxFormsFrom - 1);
  return taxFormsOf(scope, accounts, { first: 1, last });
}

const nameOf = ({ year, lender }: TaxForm): TaxName => ({ kind: 'tax', year, lender: lenderKey(lender), number: 1 });

export async function listTaxForms(scope: Scope, asked: PageAsked): Promise<SentPage> {
  const issued = (await listIssued(scope, 'tax')).toSorted(
    (a, b) =>
      (a.issuedOn === b.issuedOn ? 0 : a.issuedOn > b.issuedOn ? -1 : 1) ||
      a.about.localeCompare(b.about, 'en') ||
      numberOf(b) - numberOf(a),
  );
  const derived = (await derivedForms(scope)).map((form): SentListed => ({
    documentId: documentIdOf(nameOf(form)),
    title: taxTitle(form.year),
    about: form.lender,
    date: taxFormsDay(form.year),
    amount: taxInterestOf(form),
  }));
  const { rows, page, total } = pageOf([...issued.map(sentIssue), ...derived], asked);
  return { documents: rows, page, total };
}

/** Returns a form of a year from before forms were stored. Throws 404 if there is none. */
export async function derivedTaxForm(scope: Scope, { year, lender }: TaxName) {
  const form = (await derivedForms(scope)).find((each) => each.year === year && lenderKey(each.lender) === lender);
  if (form === undefined) throw missing();
  return {
    title: taxTitle(year),
    date: taxFormsDay(year),
    blocks: taxBlocks({ ...form, recipient: await recipientOf(scope), correction: null }),
  };
}
