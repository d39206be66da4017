/**
 * Tax forms (1098-E): the interest that was paid in a year, by lender. The forms of a year are issued on 31 January or the
 * next banking day, and corrected forms when payments of that year change afterwards (ruling 93). As for posting, there is
 * no scheduled job: the borrower's row has the next day on which forms are due. The caller's transaction must have locked
 * that row. Forms of years from before they were stored are derived from the history.
 */
import { randomUUID } from 'node:crypto';
import { between, sql } from 'drizzle-orm';
import {
  type TaxData,
  correctedTaxTitle,
  taxBlocks,
  sumTaxInterest,
  taxTitle,
} from '#domain/accounts/loan-documents/content.ts';
import { type TaxName, toDocumentId, parseDocumentId, lenderKey } from '#domain/accounts/loan-documents/ids.ts';
import { taxFormsLetter } from '#domain/accounts/loan-documents/messages.ts';
import { lastTaxYearOn, taxFormsDay } from '#domain/accounts/loan-documents/tax-days.ts';
import { type PlainDate, compare, toPlainDate } from '#domain/calendar.ts';
import { sumCents, toCents } from '#domain/money.ts';
import { borrowers, paymentHistory } from '../../db/schema/index.ts';
import { groupBy } from '../group-by.ts';
import { addLetter } from '../messages/letters.ts';
import { type Own, updateOwnRows } from '../own-rows.ts';
import { type Scope, missing } from '../scope.ts';
import {
  type ListedIssue,
  type PageRequest,
  type SentListed,
  type SentPage,
  issueDocument,
  listIssued,
  getNumber,
  toPage,
  paidRows,
  readRecipient,
  sentIssue,
} from './issued-documents.ts';
import { type AccountOnDay, type GroupOnDay, readHoldings, portfolioIn, portfolioOn } from '../portfolio/portfolio.ts';

/** The interest that was paid to a lender in a year, by account. */
type TaxForm = Pick<TaxData, 'year' | 'lender' | 'accounts'>;

/** Returns the lender of a group's loans, or the account's program if the lender is unknown. */
const getLender = ({ held, loanType }: GroupOnDay): string =>
  held.loans[0]?.lenderName ?? `Holder of ${loanType} loans`;

/** Identifies the forms of a lender for a year. */
const formKey = ({ year, lender }: Pick<TaxForm, 'year' | 'lender'>): string => `${year} ${lenderKey(lender)}`;

const yearText = (year: number): string => String(year).padStart(4, '0');

/** Adds up the interest of some years by lender and account: the newest year first, lenders by name. */
async function createTaxForms(
  { db, borrowerKey }: Own,
  accounts: readonly AccountOnDay[],
  first: number,
  last: number,
): Promise<TaxForm[]> {
  if (last < first) return [];
  const { accountId, effectiveDate, groups } = paymentHistory;
  const inYears = between(
    effectiveDate,
    toPlainDate(`${yearText(first)}-01-01`),
    toPlainDate(`${yearText(last)}-12-31`),
  );
  const year = sql<string>`to_char(${effectiveDate}, 'YYYY')`.as('year');
  const parts = db
    .select({ accountId, year, split: sql<unknown>`jsonb_array_elements(${groups})`.as('split') })
    .from(paymentHistory)
    .where(paidRows({ borrowerKey }, inYears))
    .as('parts');
  const groupId = sql<string>`${parts.split}->>'groupId'`;
  const interest = sql<string>`sum((${parts.split}->>'interest')::bigint)`;
  const rows = await db
    .select({ accountId: parts.accountId, year: parts.year, groupId, interest })
    .from(parts)
    .groupBy(parts.accountId, parts.year, groupId);
  const paid = rows.flatMap((row) => {
    const account = accounts.find((each) => each.accountId === row.accountId);
    const group = account?.groups.find((each) => each.groupId === row.groupId);
    if (account === undefined || group === undefined || Number(row.interest) === 0) return [];
    return [{ year: Number(row.year), lender: getLender(group), account, interest: toCents(Number(row.interest)) }];
  });
  return groupBy(paid, formKey)
    .map((own) => ({
      year: own[0].year,
      lender: own[0].lender,
      accounts: groupBy(own, ({ account }) => account.accountId)
        .map((each) => ({ account: each[0].account, interest: sumCents(each.map((part) => part.interest)) }))
        .toSorted((a, b) => a.account.accountNumber.localeCompare(b.account.accountNumber, 'en')),
    }))
    .toSorted((a, b) => b.year - a.year || a.lender.localeCompare(b.lender, 'en'));
}

/** Returns the newest issued forms by {@link formKey}. */
const latestForms = (issued: readonly ListedIssue[]) =>
  new Map(
    issued
      .flatMap((row) => {
        const name = parseDocumentId(row.documentId);
        return name?.kind === 'tax' ? [{ row, year: name.year, number: name.number }] : [];
      })
      .toSorted((a, b) => a.number - b.number)
      .map((form) => [formKey({ year: form.year, lender: form.row.about }), form]),
  );

/** Issues the tax forms that are due on a day, and sends the borrower one letter for each year. */
export async function issueTaxForms(own: Own, day: PlainDate): Promise<void> {
  const { db, borrowerKey } = own;
  const { borrower, accounts } = portfolioOn(await readHoldings(db, borrowerKey), day);
  const last = lastTaxYearOn(day);
  const forms = await createTaxForms(own, accounts, borrower.taxFormsFrom, last);
  const latest = latestForms(await listIssued(own, 'tax'));
  const present = new Set(forms.map(formKey));
  const withoutInterest = [...latest]
    .filter(([key]) => !present.has(key))
    .map(([, { year, row }]): TaxForm => ({ year, lender: row.about, accounts: [] }));
  // New forms, and those whose interest differs from that of the newest issued one.
  const changed = [...forms, ...withoutInterest]
    .map((form) => ({ ...form, interest: sumTaxInterest(form), before: latest.get(formKey(form)) }))
    .filter(({ before, interest }) => before?.row.amount !== interest);
  const recipient = await readRecipient(own);
  for (const { before, interest, ...form } of changed) {
    const { year, lender } = form;
    const correction = before === undefined ? null : { issuedOn: day, replaces: before.row.issuedOn };
    await issueDocument(db, {
      borrowerKey,
      documentId: toDocumentId({ kind: 'tax', year, lender: lenderKey(lender), number: (before?.number ?? 0) + 1 }),
      kind: 'tax',
      issuedOn: day,
      title: correction === null ? taxTitle(year) : correctedTaxTitle(year),
      about: lender,
      amount: interest,
      content: taxBlocks({ ...form, recipient, correction }),
      ssnLastFour: recipient.ssnLastFour,
      replaces: before?.row.documentId ?? null,
    });
  }
  for (const ofYear of groupBy(changed, ({ year }) => String(year))) {
    const issued = ofYear.map(({ lender, interest, before }) => ({
      lender,
      interest,
      replaces: before?.row.issuedOn ?? null,
    }));
    const letter = taxFormsLetter(ofYear[0].year, issued);
    await addLetter(db, { borrowerKey, documentId: randomUUID(), isDirect: false, ...letter, receivedOn: day });
  }
  await updateOwnRows(own, borrowers, { taxFormsOn: taxFormsDay(last + 1) });
}

/** Returns the forms of years from before forms were stored. They are derived from the history. */
async function derivedForms(scope: Scope): Promise<TaxForm[]> {
  const { accounts, borrower } = await portfolioIn(scope);
  return createTaxForms(scope, accounts, 1, Math.min(lastTaxYearOn(scope.today), borrower.taxFormsFrom - 1));
}

export async function listTaxForms(scope: Scope, request: PageRequest): Promise<SentPage> {
  const issued = (await listIssued(scope, 'tax')).toSorted(
    (a, b) => compare(b.issuedOn, a.issuedOn) || a.about.localeCompare(b.about, 'en') || getNumber(b) - getNumber(a),
  );
  const derived = (await derivedForms(scope)).map((form): SentListed => ({
    documentId: toDocumentId({ kind: 'tax', year: form.year, lender: lenderKey(form.lender), number: 1 }),
    title: taxTitle(form.year),
    about: form.lender,
    date: taxFormsDay(form.year),
    amount: sumTaxInterest(form),
  }));
  return toPage([...issued.map(sentIssue), ...derived], request);
}

/** Returns a form of a year from before forms were stored. Throws 404 if there is none. */
export async function derivedTaxForm(scope: Scope, { year, lender }: TaxName) {
  const form = (await derivedForms(scope)).find((each) => each.year === year && lenderKey(each.lender) === lender);
  if (form === undefined) throw missing('document');
  const recipient = await readRecipient(scope);
  const blocks = taxBlocks({ ...form, recipient, correction: null });
  return { title: taxTitle(year), date: taxFormsDay(year), blocks };
}
