/** Days, amounts and terms of auto debit drafts (rulings 52 and 76), and the rules of its form. */
import type { PausedLedgerLoan } from '#domain/pause-effects.ts';
import { describe, expect, it } from 'vitest';
import { toDraftDay, toLastChangeDay } from '#domain/timeline/draft-days.ts';
import { type ProjectedDraft, draftFor, nextDueDate, termsOn } from '#domain/timeline/drafts.ts';
import { autoDebitMessages, paidInFullMessage, savingText } from '#domain/payments/auto-debit/messages.ts';
import { autoDebitSchema } from '#domain/payments/auto-debit/rules.ts';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { ZERO, toCents } from '#domain/money.ts';
import { type GroupSums, billedGroup } from '#test/support/billed-group.ts';

const LOAN: PausedLedgerLoan = {
  loanId: '1',
  rate: 0,
  monthlyPayment: toCents(10_000),
  principal: toCents(100_000),
  accruedInterest: 0n,
  fees: ZERO,
  interestThrough: day('2026-12-01'),
  isSubsidized: false,
};

type Sums = GroupSums<PausedLedgerLoan> & Pick<ProjectedDraft, 'repaymentStarts'>;

const group = (more: Partial<Sums> = {}): ProjectedDraft =>
  billedGroup<PausedLedgerLoan, Sums>({
    groupId: 'A',
    plan: 'STANDARD',
    monthlyPayment: toCents(10_000),
    dueDay: 31,
    paymentDueDate: day('2026-12-31'),
    amountDue: toCents(10_000),
    pastDue: ZERO,
    billedThrough: day('2026-12-01'),
    repaymentStarts: null,
    loans: [LOAN],
    ...more,
  });

describe('the days of a draft', () => {
  it.each([
    // Tuesday; Saturday; New Year's Day on a Friday; Sunday before a holiday.
    ['2026-12-01', '2026-12-01', '2026-11-25'],
    ['2027-01-09', '2027-01-11', '2027-01-06'],
    ['2027-01-01', '2027-01-04', '2026-12-29'],
    ['2027-01-17', '2027-01-19', '2027-01-13'],
  ])('of the due date %s is %s, with changes until %s', (dueDate, draftDay, lastChange) => {
    expect(toDraftDay(day(dueDate))).toBe(draftDay);
    expect(toLastChangeDay(day(draftDay))).toBe(lastChange);
  });

  it('follow a due day of 31 through shorter months', () => {
    const dates = [day('2026-12-31')];
    for (let months = 0; months < 3; months += 1)
      dates.push(nextDueDate([group()], dates.at(-1) ?? day('2026-12-31')) ?? day('1900-01-01'));
    expect(dates).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']);
  });

  it('are none if nothing is owed', () => {
    expect(nextDueDate([group({ paymentDueDate: null })], day('2026-12-01'))).toBeNull();
  });
});

describe('the amount of a draft', () => {
  const dueDate = day('2026-12-31');
  const extra = toCents(2_500);

  it('is the bill without past-due amounts, and the extra amount', () => {
    const pastDue = group({ pastDue: toCents(7_000) });
    expect(draftFor([pastDue], dueDate, extra)).toEqual([
      { groupId: 'A', amount: 10_000 },
      { groupId: null, amount: 2_500 },
    ]);
  });

  it('equals the unpaid part of a bill, and never exceeds the payoff', () => {
    expect(draftFor([group({ amountDue: toCents(4_000), billedThrough: dueDate })], dueDate, ZERO)).toEqual([
      { groupId: 'A', amount: 4_000 },
    ]);
    const loans = [{ ...LOAN, principal: toCents(10_500) }];
    expect(draftFor([group({ loans })], dueDate, extra)).toEqual([
      { groupId: 'A', amount: 10_000 },
      { groupId: null, amount: 500 },
    ]);
  });

  it('is only the extra amount for a bill that is paid ahead, and nothing before repayment begins', () => {
    const later = { paymentDueDate: day('2027-01-31'), amountDue: ZERO };
    expect(draftFor([group(later)], dueDate, extra)).toEqual([{ groupId: null, amount: 2_500 }]);
    expect(draftFor([group({ ...later, repaymentStarts: day('2027-01-31') })], dueDate, extra)).toEqual([]);
  });

  it('contains the extra amount on the first due date of a month only', () => {
    const other = { groupId: 'B', dueDay: 15, paymentDueDate: day('2026-12-15') };
    expect(draftFor([group(), group(other)], day('2026-12-15'), extra)).toHaveLength(2);
    const later = group({ ...other, paymentDueDate: day('2027-01-15'), amountDue: ZERO });
    expect(draftFor([group(), later], dueDate, extra)).toEqual([{ groupId: 'A', amount: 10_000 }]);
  });

  it('is nothing through the last day of a postponement', () => {
    const pausedTo = (end: PlainDate) => {
      const pause = { kind: 'hardship', start: day('2026-12-05'), end, grantedOn: day('2026-12-05') } as const;
      return { ...group(), pauses: [{ ...pause, isClosed: false }] };
    };
    expect(draftFor([pausedTo(addDays(dueDate, 1))], dueDate, extra)).toEqual([]);
    expect(draftFor([pausedTo(dueDate)], dueDate, extra)).toEqual([
      { groupId: 'A', amount: 10_000 },
      { groupId: null, amount: 2_500 },
    ]);
  });
});

describe('the terms of a draft', () => {
  const terms = { profileId: 'method-1', extraAmount: ZERO };
  const enrolled = { changedOn: day('2026-11-25'), isImmediate: false, terms };
  const draftDay = day('2026-12-01');

  it('are those of the last change in time', () => {
    expect(termsOn([], draftDay)).toBeNull();
    expect(termsOn([enrolled], draftDay)).toBe(terms);
    expect(termsOn([{ ...enrolled, changedOn: day('2026-11-26') }], draftDay)).toBeNull();
    const stopped = { changedOn: day('2026-11-25'), isImmediate: false, terms: null };
    expect(termsOn([enrolled, stopped], draftDay)).toBeNull();
    expect(termsOn([enrolled, { ...stopped, changedOn: day('2026-11-26') }], draftDay)).toBe(terms);
  });

  it('end at once with a suspension', () => {
    expect(termsOn([enrolled, { changedOn: day('2026-11-30'), isImmediate: true, terms: null }], draftDay)).toBeNull();
  });
});

describe('the texts', () => {
  it('state the savings of the lower rate and its start (ruling 101)', () => {
    const facts = { status: 'on', monthlyReduction: toCents(412), reducedSince: day('2026-12-09') } as const;
    const saving = (more: Partial<Parameters<typeof savingText>[0]> = {}) =>
      Object.values(savingText({ ...facts, ...more }) ?? {}).join(': ');
    expect(saving()).toBe('Lower interest saves you: about $4.12 a month: Since 12/09/2026');
    expect(saving({ reducedSince: null })).toBe(
      'Lower interest will save you: about $4.12 a month: It starts with your first auto debit payment',
    );
    const would = 'Lower interest would save you: about $4.12 a month';
    expect(saving({ status: 'off', reducedSince: null })).toBe(would);
    expect(saving({ status: 'suspended', reducedSince: null })).toBe(would);
    expect(savingText({ ...facts, monthlyReduction: ZERO })).toBeUndefined();
  });

  it('tell the borrower that auto debit has ended with the account (ruling 95)', () => {
    const { subject, text } = paidInFullMessage({ loanType: 'Direct', accountNumber: 'E900000001' });
    expect(subject).toBe('Auto debit has ended');
    expect(text).toContain('Direct Loans · E900000001 is paid in full, so we have ended auto debit for it.');
    expect(text).toContain("auto debit doesn't start again by itself");
  });
});

describe('the form', () => {
  const facts = { profileIds: ['method-1'], payoff: toCents(10_000) };
  const right = { profileId: 'method-1', extraAmount: '', terms: true };
  const messagesFor = (values: Partial<typeof right>) =>
    findProblems(autoDebitSchema(facts), { ...right, ...values }).map(({ field, issue }) => [
      field,
      getMessage(autoDebitMessages, issue),
    ]);

  it.each(['', '25', '$25.00', '100.00'])('accepts the extra amount "%s"', (extraAmount) => {
    expect(messagesFor({ extraAmount })).toEqual([]);
  });

  it.each([
    [{ profileId: 'method-2' }, 'profileId', 'Please choose a payment method.'],
    [{ extraAmount: '10.5.0' }, 'extraAmount', 'Payment amount must be a valid dollar amount.'],
    [{ extraAmount: '-1' }, 'extraAmount', 'Payment amount must be a valid dollar amount.'],
    [{ extraAmount: '100.01' }, 'extraAmount', 'Payment cannot exceed your account payoff amount of $100.00.'],
    [{ terms: false }, 'terms', 'You are required to agree to the terms and conditions.'],
  ])('refuses %j', (values, field, message) => {
    expect(messagesFor(values)).toEqual([[field, message]]);
  });
});
