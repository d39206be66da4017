/** The rules of an application for an income-driven plan (R §3 to §9; rulings 28, 29, 38, 42, 43). */
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { areAllInSchoolOrGrace, firstConversion, isTooEarly } from '#domain/repayment/idr/too-early.ts';
import { PROBE, toEstimatesRequest, maritalStatusCode } from '#domain/repayment/idr/estimates.ts';
import { filingAnnouncement, idrMessages } from '#domain/repayment/idr/messages.ts';
import {
  type SummaryRow,
  isLeavingIbr,
  isKeepingPlans,
  leavesIbr,
  loansUnder,
  planCards,
  programPrefix,
  restoredChoice,
  startingChoice,
  summaryRows,
} from '#domain/repayment/idr/plans.ts';
import * as rules from '#domain/repayment/idr/rules.ts';
import {
  accountsIn,
  directOnIbr,
  ffelpOnIbr,
  inGraceNearby,
  inGraceTooLong,
  inRepayment,
  sampleEntry,
  sampleEstimates,
  standardEstimates,
} from '#domain/repayment/idr/samples.ts';
import { type IdrValues, type OtherLoan } from '#domain/repayment/idr/shapes.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { type Cents, toCents as cents } from '#domain/money.ts';
import { sampleToday } from '#domain/samples.ts';

const limits = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000, agiThreshold: 200_000 };

/** The sentence for each field of the income form that is wrong. */
const said = (values: Partial<IdrValues>): Record<string, string> =>
  Object.fromEntries(
    findProblems(rules.idrSchema(limits), { ...sampleEntry.values, ...values }).map(({ field, issue }) => [
      field,
      getMessage(idrMessages, issue),
    ]),
  );

describe('the income form', () => {
  const DEPENDENTS = 'Must be between 0 and 20 dependents.';

  it.each<[Partial<IdrValues>, Record<string, string>]>([
    [{}, {}],
    [{ marriageStatus: '' }, { marriageStatus: 'Marital Status is required.' }],
    [{ childDependents: '' }, { childDependents: DEPENDENTS }],
    [{ childDependents: '21' }, { childDependents: DEPENDENTS }],
    [{ childDependents: '-1' }, { childDependents: DEPENDENTS }],
    [{ childDependents: '1.5' }, { childDependents: DEPENDENTS }],
    [{ adultDependents: 'two' }, { adultDependents: DEPENDENTS }],
    [{ childDependents: '0', adultDependents: '20' }, {}],
    [{ agi: '' }, { agi: 'Adjusted Gross Income is required.' }],
    [{ agi: '10,50' }, { agi: 'Adjusted Gross Income must be a valid dollar amount.' }],
    [{ agi: '-5' }, { agi: 'Adjusted Gross Income must be a valid dollar amount.' }],
    [{ agi: '0' }, {}],
    [{ agi: '$1,000,000' }, {}],
    [{ agi: '1000000.01' }, { agi: 'Adjusted Gross Income must be less than $1,000,000.' }],
    [{ agi: '9'.repeat(30) }, { agi: 'Adjusted Gross Income must be less than $1,000,000.' }],
  ])('says of %o: %o', (values, messages) => {
    expect(said(values)).toEqual(messages);
  });

  it.each([
    ['childDependents', '', '0'],
    ['adultDependents', ' ', '0'],
    ['childDependents', '3', '3'],
    ['agi', '52,000', '52000.00'],
    ['agi', '$52,000.5', '52000.50'],
    ['agi', '', ''],
    ['agi', 'much', 'much'],
    ['marriageStatus', '', ''],
  ])('writes %s "%s" as "%s" once its field was left', (field, typed, written) => {
    expect(rules.normalizeField(field, typed)).toBe(written);
  });

  it.each([
    ['199999.99', '', false],
    ['200000', '', true],
    ['200000.00', '200000', false],
    ['200000.01', '200000.00', true],
    ['', '', false],
  ])('asks to confirm %s, after %s was confirmed: %s', (agi, confirmedAgi, isShown) => {
    const entry = { values: { ...sampleEntry.values, agi }, confirmedAgi };
    expect(rules.needsConfirmation(entry, limits)).toBe(isShown);
  });

  it('starts with joint filing, which counts for married borrowers only', () => {
    expect(rules.startingValues.taxFiling).toBe('jointly');
    const isJoint = (marriageStatus: IdrValues['marriageStatus'], taxFiling: IdrValues['taxFiling']) =>
      rules.isMarriedJointly({ marriageStatus, taxFiling });
    expect(isJoint('married', 'jointly')).toBe(true);
    expect(isJoint('married', 'separately')).toBe(false);
    expect(isJoint('single', 'jointly')).toBe(false);
    expect(isJoint('marriedSeparated', 'jointly')).toBe(false);
  });

  it('announces a change of status or filing, and the loans that went with it', () => {
    const change = { marriageStatus: 'married', taxFiling: 'separately', removed: 0 } as const;
    expect(filingAnnouncement(change)).toBe('Married filing separately is chosen. Tax filing options are shown.');
    expect(filingAnnouncement({ ...change, marriageStatus: 'single', removed: 1 })).toBe(
      "Single is chosen. Tax filing options are hidden. Your spouse's loan was removed.",
    );
    expect(filingAnnouncement({ ...change, removed: 2 })).toContain('2 loans of your spouse were removed.');
  });
});

describe('the Add Loan dialog', () => {
  const whole = { borrower: 'me', loanProgram: 'Direct', loanType: 'Direct PLUS', balance: '1' } as const;
  const listSaid = (values: object, asksOwner = true) => {
    const all = { ...whole, ...values };
    return findProblems(rules.otherLoanSchema({ asksOwner }, all), all).map(({ issue }) =>
      getMessage(idrMessages, issue),
    );
  };

  it.each<[object, string[]]>([
    [{}, []],
    [{ borrower: '' }, ['Select whose loan it is.']],
    [{ loanProgram: '', loanType: '' }, ['Select the loan program.', 'Select the loan type.']],
    [{ loanType: 'Stafford Subsidized' }, ['Select the loan type.']],
    [{ balance: '' }, ['Enter the current loan balance.']],
    [{ balance: 'x' }, ['Balance must be a valid dollar amount.']],
    [{ balance: '0.00' }, ['Balance must be greater than $0.']],
    [{ balance: '0.01' }, []],
    [{ balance: '1,000,000,000' }, []],
    [{ balance: '1,000,000,000.01' }, ['Balance must be a valid dollar amount.']],
  ])('says of %o: %o', (values, messages) => {
    expect(listSaid(values)).toEqual(messages);
  });

  it('asks whose loan it is only where a spouse may have one', () => {
    expect(listSaid({ borrower: 'me' }, false)).toEqual([]);
    expect(rules.startingOtherLoan({ asksOwner: false }).borrower).toBe('me');
    expect(rules.startingOtherLoan({ asksOwner: true }).borrower).toBe('');
  });

  it('offers the types of the program, and clears the type with another program', () => {
    expect(rules.getLoanTypes('Direct')).toContain('Direct Consolidation');
    expect(rules.getLoanTypes('FFELP')).toContain('Stafford Unsubsidized');
    expect(rules.getLoanTypes('')).toEqual([]);
    expect(rules.otherLoanAfter('loanProgram', whole).loanType).toBe('');
    expect(rules.otherLoanAfter('balance', whole)).toBe(whole);
  });
});

describe('the request for estimates', () => {
  it.each([
    ['single', 'jointly', 1],
    ['single', 'separately', 1],
    ['married', 'jointly', 2],
    ['married', 'separately', 3],
    ['marriedSeparated', 'jointly', 5],
    ['marriedNoAccess', 'separately', 5],
  ] as const)('sends %s, filing %s, as %i', (marriageStatus, taxFiling, code) => {
    expect(maritalStatusCode({ marriageStatus, taxFiling })).toBe(code);
  });

  it('asks on load with zeros, marital status 1 and plan type IDR', () => {
    expect(PROBE).toEqual({
      adjustedGrossIncome: 0,
      numberOfChildDependents: 0,
      numberOfOtherDependents: 0,
      maritalStatus: 1,
      planType: 'IDR',
      externalLoanProfiles: [],
    });
  });

  const own: OtherLoan = { borrower: 'me', loanProgram: 'FFELP', loanType: 'Stafford Subsidized', balance: '1200.50' };
  const spouses: OtherLoan = { borrower: 'spouse', loanProgram: 'Direct', loanType: 'Direct PLUS', balance: '0.01' };

  it('sends dollars, and the loans of both for a borrower who is married and files jointly', () => {
    const values: IdrValues = {
      marriageStatus: 'married',
      taxFiling: 'jointly',
      childDependents: '2',
      adultDependents: '1',
      agi: '52,000.50',
    };
    expect(toEstimatesRequest({ values, otherLoans: [own, spouses] })).toEqual({
      adjustedGrossIncome: 52_000.5,
      numberOfChildDependents: 2,
      numberOfOtherDependents: 1,
      maritalStatus: 2,
      planType: 'IDR',
      externalLoanProfiles: [
        { balance: 1200.5, owner: 'Borrower', program: 'FFELP', loanType: 'Stafford Subsidized', interestRate: 5 },
        { balance: 0.01, owner: 'Spouse', program: 'Direct', loanType: 'Direct PLUS', interestRate: 5 },
      ],
    });
    const separate = toEstimatesRequest({ values: { ...values, taxFiling: 'separately' }, otherLoans: [own, spouses] });
    expect(separate.externalLoanProfiles.map(({ owner }) => owner)).toEqual(['Borrower']);
  });
});

describe('who may apply', () => {
  it.each([
    ['91 days before repayment', inGraceTooLong, true],
    ['90 days before repayment', inGraceNearby, false],
    ['in school', accountsIn('inSchool', day('2028-01-01')), true],
    ['a loan of a group without a known day', accountsIn('inGrace', day('2028-01-01'), null), false],
    ['a loan that enters repayment earlier', accountsIn('inGrace', day('2028-01-01'), day('2026-12-01')), false],
    ['in repayment', inRepayment, false],
    ['no accounts', { federalAccounts: [], commercialAccounts: [] }, false],
  ])('asks the borrower to wait: %s: %s', (_, accounts, isToWait) => {
    expect(isTooEarly(accounts, sampleToday)).toBe(isToWait);
  });

  it('looks at commercial loans too, and not at loans that are paid in full', () => {
    const paid = accountsIn('paidInFull', day('2020-01-01')).federalAccounts;
    const commercial = accountsIn('inRepayment', day('2020-01-01')).federalAccounts;
    const withPaid = { ...inGraceTooLong, federalAccounts: [...inGraceTooLong.federalAccounts, ...paid] };
    expect(isTooEarly(withPaid, sampleToday)).toBe(true);
    expect(areAllInSchoolOrGrace({ ...inGraceTooLong, commercialAccounts: commercial })).toBe(false);
    expect(isTooEarly({ ...inGraceTooLong, commercialAccounts: commercial }, sampleToday)).toBe(false);
    expect(areAllInSchoolOrGrace(inGraceNearby)).toBe(true);
    expect(firstConversion(accountsIn('inGrace', day('2028-01-01'), day('2027-05-01'), null))).toBe('2027-05-01');
  });
});

describe('the plans', () => {
  it('shows the recommended plan, the current one, then the others from the lowest payment on', () => {
    expect(planCards(directOnIbr).map(({ planName, role, total }) => [planName, role, total])).toEqual([
      ['RAP', 'recommended', 9917],
      // The estimate for the entered data; currentTotal has the current payment.
      ['IBR_15', 'current', 13_020],
      ['PAYE', 'other', 11_050],
    ]);
    expect(planCards(directOnIbr)[1]?.currentTotal).toBe(14_260);
  });

  it('has one card for a current plan that is the lowest', () => {
    const { ffelpLoans } = sampleEstimates;
    expect(ffelpLoans && planCards(ffelpLoans)).toMatchObject([
      { planName: 'IBR_15', role: 'recommended', currentTotal: 3815 },
    ]);
  });

  it('puts plans whose payment is not known last', () => {
    const { directLoans } = standardEstimates;
    const names = directLoans && planCards(directLoans).map(({ planName, total }) => [planName, total]);
    expect(names).toEqual([
      ['RAP', 9917],
      ['STANDARD', 22_763],
      ['PLAN_X', null],
    ]);
  });

  it('chooses the recommended plans initially, and the earlier choice as long as it is offered', () => {
    expect(startingChoice(sampleEstimates)).toEqual({ Direct: 'RAP', FFELP: 'IBR_15' });
    expect(restoredChoice(sampleEstimates, { Direct: 'PAYE', FFELP: null })).toEqual({
      Direct: 'PAYE',
      FFELP: 'IBR_15',
    });
    expect(restoredChoice(standardEstimates, { Direct: 'PAYE', FFELP: 'IBR_15' })).toEqual({
      Direct: 'RAP',
      FFELP: null,
    });
  });

  it.each([
    ['IBR_15', 'RAP', 'RAP', true],
    ['IBR_10', 'PAYE', 'RAP', true],
    ['IBR_15', 'RAP', null, true],
    ['IBR_15', 'IBR_15', 'RAP', false],
    ['IBR_15', 'RAP', 'IBR_15', false],
    ['IBR_15', 'RAP', 'IBR_10', false],
    ['PAYE', 'RAP', 'RAP', false],
    ['STANDARD', 'RAP', 'RAP', false],
    [null, 'RAP', 'RAP', false],
  ])('from %s to %s, with %s suggested, leaves IBR: %s', (current, chosen, suggested, isLeaving) => {
    expect(isLeavingIbr({ current, chosen, suggested })).toBe(isLeaving);
  });

  it('asks about leaving IBR for Direct loans only', () => {
    expect(leavesIbr(sampleEstimates, { Direct: 'RAP', FFELP: 'IBR_15' })).toBe(true);
    expect(leavesIbr({ ...sampleEstimates, directLoans: null }, { Direct: null, FFELP: 'X' })).toBe(false);
  });
});

describe('the summary of loans', () => {
  const row = (
    accountNumber: string,
    groupId: string,
    currentPlanName: string,
    amount: number,
    estimate: Cents | null,
  ): SummaryRow => ({
    accountNumber,
    groupId,
    loanTypeGroup: 'Direct Unsubsidized',
    currentPlanName,
    currentAmount: cents(amount),
    newEstimatedAmount: estimate,
  });

  it('merges the loans of a group, and sorts by plan, accounts with an E, account and group', () => {
    const rows = summaryRows([
      row('D100000001', 'A', 'IBR_15', 100, cents(10)),
      row('E200000002', 'B', 'IBR_15', 200, cents(20)),
      row('E200000002', 'A', 'IBR_15', 300, cents(30)),
      row('E100000003', 'A', 'STANDARD', 400, cents(40)),
      row('E200000002', 'A', 'IBR_15', 5, cents(3)),
      row('E100000001', 'A', 'IBR_15', 600, cents(60)),
    ]);
    expect(
      rows.map(({ accountNumber, groupId, currentAmount, newEstimatedAmount }) => [
        accountNumber,
        groupId,
        currentAmount,
        newEstimatedAmount,
      ]),
    ).toEqual([
      ['E100000001', 'A', 600, 60],
      ['E200000002', 'A', 305, 33],
      ['E200000002', 'B', 200, 20],
      ['D100000001', 'A', 100, 10],
      ['E100000003', 'A', 400, 40],
    ]);
  });

  it('has no estimate for a group when one of its loans has none', () => {
    const rows = summaryRows([row('E1', 'A', 'RAP', 1, cents(1)), row('E1', 'A', 'RAP', 2, null)]);
    expect(rows).toMatchObject([{ currentAmount: 3, newEstimatedAmount: null }]);
  });

  it('lists the loans that a plan covers, and all loans under a current plan that is not offered', () => {
    expect(loansUnder(directOnIbr, 'RAP').covered).toMatchObject([{ newEstimatedAmount: 9917, currentAmount: 14_260 }]);
    const { directLoans } = standardEstimates;
    // A group in default stays on its plan too.
    expect(directLoans && loansUnder(directLoans, 'STANDARD').covered).toHaveLength(2);
  });

  it('cuts the name of a program to 13 characters without spaces', () => {
    expect(programPrefix('Federal Family Education Loans (FFELP)')).toBe('FederalFamily');
    expect(programPrefix('Direct Loans')).toBe('DirectLoans');
  });
});

describe('keeping the present plans (ruling 114)', () => {
  const onlyFfelp = { ...sampleEstimates, directLoans: null };
  const withEstimate = (total: number) => ({
    ...onlyFfelp,
    ffelpLoans: {
      ...ffelpOnIbr,
      eligibleRepaymentPlans: ffelpOnIbr.eligibleRepaymentPlans.map((plan) => ({ ...plan, total: cents(total) })),
    },
  });

  it('leaves nothing to apply for, unless the entered income lowers a payment', () => {
    const stored = { Direct: null, FFELP: 'IBR_15' };
    expect(isKeepingPlans(onlyFfelp, stored)).toBe(true);
    expect(isKeepingPlans(withEstimate(3816), stored)).toBe(true);
    expect(isKeepingPlans(withEstimate(3814), stored)).toBe(false);
    // The Direct loans pay $142.60, and would pay $130.20 on the same plan.
    expect(isKeepingPlans(sampleEstimates, { Direct: 'IBR_15', FFELP: 'IBR_15' })).toBe(false);
    expect(isKeepingPlans(sampleEstimates, { Direct: 'RAP', FFELP: 'IBR_15' })).toBe(false);
    // A present plan that is not income-driven has no estimate.
    expect(isKeepingPlans(standardEstimates, { Direct: 'STANDARD', FFELP: null })).toBe(true);
    expect(isKeepingPlans(standardEstimates, { Direct: 'RAP', FFELP: null })).toBe(false);
  });
});
