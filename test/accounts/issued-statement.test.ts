/** The statement that is issued with a bill (ruling 91), by the difficult cases of bills, refunds and returns. */
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import {
  type IssuedStatementData,
  issuedStatementTitle,
  statementContent,
} from '#domain/accounts/loan-documents/statement.ts';
import { sharesText } from '#domain/accounts/loan-documents/shapes.ts';
import { toCents as cents } from '#domain/money.ts';

const parts = (principal: number, interest: number, fees = 0) => ({
  principal: cents(principal),
  interest: cents(interest),
  fees: cents(fees),
});
const A = { groupId: 'A', loanType: 'Direct Subsidized' };
const B = { groupId: 'B', loanType: 'Direct Unsubsidized' };

/** One group with a bill of $100.00, which a payment has paid a part of. */
const facts: IssuedStatementData = {
  recipient: { name: 'Avery Lindqvist', address: ['Lincoln, NE 68506'], ssnLastFour: '4821' },
  account: { accountNumber: 'E100200301', loanType: 'Direct' },
  issuedOn: day('2026-12-02'),
  previous: day('2026-11-02'),
  bills: [{ ...A, kind: 'installment', dueDate: day('2027-01-01'), amount: cents(10_000), due: cents(7_500) }],
  withoutBill: null,
  coming: [],
  pastDue: null,
  beingPaid: [],
  drafts: [],
  payments: [
    {
      postedOn: day('2026-12-01'),
      effectiveDate: day('2026-11-27'),
      parts: parts(6_000, 4_000),
      what: { kind: 'posted', description: 'Online Payment', refunded: cents(0) },
    },
  ],
  changes: [],
  balances: [{ ...A, ...parts(1_000_000, 1_234) }],
  yearToDate: parts(60_000, 40_000, 50),
};

const listTexts = (changes: Partial<IssuedStatementData>): string[] =>
  statementContent({ ...facts, ...changes }).flatMap((block) =>
    block.kind === 'table'
      ? [block.columns.map(({ header }) => header).join(' | '), ...block.rows.map((row) => row.join(' | '))]
      : [block.kind === 'shares' ? sharesText(block) : block.text],
  );

describe('a statement with a bill', () => {
  it('shows the amounts due, payments by posting day, balances and year-to-date totals', () => {
    expect(listTexts({})).toEqual([
      'Avery Lindqvist\nLincoln, NE 68506',
      '$75.00 is due by 01/01/2027',
      'What your last payments did',
      '$100.00 posted since your last statement: Principal $60.00, Interest $40.00.',
      'How to pay',
      'Choose Make a Payment on our website, or pay by phone: our number is at the top of this statement.',
      "If you can't pay",
      "Talk to us as soon as you can: our number is at the top of this statement. Or choose Repayment Options on our website. You may be able to lower your payments or pause them. Don't wait: late payments can hurt your credit.",
      'What is due',
      'Item | Detail',
      'Account | Direct Loans · E100200301',
      'Statement date | 12/02/2026',
      'Due this month | $75.00',
      'Past due | Nothing',
      'Total due | $75.00',
      'Group | Due date | Bill | Left to pay',
      'Group A: Direct Subsidized | 01/01/2027 | $100.00 | $75.00',
      'Posted since your last statement',
      'From 11/03/2026 through 12/02/2026.',
      'Posted | Counts from | Type | Principal | Interest | Fees | Total',
      '12/01/2026 | 11/27/2026 | Online Payment | $60.00 | $40.00 | $0.00 | $100.00',
      'What you owe',
      'Group | Principal | Interest | Fees | Total',
      'Group A: Direct Subsidized | $10,000.00 | $12.34 | $0.00 | $10,012.34',
      'Paid in 2026 so far',
      'Item | Principal | Interest | Fees | Total',
      'Payments | $600.00 | $400.00 | $0.50 | $1,000.50',
      'We list payments by the day we posted them. A payment lowers your interest from the day in "Counts from".',
    ]);
    expect(issuedStatementTitle(facts.issuedOn)).toBe('Statement dated 12/02/2026');
  });

  it('adds the past-due amount to the total', () => {
    const texts = listTexts({ pastDue: { amount: cents(20_260), since: day('2026-10-02') } });
    expect(texts).toContain('Past due since 10/02/2026 | $202.60');
    expect(texts).toContain('Total due | $277.60');
  });

  it('lists each group, an exit bill by its name, and the bill that comes later', () => {
    const texts = listTexts({
      bills: [...facts.bills, { ...B, kind: 'exit', dueDate: day('2027-01-01'), amount: cents(500), due: cents(500) }],
      coming: [{ groupId: 'C', loanType: 'Direct PLUS', issuedOn: day('2026-12-10'), dueDate: day('2027-01-09') }],
      balances: [...facts.balances, { ...B, ...parts(50_000, 66) }],
    });
    expect(texts).toContain('Group B: Direct Unsubsidized, exit payment for leaving IBR | 01/01/2027 | $5.00 | $5.00');
    expect(texts).toContain('Total due | $80.00');
    expect(texts).toContain("Group C: Direct PLUS: we issue the next bill on 12/10/2026, and it's due on 01/09/2027.");
    expect(texts).toContain('All groups | $10,500.00 | $13.00 | $0.00 | $10,513.00');
  });

  it('says that nothing is due if the month is paid ahead', () => {
    const texts = listTexts({ bills: facts.bills.map((bill) => ({ ...bill, due: cents(0) })) });
    expect(texts).toContain('Group A: Direct Subsidized | 01/01/2027 | $100.00 | $0.00');
    expect(texts).toContain('Nothing is due.');
    expect(listTexts({})).not.toContain('Nothing is due.');
  });

  it('mentions a bill that is being paid and the coming draft', () => {
    const texts = listTexts({
      beingPaid: [{ dueDate: day('2026-11-29'), amount: cents(15_513) }],
      drafts: [{ day: day('2027-01-04'), amount: cents(7_500) }],
    });
    expect(texts).toContain(
      "A payment of $155.13 for the bill due 11/29/2026 is on its way. The total due doesn't include that bill.",
    );
    expect(texts).toContain('Auto debit takes $75.00 from your bank account on 01/04/2027.');
    expect(texts).toContain('Total due | $75.00');
  });
});

describe('a statement without a bill', () => {
  it('of a pause names its last day', () => {
    const texts = listTexts({ bills: [], withoutBill: { reason: 'postponed', through: day('2027-05-22') } });
    expect(texts).toContain(
      'Your payments are paused through 05/22/2027, so there is no bill. Interest can still add up.',
    );
    expect(texts).not.toContain('Group | Due date | Bill | Left to pay');
  });

  it('of an account that is paid in full is the last one', () => {
    const texts = listTexts({ bills: [], withoutBill: { reason: 'paidInFull' } });
    expect(texts).toContain('This account is paid in full. This is its last statement.');
    expect(texts).toContain('Nothing is due.');
  });
});

describe('the beginning of a statement', () => {
  /** The blocks before the details. */
  const beginning = (changes: Partial<IssuedStatementData>): string[] => {
    const texts = listTexts(changes);
    return texts.slice(1, texts.indexOf('What is due'));
  };
  const [bill] = facts.bills;
  if (bill === undefined) throw new Error('There is no bill');

  it('asks for the past-due amount first', () => {
    const pastDue = { amount: cents(20_260), since: day('2026-10-02') };
    expect(beginning({ pastDue }).slice(0, 3)).toEqual([
      '$277.60 is due',
      '$202.60 is past due since 10/02/2026. Please pay it now.',
      '$75.00 is due by 01/01/2027.',
    ]);
  });

  it('adds up the groups of each due date', () => {
    const bills = [bill, { ...bill, ...B }, { ...bill, ...B, dueDate: day('2027-01-15'), due: cents(500) }];
    expect(beginning({ bills }).slice(0, 3)).toEqual([
      '$155.00 is due',
      '$150.00 is due by 01/01/2027.',
      '$5.00 is due by 01/15/2027.',
    ]);
    expect(beginning({ bills: bills.slice(0, 2) })[0]).toBe('$150.00 is due by 01/01/2027');
  });

  it('says that nothing is due, without ways to pay', () => {
    const bills = [{ ...bill, due: cents(0) }];
    expect(beginning({ bills, payments: [] })).toEqual(['You owe no payment now']);
  });

  it('says what auto debit pays, and how to pay more', () => {
    const drafts = [{ day: day('2027-01-04'), amount: cents(7_500) }];
    expect(beginning({ drafts })).toContain('Auto debit takes $75.00 from your bank account on 01/04/2027.');
    expect(beginning({ drafts })).toContain(
      'To pay more, choose Make a Payment on our website, or pay by phone: our number is at the top of this statement.',
    );
  });

  it('shows how payments were divided in shares of the whole, unless one was returned', () => {
    const shares = statementContent(facts).flatMap((block) => (block.kind === 'shares' ? block.parts : []));
    expect(shares.map(({ name, share }) => `${name} ${share}`)).toEqual(['Principal 0.6', 'Interest 0.4']);
    const [payment] = facts.payments;
    if (payment === undefined) throw new Error('There is no payment');
    const returned = { ...payment, parts: parts(-9_000, -1_000), what: { kind: 'returned' } as const };
    expect(beginning({ payments: [payment, returned] })).not.toContain('What your last payments did');
  });
});

describe('the postings on a statement', () => {
  const posted = (refunded: number, paid: ReturnType<typeof parts>) => ({
    postedOn: day('2026-12-02'),
    effectiveDate: day('2026-11-30'),
    parts: paid,
    what: { kind: 'posted', description: 'Online Payment', refunded: cents(refunded) } as const,
  });

  it('show a refund on its day, and no zeros for a payment that is refunded in whole', () => {
    const texts = listTexts({
      payments: [posted(50_000, parts(0, 0)), posted(2_500, parts(9_000, 1_000))],
      changes: [
        {
          postedOn: day('2026-12-02'),
          amount: cents(1_000),
          what: { kind: 'refund', effectiveDate: day('2026-11-25') },
        },
      ],
    });
    expect(texts).toContain(
      '12/02/2026 | 11/30/2026 | Online Payment of $500.00. We refund all of it. | – | – | – | –',
    );
    expect(texts).toContain(
      '12/02/2026 | 11/30/2026 | Online Payment of $125.00. We refund $25.00 of it. | $90.00 | $10.00 | $0.00 | $100.00',
    );
    expect(texts).toContain('12/02/2026 | Refund of your payment of 11/25/2026 | $10.00');
  });

  it('show added interest and amounts paid out', () => {
    const texts = listTexts({
      changes: [
        { postedOn: day('2026-11-08'), amount: cents(12_854), what: { kind: 'capitalized' } },
        { postedOn: day('2026-11-09'), amount: cents(350_000), what: { kind: 'disbursed' } },
      ],
    });
    expect(texts).toContain('11/08/2026 | Interest added to principal | $128.54');
    expect(texts).toContain('11/09/2026 | Paid out to you or your school | $3,500.00');
  });

  it('show the differences of payments that were applied again', () => {
    const again = (cause: 'returned' | 'late') => ({
      postedOn: day('2026-12-02'),
      effectiveDate: day('2026-11-15'),
      parts: parts(-1_050, 1_050),
      what: { kind: 'appliedAgain', cause } as const,
    });
    const returned = {
      postedOn: day('2026-12-02'),
      effectiveDate: day('2026-11-10'),
      parts: parts(-9_000, -1_000),
      what: { kind: 'returned' } as const,
    };
    const texts = listTexts({ payments: [returned, again('returned'), again('late')] });
    expect(texts).toContain('12/02/2026 | 11/10/2026 | Returned payment | -$90.00 | -$10.00 | $0.00 | -$100.00');
    expect(texts).toContain(
      '12/02/2026 | 11/15/2026 | Applied again after the returned payment | -$10.50 | $10.50 | $0.00 | $0.00',
    );
    expect(texts).toContain(
      '12/02/2026 | 11/15/2026 | Applied again after the late payment | -$10.50 | $10.50 | $0.00 | $0.00',
    );
  });

  it('begin with the first statement, or are none', () => {
    expect(listTexts({ previous: null })).toContain('Up to 12/02/2026.');
    expect(listTexts({ payments: [] })).toContain('From 11/03/2026 through 12/02/2026. Nothing was posted.');
  });
});
