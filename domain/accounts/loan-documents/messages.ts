/** Texts of the lists of documents, and letters about issued ones. */
import { accountName } from '../../account-name.ts';
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import { type Letter, toLetter } from '../../letter.ts';
import { type Cents, formatUsd } from '../../money.ts';
import type { DocumentKind } from './shapes.ts';
import type { IssuedStatementData } from './statement.ts';

interface ListTexts {
  readonly intro: string;
  /** The label of a row's amount. */
  readonly amount: string;
  readonly none: string;
}

export const listTexts: Readonly<Record<DocumentKind, ListTexts>> = {
  statement: {
    intro:
      'Each statement shows your bill, what we posted since the last one, and what you owe. Statements of earlier months show what you paid in the month.',
    amount: 'Payments',
    none: 'You have no statements yet. You get one with each bill after you start repayment.',
  },
  schedule: {
    intro:
      'A payment schedule lists each payment until your loans are paid off, if you pay what is due. We keep a copy of each schedule you open.',
    amount: 'Payoff today',
    none: 'You have no loans with payments to come.',
  },
  tax: {
    intro:
      'You may be able to deduct the interest that you paid. There is one form for each lender and year. We make it on January 31 of the next year, or on the next business day.',
    amount: 'Interest paid',
    none: 'You have no tax forms yet. If you pay interest in a year, we make the form on January 31 of the next year, or on the next business day.',
  },
  mortgageLetter: {
    intro:
      'Choose an account. The proof of balance (mortgage letter) confirms to a lender what you owe on it. We keep a copy of each one you open.',
    amount: 'Payoff today',
    none: 'You have no loan accounts to verify.',
  },
};

/** The titles of the documents that are issued when they are opened, in their list. */
export const openedTitles = {
  schedule: { issued: 'Payment schedule', today: 'New payment schedule' },
  mortgageLetter: { issued: 'Proof of balance', today: 'New proof of balance' },
} as const;

/** A tax form that was issued. */
interface IssuedForm {
  readonly lender: string;
  readonly interest: Cents;
  /** The day of the form that it corrects; null for a first form. */
  readonly replaces: PlainDate | null;
}

/** Returns the letter about the tax forms of a year that were issued on one day (ruling 93). */
export function taxFormsLetter(year: number, forms: readonly IssuedForm[]): Letter {
  const isCorrected = forms.some(({ replaces }) => replaces !== null);
  return toLetter(isCorrected ? `We corrected your ${year} tax form` : `Your ${year} tax form is ready`, [
    isCorrected
      ? `We corrected the Form 1098-E information that shows the student loan interest you paid in ${year}:`
      : `Your Form 1098-E information shows the student loan interest you paid in ${year}:`,
    ...forms.map(({ lender, interest, replaces }) => {
      const paid = `${lender}: ${formatUsd(interest)}`;
      return replaces === null ? `${paid}.` : `${paid}. This form replaces the form of ${formatUsDate(replaces)}.`;
    }),
    'To read or save it, open Tax Information under Documents.',
    ...(isCorrected
      ? ['If you have already filed your tax return, ask a tax adviser whether you need to change it.']
      : []),
  ]);
}

/** Returns the letter about a statement (ruling 91). */
export function statementLetter(
  statement: Pick<IssuedStatementData, 'account' | 'issuedOn' | 'bills' | 'pastDue'>,
): Letter {
  const { account, issuedOn, bills, pastDue } = statement;
  const due = bills.filter((bill) => bill.due > 0);
  return toLetter('Your statement is ready', [
    `Your statement of ${formatUsDate(issuedOn)} for ${accountName(account)} is ready.`,
    ...(pastDue === null ? [] : [`${formatUsd(pastDue.amount)} is past due since ${formatUsDate(pastDue.since)}.`]),
    ...due.map((bill) => `${formatUsd(bill.due)} is due on ${formatUsDate(bill.dueDate)}.`),
    ...(due.length === 0 && pastDue === null ? ['Nothing is due.'] : []),
    'To read or save it, open Statements under Documents.',
  ]);
}

/** Returns the letter about a payment schedule that was issued because the terms changed (ruling 91). */
export const scheduleLetter = (account: string): Letter =>
  toLetter('You have a new payment schedule', [
    `The payments on ${account} have changed. Your new payment schedule lists each payment until your loans are paid off.`,
    'To read or save it, open Payment Schedule under Documents.',
  ]);
