/** The content of documents, generated from account data. A page and a PDF render the same blocks. */
import { type AccountNames, accountName } from '../../account-name.ts';
import { type PlainDate, formatUsDate, toPlainDate } from '../../calendar.ts';
import { type Cents, formatUsd, sumCents } from '../../money.ts';
import { onFirstUse } from '../../on-first-use.ts';
import { FORGIVEN_IS_INCOME, type Forgiveness, forgivenessText } from '../../plans/forgiveness.ts';
import { type Parts, sumParts, sumAllParts } from '../../parts.ts';
import { PART_HEADERS, type Recipient, addressBlock, facts, heading, paragraph, partCells, table } from './blocks.ts';
import type { DocumentBlock } from './shapes.ts';

const monthFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Returns 'October 2026' for `2026-10`. */
const monthName = (month: string): string => monthFormat().format(new Date(getFirstDay(month)));

/** A payment as a statement lists it. */
export interface StatementPayment extends Parts {
  readonly date: PlainDate;
  readonly description: string;
}

/** A refund as a statement lists it. */
interface StatementRefund {
  readonly amount: Cents;
  /** Null in payments from before the day was recorded. */
  readonly date: PlainDate | null;
  /** The date of the payment that it is from. */
  readonly paymentDate: PlainDate;
}

export interface StatementData {
  readonly recipient: Recipient;
  readonly account: AccountNames;
  /** `2026-10`. */
  readonly month: string;
  readonly firstDay: PlainDate;
  readonly lastDay: PlainDate;
  /** The principal before the first day, and at the end of the last. */
  readonly principalBefore: Cents;
  readonly principalAfter: Cents;
  /** The amount disbursed in the month. */
  readonly disbursed: Cents;
  /** The payments of the month, the oldest first. */
  readonly payments: readonly StatementPayment[];
  /** The month's refunds, the oldest first. */
  readonly refunds: readonly StatementRefund[];
  /** The amounts paid from 1 January to the last day. */
  readonly yearToDate: Parts;
}

export const statementTitle = (month: string): string => `Statement for ${monthName(month)}`;

/** Returns the blocks of a monthly statement. */
export function statementBlocks(statement: StatementData): readonly DocumentBlock[] {
  const { account, firstDay, lastDay, disbursed, payments, refunds, yearToDate, month } = statement;
  const paid = sumParts(payments);
  const year = `Paid in ${month.slice(0, 4)} so far`;
  return [
    addressBlock(statement.recipient),
    heading('Summary'),
    facts('Summary of the statement', [
      ['Account', accountName(account)],
      ['Statement period', `${formatUsDate(firstDay)} to ${formatUsDate(lastDay)}`],
      ['Principal at the start', formatUsd(statement.principalBefore)],
      ...(disbursed > 0 ? [['Paid out to you or your school', formatUsd(disbursed)] as const] : []),
      ['Paid on principal', formatUsd(paid.principal)],
      ['Paid on interest', formatUsd(paid.interest)],
      ['Paid on fees', formatUsd(paid.fees)],
      ['Total payments', formatUsd(sumAllParts(paid))],
      ['Principal at the end', formatUsd(statement.principalAfter)],
    ]),
    heading('Payments in this period'),
    payments.length === 0
      ? paragraph('No payments were posted in this period.')
      : table(
          'Payments in this period',
          { texts: ['Date', 'Type'], amounts: PART_HEADERS },
          payments.map((payment) => [formatUsDate(payment.date), payment.description, ...partCells(payment)]),
        ),
    ...(refunds.length === 0 ? [] : [heading('Refunds in this period')]),
    ...refunds.map(({ amount, date, paymentDate }) => {
      const when = date === null ? '' : ` on ${formatUsDate(date)}`;
      return paragraph(`Refunded ${formatUsd(amount)}${when}, from your payment of ${formatUsDate(paymentDate)}.`);
    }),
    heading(year),
    facts(
      year,
      partCells(yearToDate).map((cell, index) => [PART_HEADERS[index] ?? '', cell] as const),
    ),
    paragraph('This statement lists payments by the day we credited them. See what you owe today on My Loans.'),
  ];
}

/** A future payment of a group. */
export interface ScheduledInstallment {
  readonly date: PlainDate;
  readonly payment: Cents;
  readonly parts: Parts;
  readonly balance: Cents;
}

/** A group with its future payments. */
export interface ScheduledGroup {
  readonly groupId: string;
  readonly loanType: string;
  readonly repaymentPlan: string;
  readonly installments: readonly ScheduledInstallment[];
  /** The amounts forgiven after the last payment; empty if the payments pay the group off. */
  readonly forgiven: readonly { readonly date: PlainDate; readonly parts: Parts }[];
  /** Null if nothing is owed, or if the group is never paid off or forgiven. */
  readonly end: 'paidOff' | 'forgiven' | null;
  readonly total: Parts;
  /** Null on plans that forgive nothing. */
  readonly forgiveness: Forgiveness | null;
}

export interface RepaymentScheduleData {
  readonly recipient: Recipient;
  readonly account: AccountNames;
  readonly asOf: PlainDate;
  readonly groups: readonly ScheduledGroup[];
}

/** The number of listed payments if the present amount never pays off the loans. */
const LISTED_WITHOUT_END = 12;

export const scheduleTitle = (account: AccountNames): string => `Payment schedule for ${accountName(account)}`;

function groupBlocks(group: ScheduledGroup): readonly DocumentBlock[] {
  const { groupId, loanType, repaymentPlan, installments, forgiven, end, total, forgiveness } = group;
  const name = `Group ${groupId}: ${loanType}`;
  if (installments.length === 0) return [heading(name), paragraph('Nothing is owed on this group.')];
  const listed = end === null ? installments.slice(0, LISTED_WITHOUT_END) : installments;
  const last = installments.at(-1);
  const notes =
    end === null
      ? [
          `Your current payment doesn't pay off these loans. It can change when your income is recertified. These are the next ${listed.length} payments.`,
        ]
      : [];
  if (end === 'forgiven' && forgiveness !== null)
    notes.push(
      `${forgivenessText(forgiveness)} Your payment can change when your income is recertified.`,
      FORGIVEN_IS_INCOME,
    );
  return [
    heading(name),
    facts(`Summary of ${name}`, [
      ['Repayment plan', repaymentPlan],
      ...(end !== null && last !== undefined
        ? ([
            ['Payments', String(installments.length)],
            ['Last payment', formatUsDate(last.date)],
            ['Total interest', formatUsd(total.interest)],
            ['Total payments', formatUsd(sumAllParts(total))],
          ] as const)
        : []),
      ...forgiven.map(
        ({ date, parts }) => [`Forgiven on ${formatUsDate(date)}`, formatUsd(sumAllParts(parts))] as const,
      ),
    ]),
    ...notes.map(paragraph),
    table(
      `Payments of ${name}`,
      { texts: ['Due date'], amounts: ['Payment', 'Principal', 'Interest', 'Fees', 'Balance after'] },
      listed.map(({ date, payment, parts, balance }) => [
        formatUsDate(date),
        ...[payment, parts.principal, parts.interest, parts.fees, balance].map(formatUsd),
      ]),
    ),
  ];
}

/** Returns the blocks of a payment schedule: the payments until each group is paid off or forgiven (rulings 80 and 96). */
export const scheduleBlocks = ({
  recipient,
  account,
  asOf,
  groups,
}: RepaymentScheduleData): readonly DocumentBlock[] => [
  addressBlock(recipient),
  paragraph(
    `This is the schedule for ${accountName(account)} as of ${formatUsDate(asOf)}. It assumes that you make each payment on its due date and that nothing else changes. We use simple daily interest and a year of 365.25 days.`,
  ),
  ...groups.flatMap(groupBlocks),
];

export interface TaxData {
  readonly recipient: Recipient;
  readonly year: number;
  readonly lender: string;
  /** The interest paid on each account of the lender in the year. */
  readonly accounts: readonly { readonly account: AccountNames; readonly interest: Cents }[];
  /** The days of a corrected form and of the form that it replaces (ruling 93). Null for a first form. */
  readonly correction: { readonly issuedOn: PlainDate; readonly replaces: PlainDate } | null;
}

/** From this amount on a lender must send the form. */
const REQUIRED_FROM = 60_000;

export const taxTitle = (year: number): string => `Form 1098-E information for ${year}`;
export const correctedTaxTitle = (year: number): string => `Corrected ${taxTitle(year)}`;

/** Returns the borrower's number on a tax form: only the last four digits of the Social Security number. */
export const taxpayerNumber = (ssnLastFour: string): string => `XXX-XX-${ssnLastFour}`;

/** Returns box 1: the interest paid on all accounts of the lender. */
export const sumTaxInterest = ({ accounts }: Pick<TaxData, 'accounts'>): Cents =>
  sumCents(accounts.map(({ interest }) => interest));

/** Returns the blocks of the student loan interest of a year, with one form for each lender (ruling 81). */
export function taxBlocks(form: TaxData): readonly DocumentBlock[] {
  const { recipient, year, lender, accounts, correction } = form;
  const interest = sumTaxInterest(form);
  return [
    addressBlock(recipient),
    ...(correction === null
      ? []
      : [
          heading('CORRECTED'),
          paragraph(
            `We issued this form on ${formatUsDate(correction.issuedOn)}. It replaces the form of ${formatUsDate(correction.replaces)}.`,
          ),
        ]),
    heading(`Student Loan Interest Statement, tax year ${year}`),
    facts('Form 1098-E', [
      ["Recipient's (lender's) name", lender],
      ["Borrower's name", recipient.name],
      [
        "Borrower's taxpayer identification number",
        recipient.ssnLastFour === null ? 'Not on file' : taxpayerNumber(recipient.ssnLastFour),
      ],
      ['Box 1: Student loan interest received by lender', formatUsd(interest)],
      ["Box 2: Box 1 doesn't include loan origination fees or capitalized interest", 'Checked'],
    ]),
    heading('Interest by account'),
    table('Interest by account', { texts: ['Account'], amounts: ['Interest paid'] }, [
      ...accounts.map(({ account, interest: paid }) => [accountName(account), formatUsd(paid)]),
      ['Total', formatUsd(interest)],
    ]),
    paragraph(
      interest >= REQUIRED_FROM
        ? 'Your lender must report this amount to the IRS because it is $600.00 or more.'
        : "This amount is below $600.00, so your lender doesn't have to report it to the IRS. You can still use it for your tax return.",
    ),
    paragraph(
      `This is the interest you paid from 01/01/${year} to 12/31/${year}, based on the day we credited each payment. Payments that were returned or canceled don't count.`,
    ),
  ];
}

export interface MortgageLetterData {
  readonly recipient: Recipient;
  readonly account: AccountNames;
  readonly asOf: PlainDate;
  readonly statusDesc: string;
  readonly firstDisbursement: PlainDate | null;
  readonly originalBalance: Cents;
  readonly principal: Cents;
  readonly payoff: Cents;
  readonly monthlyPayment: Cents;
  readonly plans: readonly string[];
  readonly pastDue: Cents;
  readonly paymentDueDate: PlainDate | null;
  readonly servicer: string;
}

export const mortgageLetterTitle = (account: AccountNames): string => `Proof of balance for ${accountName(account)}`;

/** Returns the blocks of a letter that verifies an account for a lender. */
export function mortgageLetterBlocks(letter: MortgageLetterData): readonly DocumentBlock[] {
  const { recipient, account, asOf, pastDue, paymentDueDate, firstDisbursement } = letter;
  return [
    paragraph(formatUsDate(asOf)),
    paragraph('To whom it may concern:'),
    paragraph(
      `We service the student loans of ${recipient.name}. At the borrower's request, we confirm that our records of ${formatUsDate(asOf)} show the following.`,
    ),
    facts('Proof of balance', [
      ['Borrower', recipient.name],
      ['Account', accountName(account)],
      ['Status', letter.statusDesc],
      ['First disbursement', firstDisbursement === null ? 'Not on file' : formatUsDate(firstDisbursement)],
      ['Original balance', formatUsd(letter.originalBalance)],
      ['Outstanding principal', formatUsd(letter.principal)],
      ['Payoff on this date', formatUsd(letter.payoff)],
      ['Repayment plan', letter.plans.join(', ')],
      ['Monthly payment', formatUsd(letter.monthlyPayment)],
      ['Next payment due', paymentDueDate === null ? 'None' : formatUsDate(paymentDueDate)],
      ['Past due', formatUsd(pastDue)],
    ]),
    paragraph(
      pastDue > 0
        ? `An amount of ${formatUsd(pastDue)} is past due on this account.`
        : 'Nothing is past due on this account.',
    ),
    paragraph(letter.servicer),
  ];
}

/** The first and the last day of a month, `2026-10`. */
export const getFirstDay = (month: string): PlainDate => toPlainDate(`${month}-01`);
