/**
 * The statement that is issued with a bill (ruling 91): the amount due, the postings since the previous statement, and the
 * balance. Statements of calendar months from before bills were recorded are in `content.ts`.
 */
import { type AccountNames, accountName } from '../../account-name.ts';
import { type PlainDate, addDays, formatUsDate } from '../../calendar.ts';
import { type Cents, ZERO, formatUsd, sumCents } from '../../money.ts';
import { type Parts, sumParts, sumAllParts } from '../../parts.ts';
import { dueLabels, dueThisMonth, sinceText } from '../messages.ts';
import type { BillRecord } from '../records.ts';
import {
  PART_HEADERS,
  type Recipient,
  addressBlock,
  facts,
  heading,
  paragraph,
  partCells,
  table,
  tableIfAny,
} from './blocks.ts';
import type { DocumentBlock } from './shapes.ts';
import { type SummaryData, summaryBlocks, sumDue } from './statement-summary.ts';

interface OfGroup {
  readonly groupId: string;
  readonly loanType: string;
}

/** A bill that was issued and is not past due. An exit bill is the payment for leaving IBR (ruling 99). */
interface StatementBill extends OfGroup, Pick<BillRecord, 'kind' | 'dueDate' | 'amount'> {
  /** The open amount: 0.00 if the bill is paid, paid ahead, or has an amount of 0.00. */
  readonly due: Cents;
}

/** The next bill of a group that is issued after the statement. */
type BillToCome = OfGroup & Pick<BillRecord, 'issuedOn' | 'dueDate'>;

/** A payment, or a change of its division. The parts of a change are the differences. */
export interface StatementPayment {
  readonly postedOn: PlainDate;
  /** The day from which the payment counts. */
  readonly effectiveDate: PlainDate;
  readonly parts: Parts;
  readonly what:
    /** A posted payment: `Online Payment`. Its parts do not include the refund. */
    | { readonly kind: 'posted'; readonly description: string; readonly refunded: Cents }
    /** A payment that the bank returned. Its parts are negative. */
    | { readonly kind: 'returned' }
    /** A payment that is divided differently because another one was returned or posted late. */
    | { readonly kind: 'appliedAgain'; readonly cause: 'returned' | 'late' };
}

/** Interest waived and principal paid under RAP, and their reversal because a payment was returned or posted late. */
const RAP_CHANGES = {
  waived: "Interest you aren't charged on the Repayment Assistance Plan (RAP)",
  matched: 'Principal the government paid on the Repayment Assistance Plan (RAP)',
  waivedLess: 'Interest charged after all, because a payment changed',
  matchedLess: "Principal the government doesn't pay after all, because a payment changed",
};

/** A posting that is not a payment. */
export interface StatementChange {
  readonly postedOn: PlainDate;
  readonly amount: Cents;
  readonly what:
    /** `refundOwed`: a refund whose payment the bank returned after it was sent. The others: see {@link RAP_CHANGES}. */
    | { readonly kind: 'capitalized' | 'disbursed' | 'refundOwed' | keyof typeof RAP_CHANGES }
    /** A refund to the bank account, of the payment with this effective date (ruling 95). */
    | { readonly kind: 'refund'; readonly effectiveDate: PlainDate };
}

/** Why an account has no bill: its payments are postponed through a day (ruling 106), or it is paid in full. */
type WithoutBill = { readonly reason: 'postponed'; readonly through: PlainDate } | { readonly reason: 'paidInFull' };

/** The facts of an account at the end of the day of issue, as the borrower then sees them. */
export interface IssuedStatementData extends SummaryData {
  readonly recipient: Recipient;
  readonly account: AccountNames;
  readonly issuedOn: PlainDate;
  readonly bills: readonly StatementBill[];
  /** Null if there are bills. */
  readonly withoutBill: WithoutBill | null;
  /** The next bills of groups whose bill is issued later. */
  readonly coming: readonly BillToCome[];
  /** Bills whose due date has passed and that a payment under way covers (ruling 88). */
  readonly beingPaid: readonly { readonly dueDate: PlainDate; readonly amount: Cents }[];
  readonly payments: readonly StatementPayment[];
  readonly changes: readonly StatementChange[];
  /** The balance of each group. */
  readonly balances: readonly (OfGroup & Parts)[];
  /** The amounts paid from 1 January, by effective date. */
  readonly yearToDate: Parts;
}

export const issuedStatementTitle = (issuedOn: PlainDate): string => `Statement dated ${formatUsDate(issuedOn)}`;

const formatGroup = ({ groupId, loanType }: OfGroup): string => `Group ${groupId}: ${loanType}`;

const withoutBillText = (why: WithoutBill): string =>
  why.reason === 'postponed'
    ? `Your payments are paused through ${formatUsDate(why.through)}, so there is no bill. Interest can still add up.`
    : 'This account is paid in full. This is its last statement.';

function dueBlocks(statement: IssuedStatementData): readonly DocumentBlock[] {
  const { account, issuedOn, bills, withoutBill, coming, pastDue, beingPaid } = statement;
  const totalDue = sumDue(statement);
  return [
    heading('What is due'),
    facts('What is due', [
      ['Account', accountName(account)],
      ['Statement date', formatUsDate(issuedOn)],
      [dueLabels.thisMonth, formatUsd(dueThisMonth({ totalDue, pastDueAmt: pastDue?.amount ?? ZERO }))],
      pastDue === null
        ? [dueLabels.pastDue, 'Nothing']
        : [`${dueLabels.pastDue}${sinceText(pastDue.since)}`, formatUsd(pastDue.amount)],
      [dueLabels.total, formatUsd(totalDue)],
    ]),
    ...tableIfAny(
      'Bills',
      { texts: ['Group', 'Due date'], amounts: ['Bill', 'Left to pay'] },
      bills.map((bill) => [
        bill.kind === 'exit' ? `${formatGroup(bill)}, exit payment for leaving IBR` : formatGroup(bill),
        formatUsDate(bill.dueDate),
        formatUsd(bill.amount),
        formatUsd(bill.due),
      ]),
    ),
    ...(totalDue > 0 ? [] : [paragraph('Nothing is due.')]),
    ...(withoutBill === null ? [] : [paragraph(withoutBillText(withoutBill))]),
    ...coming.map((bill) =>
      paragraph(
        `${formatGroup(bill)}: we issue the next bill on ${formatUsDate(bill.issuedOn)}, and it's due on ${formatUsDate(bill.dueDate)}.`,
      ),
    ),
    ...beingPaid.map(({ dueDate, amount }) =>
      paragraph(
        `A payment of ${formatUsd(amount)} for the bill due ${formatUsDate(dueDate)} is on its way. The total due doesn't include that bill.`,
      ),
    ),
  ];
}

function paymentText({ parts, what }: StatementPayment): string {
  if (what.kind === 'returned') return 'Returned payment';
  if (what.kind === 'appliedAgain') return `Applied again after the ${what.cause} payment`;
  const { description, refunded } = what;
  if (refunded === 0) return description;
  const paid = `${description} of ${formatUsd(sumCents([sumAllParts(parts), refunded]))}`;
  return `${paid}. We refund ${sumAllParts(parts) === 0 ? 'all' : formatUsd(refunded)} of it.`;
}

/** Returns the cells of a payment's parts, with dashes instead of zeros if it was refunded in full (ruling 95). */
const toCells = ({ parts, what }: StatementPayment): readonly string[] =>
  what.kind === 'posted' && what.refunded > 0 && sumAllParts(parts) === 0
    ? PART_HEADERS.map(() => '–')
    : partCells(parts);

const CHANGE_TEXTS = {
  ...RAP_CHANGES,
  capitalized: 'Interest added to principal',
  disbursed: 'Paid out to you or your school',
  refundOwed: 'Refund added to principal, because its payment was returned',
};

const changeText = ({ what }: StatementChange): string =>
  what.kind === 'refund' ? `Refund of your payment of ${formatUsDate(what.effectiveDate)}` : CHANGE_TEXTS[what.kind];

function postedBlocks({ issuedOn, previous, payments, changes }: IssuedStatementData): readonly DocumentBlock[] {
  const since = previous === null ? 'Up to' : `From ${formatUsDate(addDays(previous, 1))} through`;
  return [
    heading(previous === null ? 'Posted so far' : 'Posted since your last statement'),
    paragraph(
      `${since} ${formatUsDate(issuedOn)}.${payments.length + changes.length === 0 ? ' Nothing was posted.' : ''}`,
    ),
    ...tableIfAny(
      'Payments',
      { texts: ['Posted', 'Counts from', 'Type'], amounts: PART_HEADERS },
      payments.map((payment) => [
        formatUsDate(payment.postedOn),
        formatUsDate(payment.effectiveDate),
        paymentText(payment),
        ...toCells(payment),
      ]),
    ),
    ...tableIfAny(
      'Other changes',
      { texts: ['Posted', 'Change'], amounts: ['Amount'] },
      changes.map((change) => [formatUsDate(change.postedOn), changeText(change), formatUsd(change.amount)]),
    ),
  ];
}

/** Returns the blocks of a statement. */
export function statementContent(statement: IssuedStatementData): readonly DocumentBlock[] {
  const { recipient, issuedOn, balances, yearToDate } = statement;
  const year = `Paid in ${issuedOn.slice(0, 4)} so far`;
  return [
    addressBlock(recipient),
    ...summaryBlocks(statement),
    ...dueBlocks(statement),
    ...postedBlocks(statement),
    heading('What you owe'),
    table('What you owe', { texts: ['Group'], amounts: PART_HEADERS }, [
      ...balances.map((group) => [formatGroup(group), ...partCells(group)]),
      ...(balances.length > 1 ? [['All groups', ...partCells(sumParts(balances))]] : []),
    ]),
    heading(year),
    table(year, { texts: ['Item'], amounts: PART_HEADERS }, [['Payments', ...partCells(yearToDate)]]),
    paragraph(
      'We list payments by the day we posted them. A payment lowers your interest from the day in "Counts from".',
    ),
  ];
}
