/**
 * The summary at the top of a statement (ruling 91): the amount due and its date, how the last payments were applied, how to
 * pay, and what to do if you can't pay.
 */
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import { type Cents, ZERO, formatUsd, sumCents } from '../../money.ts';
import { type Parts, sumParts, sumAllParts } from '../../parts.ts';
import { heading, paragraph } from './blocks.ts';
import type { DocumentBlock } from './shapes.ts';

/** The facts of a statement that its summary shows. */
export interface SummaryData {
  /** The bills that were issued until the statement and whose due dates have not passed, with their open amounts. */
  readonly bills: readonly { readonly dueDate: PlainDate; readonly due: Cents }[];
  /** The past-due amount, without bills that are paid in time (ruling 88), and its date. Null if nothing is past due. */
  readonly pastDue: { readonly amount: Cents; readonly since: PlainDate } | null;
  /** The next drafts of auto debit. */
  readonly drafts: readonly { readonly day: PlainDate; readonly amount: Cents }[];
  /** The postings since the previous statement, the oldest first. */
  readonly payments: readonly { readonly parts: Parts }[];
  /** The day of the previous statement, whose postings are on that one. Null for the first statement. */
  readonly previous: PlainDate | null;
}

/** Returns the amounts due, by due date. */
function dueByDay({ bills }: Pick<SummaryData, 'bills'>) {
  const open = bills.filter(({ due }) => due > 0);
  const days = [...new Set(open.map(({ dueDate }) => dueDate))].toSorted();
  return days.map((dueDate) => ({
    dueDate,
    amount: sumCents(open.filter((bill) => bill.dueDate === dueDate).map(({ due }) => due)),
  }));
}

/** Returns the sum of the past-due amount and the amounts due. */
export const sumDue = ({ bills, pastDue }: Pick<SummaryData, 'bills' | 'pastDue'>) =>
  sumCents([...bills.map(({ due }) => due), pastDue?.amount ?? ZERO]);

function answerBlocks(statement: SummaryData): readonly DocumentBlock[] {
  const { pastDue } = statement;
  const total = sumDue(statement);
  if (total === 0) return [heading('You owe no payment now')];
  const due = dueByDay(statement);
  const [only, another] = due;
  if (pastDue === null && only !== undefined && another === undefined) {
    return [heading(`${formatUsd(total)} is due by ${formatUsDate(only.dueDate)}`)];
  }
  return [
    heading(`${formatUsd(total)} is due`),
    ...(pastDue === null
      ? []
      : [
          paragraph(
            `${formatUsd(pastDue.amount)} is past due since ${formatUsDate(pastDue.since)}. Please pay it now.`,
          ),
        ]),
    ...due.map(({ dueDate, amount }) => paragraph(`${formatUsd(amount)} is due by ${formatUsDate(dueDate)}.`)),
  ];
}

const NAMES = [
  { part: 'principal', name: 'Principal' },
  { part: 'interest', name: 'Interest' },
  { part: 'fees', name: 'Fees' },
] as const;

/**
 * Returns the bar that shows how the payments were divided. None if payments were returned, so that a part is below zero.
 */
function divisionBlocks({ payments, previous }: SummaryData): readonly DocumentBlock[] {
  const parts: Parts = sumParts(payments.map((payment) => payment.parts));
  const whole = sumAllParts(parts);
  if (whole <= 0 || NAMES.some(({ part }) => parts[part] < 0)) return [];
  const shown = NAMES.filter(({ part }) => parts[part] > 0);
  return [
    heading('What your last payments did'),
    {
      kind: 'shares',
      caption: `${formatUsd(whole)} posted ${previous === null ? 'so far' : 'since your last statement'}`,
      parts: shown.map(({ part, name }) => ({ name, text: formatUsd(parts[part]), share: parts[part] / whole })),
    },
  ];
}

function payingBlocks(statement: SummaryData): readonly DocumentBlock[] {
  const { drafts } = statement;
  if (sumDue(statement) === 0 && drafts.length === 0) return [];
  return [
    heading('How to pay'),
    ...drafts.map(({ day, amount }) =>
      paragraph(`Auto debit takes ${formatUsd(amount)} from your bank account on ${formatUsDate(day)}.`),
    ),
    paragraph(
      `${drafts.length === 0 ? 'Choose' : 'To pay more, choose'} Make a Payment on our website, or pay by phone: our number is at the top of this statement.`,
    ),
    heading("If you can't pay"),
    paragraph(
      "Talk to us as soon as you can: our number is at the top of this statement. Or choose Repayment Options on our website. You may be able to lower your payments or pause them. Don't wait: late payments can hurt your credit.",
    ),
  ];
}

/** Returns the blocks of the summary. */
export const summaryBlocks = (statement: SummaryData): readonly DocumentBlock[] => [
  ...answerBlocks(statement),
  ...divisionBlocks(statement),
  ...payingBlocks(statement),
];
