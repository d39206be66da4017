/**
 * Issues the tax forms of a year on 31 January or the next banking day, and corrected forms when payments of that year
 * change afterwards (ruling 93). As for posting, there is no scheduled job: the borrower's row has the next day on which
 * forms are due. The caller's transaction must have locked the borrower's row.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { correctedTaxTitle, taxBlocks, taxInterestOf, taxTitle } from '#domain/accounts/loan-documents/content.ts';
import { documentIdOf, documentNameOf, lenderKey } from '#domain/accounts/loan-documents/ids.ts';
import { taxFormsLetter } from '#domain/accounts/loan-documents/messages.ts';
import { lastTaxYearOn, taxFormsDay, yearOf } from '#domain/accounts/loan-documents/tax-days.ts';
import type { Database } from '../../db/database.ts';
import { borrowers } from '../../db/schema/index.ts';
import { addLetter } from '../messages/letters.ts';
import { type ListedIssue, issueDocument, listIssued } from './issued-documents.ts';
import { recipientOf } from './loan-document-parts.ts';
import { type TaxForm, formKey, taxFormsOf } from './loan-tax-forms.ts';
import { holdingsOf, portfolioOn } from './portfolio.ts';
import type { Scope } from '../scope.ts';

/** A payment that changed, and the day of the work that changed it. */
interface TaxYearChange {
  readonly effectiveDate: PlainDate;
  readonly day: PlainDate;
  /** The day on which that work is done. Omitted if it is `day`. */
  readonly today?: PlainDate;
}

/**
 * Makes the forms due on `day` if a payment changed whose year's forms are issued: it was posted late, returned, or
 * divided in another way. A payment that came after its day of posting, when the forms were issued, makes them due today.
 */
export async function markTaxYearChanged(
  db: Database,
  borrowerKey: string,
  { effectiveDate, day, today = day }: TaxYearChange,
): Promise<void> {
  const year = yearOf(effectiveDate);
  const due = year > lastTaxYearOn(day) ? today : day;
  if (year > lastTaxYearOn(due)) return;
  const { taxFormsFrom, taxFormsOn } = borrowers;
  await db
    .update(borrowers)
    .set({ taxFormsOn: due })
    .where(and(eq(borrowers.borrowerKey, borrowerKey), lte(taxFormsFrom, year), gt(taxFormsOn, due)));
}

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** The newest form that was issued about a lender and a year. */
interface LatestForm {
  readonly row: ListedIssue;
  readonly year: number;
  readonly number: number;
}

/** Returns the newest issued forms by {@link formKey}. */
function latestForms(issued: readonly ListedIssue[]): Map<string, LatestForm> {
  const latest = new Map<string, LatestForm>();
  for (const row of issued) {
    const name = documentNameOf(row.documentId);
    if (name?.kind !== 'tax') continue;
    const { year, number } = name;
    const key = formKey({ year, lender: row.about });
    if (number > (latest.get(key)?.number ?? 0)) latest.set(key, { row, year, number });
  }
  return latest;
}

interface NewForm extends TaxForm {
  readonly latest: LatestForm | undefined;
}

/** Returns the forms that are new, or whose interest differs from that of the newest issued one. */
function newForms(forms: readonly TaxForm[], latest: ReadonlyMap<string, LatestForm>): NewForm[] {
  const present = new Set(forms.map(formKey));
  const withoutInterest = [...latest]
    .filter(([key]) => !present.has(key))
    .map(([, { year, row }]): TaxForm => ({ year, lender: row.about, accounts: [] }));
  return [...forms, ...withoutInterest]
    .map((form) => ({ ...form, latest: latest.get(formKey(form)) }))
    .filter((form) => form.latest?.row.amount !== taxInterestOf(form));
}

async function issueForm(own: Own, form: NewForm, day: PlainDate): Promise<void> {
  const { year, lender, latest } = form;
  const recipient = await recipientOf(own);
  await issueDocument(own.db, {
    borrowerKey: own.borrowerKey,
    documentId: documentIdOf({ kind: 'tax', year, lender: lenderKey(lender), number: (latest?.number ?? 0) + 1 }),
    kind: 'tax',
    issuedOn: day,
    title: latest === undefined ? taxTitle(year) : correctedTaxTitle(year),
    about: lender,
    amount: taxInterestOf(form),
    content: taxBlocks({
      ...form,
      recipient,
      correction: latest === undefined ? null : { issuedOn: day, replaces: latest.row.issuedOn },
    }),
    ssnLastFour: recipient.ssnLastFour,
    replaces: latest?.row.documentId ?? null,
  });
}

/** Issues the tax forms that are due on a day, and tells the borrower of each year with one letter. */
export async function issueTaxForms(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const { borrower, accounts } = portfolioOn(await holdingsOf(db, borrowerKey), day);
  const own = { db, borrowerKey };
  const last = lastTaxYearOn(day);
  const forms = newForms(
    await taxFormsOf(own, accounts, { first: borrower.taxFormsFrom, last }),
    latestForms(await listIssued(own, 'tax')),
  );
  for (const form of forms) await issueForm(own, form, day);
  for (const year of new Set(forms.map((form) => form.year))) {
    const ofYear = forms
      .filter((form) => form.year === year)
      .map((form) => ({
        lender: form.lender,
        interest: taxInterestOf(form),
        replaces: form.latest?.row.issuedOn ?? null,
      }));
    await addLetter(db, {
      borrowerKey,
      documentId: randomUUID(),
      isDirect: false,
      ...taxFormsLetter(year, ofYear),
      receivedOn: day,
    });
  }
  await db
    .update(borrowers)
    .set({ taxFormsOn: taxFormsDay(last + 1) })
    .where(eq(borrowers.borrowerKey, borrowerKey));
}
