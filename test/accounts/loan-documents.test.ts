/**
 * The content of documents, generated from account data, and the ids and addresses of documents (rulings 15, 80, 81).
 */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addDays, dueDateAfter, toPlainDate as day } from '#domain/calendar.ts';
import {
  type ScheduledGroup,
  type TaxData,
  correctedTaxTitle,
  getFirstDay,
  mortgageLetterBlocks,
  scheduleBlocks,
  statementBlocks,
  statementTitle,
  taxBlocks,
} from '#domain/accounts/loan-documents/content.ts';
import {
  DOCUMENT_PAGES,
  type DocumentName,
  documentAddress,
  documentAt,
  toDocumentId,
  parseDocumentId,
  kindAt,
  lenderKey,
  pageAt,
} from '#domain/accounts/loan-documents/ids.ts';
import { taxFormsLetter } from '#domain/accounts/loan-documents/messages.ts';
import {
  DOCUMENT_KINDS,
  type DocumentBlock,
  LoanDocumentId,
  sharesText,
} from '#domain/accounts/loan-documents/shapes.ts';
import { lastTaxYearOn, taxFormsDay } from '#domain/accounts/loan-documents/tax-days.ts';
import { toCents as cents } from '#domain/money.ts';

const recipient = {
  name: 'Avery Lindqvist',
  address: ['2217 Prairie Rose Lane', 'Lincoln, NE 68506'],
  ssnLastFour: '4821',
};
const account = { accountNumber: 'E100200301', loanType: 'Direct' };
const ACCOUNT = 'Direct Loans · E100200301';

/** The texts of a document in reading order; rows of tables with bars between their cells. */
const listTexts = (blocks: readonly DocumentBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'table'
      ? [block.columns.map(({ header }) => header).join(' | '), ...block.rows.map((row) => row.join(' | '))]
      : [block.kind === 'shares' ? sharesText(block) : block.text],
  );

describe('a statement', () => {
  const facts = {
    recipient,
    account,
    month: '2026-10',
    firstDay: day('2026-10-01'),
    lastDay: day('2026-10-31'),
    principalBefore: cents(1_010_000),
    principalAfter: cents(1_000_000),
    disbursed: cents(0),
    payments: [
      {
        date: day('2026-10-05'),
        description: 'Auto Debit',
        principal: cents(6_000),
        interest: cents(4_000),
        fees: cents(0),
      },
      {
        date: day('2026-10-19'),
        description: 'Online Payment',
        principal: cents(4_000),
        interest: cents(100),
        fees: cents(50),
      },
    ],
    refunds: [],
    yearToDate: { principal: cents(90_000), interest: cents(40_000), fees: cents(50) },
  };

  it('sums the payments, lists each of them, and counts the year so far', () => {
    expect(listTexts(statementBlocks(facts))).toEqual([
      'Avery Lindqvist\n2217 Prairie Rose Lane\nLincoln, NE 68506',
      'Summary',
      'Item | Detail',
      `Account | ${ACCOUNT}`,
      'Statement period | 10/01/2026 to 10/31/2026',
      'Principal at the start | $10,100.00',
      'Paid on principal | $100.00',
      'Paid on interest | $41.00',
      'Paid on fees | $0.50',
      'Total payments | $141.50',
      'Principal at the end | $10,000.00',
      'Payments in this period',
      'Date | Type | Principal | Interest | Fees | Total',
      '10/05/2026 | Auto Debit | $60.00 | $40.00 | $0.00 | $100.00',
      '10/19/2026 | Online Payment | $40.00 | $1.00 | $0.50 | $41.50',
      'Paid in 2026 so far',
      'Item | Detail',
      'Principal | $900.00',
      'Interest | $400.00',
      'Fees | $0.50',
      'Total | $1,300.50',
      'This statement lists payments by the day we credited them. See what you owe today on My Loans.',
    ]);
  });

  it('lists refunds with their days and payments, which are no payments of the period (ruling 95)', () => {
    const refunds = [
      { amount: cents(50_000), date: day('2026-10-06'), paymentDate: day('2026-09-30') },
      { amount: cents(6_584), date: null, paymentDate: day('2026-10-19') },
    ];
    const texts = listTexts(statementBlocks({ ...facts, refunds }));
    expect(texts.slice(texts.indexOf('Refunds in this period'), texts.indexOf('Paid in 2026 so far'))).toEqual([
      'Refunds in this period',
      'Refunded $500.00 on 10/06/2026, from your payment of 09/30/2026.',
      'Refunded $65.84, from your payment of 10/19/2026.',
    ]);
    expect(texts).toContain('Total payments | $141.50');
  });

  it('mentions if nothing was paid, and the amounts disbursed', () => {
    const texts = listTexts(statementBlocks({ ...facts, payments: [], disbursed: cents(350_000) }));
    expect(texts).toContain('No payments were posted in this period.');
    expect(texts).toContain('Paid out to you or your school | $3,500.00');
    expect(statementTitle('2026-02')).toBe('Statement for February 2026');
    expect([getFirstDay('2026-02'), dueDateAfter(getFirstDay('2026-02'), 31, 0)]).toEqual(['2026-02-01', '2026-02-28']);
  });
});

describe('a payment schedule', () => {
  const installment = (index: number) => ({
    date: addDays(day('2026-12-20'), index * 30),
    payment: cents(11_103),
    parts: { principal: cents(10_000), interest: cents(1_103), fees: cents(0) },
    balance: cents(20_000 - 10_000 * index),
  });
  const group = {
    groupId: 'A',
    loanType: 'Direct Subsidized',
    repaymentPlan: 'Standard Repayment',
    installments: [installment(0), installment(1), installment(2)],
    forgiven: [],
    end: 'paidOff' as ScheduledGroup['end'],
    forgiveness: null,
    total: { principal: cents(30_000), interest: cents(3_309), fees: cents(0) },
  };
  const texts = (changes: Partial<ScheduledGroup>) =>
    listTexts(scheduleBlocks({ recipient, account, asOf: day('2026-11-20'), groups: [{ ...group, ...changes }] }));

  it('lists every payment until the payoff, with the sums', () => {
    expect(texts({}).slice(2)).toEqual([
      'Group A: Direct Subsidized',
      'Item | Detail',
      'Repayment plan | Standard Repayment',
      'Payments | 3',
      'Last payment | 02/18/2027',
      'Total interest | $33.09',
      'Total payments | $333.09',
      'Due date | Payment | Principal | Interest | Fees | Balance after',
      '12/20/2026 | $111.03 | $100.00 | $11.03 | $0.00 | $200.00',
      '01/19/2027 | $111.03 | $100.00 | $11.03 | $0.00 | $100.00',
      '02/18/2027 | $111.03 | $100.00 | $11.03 | $0.00 | $0.00',
    ]);
  });

  it('lists the next 12 payments where the amount never pays the loans off, and none where nothing is owed', () => {
    const installments = Array.from({ length: 600 }, (_, index) => installment(index % 2));
    const endless = texts({ installments, end: null });
    expect(endless.filter((text) => /^\d\d\/\d\d\/\d{4} \|/.test(text))).toHaveLength(12);
    expect(endless.join('\n')).toContain("Your current payment doesn't pay off these loans.");
    expect(endless.join('\n')).not.toContain('Total interest');
    expect(texts({ installments: [], end: null })).toContain('Nothing is owed on this group.');
  });

  it('ends with the day and the amount of forgiveness, how it was found, and its tax (rulings 96 and 104)', () => {
    const forgiven = [
      { date: day('2027-02-18'), parts: { principal: cents(900_000), interest: cents(1_234), fees: cents(0) } },
    ];
    const forgiveness = { on: day('2027-02-18'), countedFrom: day('2002-03-18'), payments: 300 };
    const shown = texts({ end: 'forgiven', forgiven, forgiveness });
    expect(shown.slice(5, 13)).toEqual([
      'Payments | 3',
      'Last payment | 02/18/2027',
      'Total interest | $33.09',
      'Total payments | $333.09',
      'Forgiven on 02/18/2027 | $9,012.34',
      'Your payment depends on your income. After 300 payments (25 years), what you still owe is forgiven. We count your payments since 03/18/2002. Your payment can change when your income is recertified.',
      'Since 2026, a forgiven amount counts as income for your federal taxes.',
      'Due date | Payment | Principal | Interest | Fees | Balance after',
    ]);
    // An extra amount can pay the group off before.
    expect(texts({ forgiveness }).join(' ')).not.toMatch(/forgiven/i);
  });
});

describe('a tax form', () => {
  const of = (interest: number, ssnLastFour: string | null = '4821', correction: TaxData['correction'] = null) =>
    listTexts(
      taxBlocks({
        recipient: { ...recipient, ssnLastFour },
        year: 2025,
        lender: 'U.S. Department of Education',
        correction,
        accounts: [
          { account, interest: cents(interest) },
          { account: { ...account, accountNumber: 'E100200302' }, interest: cents(1_000) },
        ],
      }),
    );

  it('has the sum in box 1, box 2 checked, and the interest of each account', () => {
    const texts = of(58_999);
    expect(texts).toContain('Box 1: Student loan interest received by lender | $599.99');
    expect(texts).toContain("Box 2: Box 1 doesn't include loan origination fees or capitalized interest | Checked");
    expect(texts).toContain("Borrower's taxpayer identification number | XXX-XX-4821");
    expect(texts).toContain(`${ACCOUNT} | $589.99`);
    expect(texts).toContain('Total | $599.99');
  });

  it('is required from $600.00', () => {
    expect(of(58_999).join('\n')).toContain('This amount is below $600.00');
    expect(of(59_000).join('\n')).toContain('Your lender must report this amount to the IRS');
    expect(of(59_000, null)).toContain("Borrower's taxpayer identification number | Not on file");
  });
});

describe('a corrected tax form', () => {
  const corrected = taxBlocks({
    recipient,
    year: 2026,
    lender: 'Meadowbrook Private Credit',
    accounts: [{ account, interest: cents(10_000) }],
    correction: { issuedOn: day('2027-03-05'), replaces: day('2027-02-01') },
  });

  it('is marked, with its day and the day of the form that it replaces', () => {
    expect(listTexts(corrected).slice(1, 4)).toEqual([
      'CORRECTED',
      'We issued this form on 03/05/2027. It replaces the form of 02/01/2027.',
      'Student Loan Interest Statement, tax year 2026',
    ]);
    expect(correctedTaxTitle(2026)).toBe('Corrected Form 1098-E information for 2026');
  });
});

describe('the day of tax forms', () => {
  it.each([
    [2025, '2026-02-02'],
    [2026, '2027-02-01'],
    [2027, '2028-01-31'],
  ])('of %i is 31 January or the next banking day: %s', (year, on) => {
    expect(taxFormsDay(year)).toBe(on);
    expect([lastTaxYearOn(addDays(day(on), -1)), lastTaxYearOn(day(on))]).toEqual([year - 1, year]);
  });
});

describe('letters about documents', () => {
  const lender = 'Meadowbrook Private Credit';

  it('list the forms of a year and the form that a correction replaces', () => {
    expect(
      taxFormsLetter(2026, [
        { lender, interest: cents(12_345), replaces: null },
        { lender: 'Prairie States Education Trust', interest: cents(100), replaces: null },
      ]),
    ).toEqual({
      subject: 'Your 2026 tax form is ready',
      text: [
        'Your Form 1098-E information shows the student loan interest you paid in 2026:',
        'Meadowbrook Private Credit: $123.45.',
        'Prairie States Education Trust: $1.00.',
        'To read or save it, open Tax Information under Documents.',
      ].join('\n\n'),
    });
    const letter = taxFormsLetter(2026, [{ lender, interest: cents(0), replaces: day('2027-02-01') }]);
    expect(letter.subject).toBe('We corrected your 2026 tax form');
    expect(letter.text).toContain(`${lender}: $0.00. This form replaces the form of 02/01/2027.`);
    expect(letter.text).toContain('ask a tax adviser whether you need to change it');
  });
});

describe('a mortgage letter', () => {
  const letter = {
    recipient,
    account,
    asOf: day('2026-11-20'),
    statusDesc: 'Past due',
    firstDisbursement: day('2020-08-20'),
    originalBalance: cents(1_200_000),
    principal: cents(1_000_000),
    payoff: cents(1_005_000),
    monthlyPayment: cents(11_103),
    plans: ['Standard Repayment'],
    pastDue: cents(11_103),
    paymentDueDate: day('2026-12-05'),
    servicer: 'Larkfield Loan Servicing',
  };

  it('verifies the account for a lender', () => {
    const texts = listTexts(mortgageLetterBlocks(letter));
    expect(texts).toContain('Borrower | Avery Lindqvist');
    expect(texts).toContain('Payoff on this date | $10,050.00');
    expect(texts).toContain('An amount of $111.03 is past due on this account.');
    expect(texts.at(-1)).toBe('Larkfield Loan Servicing');
    // Digits of a Social Security number do not concern a lender.
    expect(texts.join()).not.toContain('4821');
  });

  it('marks unknown facts, and mentions that nothing is past due', () => {
    const texts = listTexts(
      mortgageLetterBlocks({ ...letter, pastDue: cents(0), paymentDueDate: null, firstDisbursement: null }),
    );
    expect(texts).toContain('Nothing is past due on this account.');
    expect(texts).toContain('Next payment due | None');
    expect(texts).toContain('First disbursement | Not on file');
  });
});

describe('ids and addresses', () => {
  const names: readonly DocumentName[] = [
    { kind: 'statement', accountId: 'a-B_1', month: '2026-10' },
    { kind: 'schedule', accountId: 'a-B_1' },
    { kind: 'mortgageLetter', accountId: 'a-B_1' },
    { kind: 'tax', year: 2025, lender: lenderKey('U.S. Department of Education'), number: 1 },
    { kind: 'tax', year: 2025, lender: lenderKey('U.S. Department of Education'), number: 12 },
    { kind: 'statement', accountId: 'a-B_1', issuedOn: day('2026-12-02'), number: 1 },
    { kind: 'mortgageLetter', accountId: 'a-B_1', issuedOn: day('2026-12-02'), number: 1 },
    { kind: 'schedule', accountId: 'a-B_1', issuedOn: day('2026-12-02'), number: 2 },
  ];

  it.each(names)('of a $kind name their source', (name) => {
    expect(parseDocumentId(toDocumentId(name))).toEqual(name);
    expect(v.is(LoanDocumentId, toDocumentId(name))).toBe(true);
  });

  it('are the same as before for derived documents', () => {
    expect(names.slice(0, 4).map(toDocumentId)).toEqual([
      'statement.a-B_1.2026-10',
      'schedule.a-B_1',
      'mortgageLetter.a-B_1',
      'tax.2025.u-s-department-of-education',
    ]);
  });

  it.each([
    ['statement.a'],
    ['statement.a.2026-13'],
    ['tax.20x5.lender'],
    ['tax.2025'],
    ['schedule.a.b'],
    ['schedule.a.2026-10'],
    ['schedule.a.2026-02-30'],
    ['schedule.a.2026-12-02.1'],
    ['schedule.a.2026-12-02.0'],
    ['statement.a.2026-10.2'],
    ['tax.2025.lender.x'],
    ['tax.2025.lender.2.2'],
    ['other.a'],
    [''],
  ])('%j is an unknown id', (id) => {
    expect(parseDocumentId(id)).toBeUndefined();
  });

  it('of lists and documents are read as they are written', () => {
    expect(lenderKey(' Prairie States (Trust) ')).toBe('prairie-states-trust');
    expect(DOCUMENT_KINDS.map((kind) => kindAt(DOCUMENT_PAGES[kind]))).toEqual(DOCUMENT_KINDS);
    expect(kindAt('/documents/inbox/*')).toBeUndefined();
    expect(documentAt(documentAddress('tax.2025.a').slice('/documents/document'.length))).toBe('tax.2025.a');
    expect([documentAt(''), documentAt('?id=')]).toEqual([null, null]);
    expect(['', '?page=3', '?page=0', '?page=x', '?page=1.5'].map(pageAt)).toEqual([1, 3, 1, 1, 1]);
  });
});
