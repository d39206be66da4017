/** The borrower's federal loans as the rules of repayment plans need them. */
import { autoDebitRateOn } from '#domain/accounts/auto-debit-rate.ts';
import { isPausedOn } from '#domain/accounts/bills.ts';
import { owedOn } from '#domain/accounts/ledger.ts';
import { type Installment, computeRepayment } from '#domain/timeline/repayment.ts';
import { dueDateAfter, dueDateFrom, later } from '#domain/calendar.ts';
import { isInDefault } from '#domain/loan-default.ts';
import { type Cents, ZERO, allocate } from '#domain/money.ts';
import {
  toEligibilityInput,
  toLoanHistory,
  isNewIbrBorrower,
  isParentBorrower,
  planOfRow,
} from '#domain/plans/eligibility.ts';
import { isIneligibleForIdr } from '#domain/plans/estimates.ts';
import {
  type CountedDueDates,
  type Forgiveness,
  computeForgiveness,
  paymentsCounted,
} from '#domain/plans/forgiveness.ts';
import type { PlanData, PlanLoan, PresentRepayment } from '#domain/plans/shapes.ts';
import { isDirect } from '#domain/repayment/postponement/coverage.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import type { LoanRow } from './groups.ts';
import { type AccountOnDay, type GroupOnDay, portfolioIn } from './portfolio.ts';

/** Returns the program of a group; null for loans without plans of these programs, such as Perkins loans. */
function toProgram({ loanType: accountLoanType }: AccountOnDay, { loanType }: GroupOnDay): PlanLoan['program'] | null {
  if (/perkins/i.test(loanType)) return null;
  return isDirect({ loanType, accountLoanType }) ? 'Direct' : 'FFELP';
}

/**
 * Returns whether a group has Parent PLUS loans, or consolidation loans that repaid them: by its type, or by PLUS loans
 * of a parent borrower. PLUS loans of other borrowers are for graduate students.
 */
const isParentPlus = (loanType: string, borrowerType: number): boolean =>
  /parent/i.test(loanType) || (/\bPLUS\b/i.test(loanType) && isParentBorrower(borrowerType));

/** Returns the loans that have plans of the two programs. */
const loansWithPlans = (accounts: readonly AccountOnDay[]) =>
  accounts
    .filter(({ kind }) => kind === 'federal')
    .flatMap((account) => account.groups.map((group) => ({ account, group, program: toProgram(account, group) })))
    .flatMap(({ account, group, program }) =>
      program === null ? [] : group.held.loans.map((loan) => ({ account, group, program, loan })),
    );

const isNewBorrower = (found: ReturnType<typeof loansWithPlans>): boolean =>
  isNewIbrBorrower(toLoanHistory(found.map(({ program, loan }) => ({ program, disbursedOn: loan.disbursedOn }))));

/**
 * Returns the due dates of a group whose payments count toward forgiveness: from the first one on an income-driven plan, as
 * far as recorded, without those in pauses. Null on other plans.
 */
function countedDueDates({ held }: GroupOnDay): CountedDueDates | null {
  const { dueDay, incomeDrivenSince: since, repaymentStarts } = held;
  if (since === null) return null;
  const first = dueDateFrom(later(since, repaymentStarts ?? since), dueDay);
  return { first, dueDay, isCounted: (day) => !isPausedOn(held, day) };
}

/** Returns a function that returns the forgiveness of a borrower's group. `accounts` are all accounts of the borrower. */
export function forgivenessIn(accounts: readonly AccountOnDay[]): (group: GroupOnDay) => Forgiveness | null {
  const isNew = isNewBorrower(loansWithPlans(accounts));
  return (group) => {
    const counted = countedDueDates(group);
    return counted && computeForgiveness(planOfRow(group.held.plan, isNew), counted);
  };
}

/** The federal loans and the borrower's type, as of today. */
export const readPlanLoans = cachedPerLoansVersion(async (scope): Promise<Pick<PlanData, 'loans' | 'borrowerType'>> => {
  const { borrower, accounts, day } = await portfolioIn(scope);
  const { borrowerType } = borrower;
  const found = loansWithPlans(accounts);
  const isNew = isNewBorrower(found);
  const loans = found.map(({ account, group, program, loan }): PlanLoan => {
    const { loanType, plan, repaymentStarts } = group.held;
    const counted = countedDueDates(group);
    return {
      program,
      accountNumber: account.accountNumber,
      groupId: group.groupId,
      loanNumber: loan.loanId,
      loanType,
      isParentPlus: isParentPlus(loanType, borrowerType),
      isConsolidation: /consolidation/i.test(loanType),
      isSubsidized: loan.isSubsidized,
      disbursedOn: loan.disbursedOn,
      ...owedOn(loan, day),
      rate: autoDebitRateOn(loan, day),
      currentPlanName: planOfRow(plan, isNew),
      currentAmount: computePart(group, loan),
      ibrCap: computeIbrCap(group, loan),
      countedPayments: counted && paymentsCounted(counted, day),
      repaymentStarts,
      isInDefault: isInDefault({ isFederal: true, daysPastDue: group.daysPastDue }),
    };
  });
  return { loans, borrowerType };
});

/** Returns runs of equal payments in months in a row. */
function toRuns(installments: readonly Installment[], dueDay: number): PresentRepayment['runs'] {
  const runs: PresentRepayment['runs'] = [];
  for (const { date, payment } of installments) {
    const last = runs.at(-1);
    if (last?.payment === payment && dueDateAfter(last.from, dueDay, last.months) === date) last.months += 1;
    else runs.push({ from: date, months: 1, payment });
  }
  return runs;
}

/** The future payments of the federal groups that their present payments pay off, as of today. */
export const presentRepaymentsIn = cachedPerLoansVersion(async (scope): Promise<PresentRepayment[]> => {
  const { accounts, day } = await portfolioIn(scope);
  return accounts
    .filter(({ kind }) => kind === 'federal')
    .flatMap(({ accountNumber, groups }) =>
      groups.flatMap(({ groupId, held }) => {
        const { installments, end, total } = computeRepayment([held], day);
        const { interest } = total;
        return end === 'paidOff' ? [{ accountNumber, groupId, interest, runs: toRuns(installments, held.dueDay) }] : [];
      }),
    );
});

/** Returns the part of a loan in the cap of IBR that is recorded for its group, by principal. Null if it is not known. */
function computeIbrCap({ held: { ibrCap, loans } }: GroupOnDay, loan: LoanRow): Cents | null {
  if (ibrCap === null) return null;
  const weights = loans.map(({ principal }) => principal);
  return allocate(ibrCap, weights)[loans.indexOf(loan)] ?? null;
}

/** Returns the part of a loan in the present payment of its group. */
function computePart({ monthlyPayment, held }: GroupOnDay, loan: LoanRow): Cents {
  const weights = held.loans.map((each) => each.monthlyPayment);
  return allocate(monthlyPayment, weights)[held.loans.indexOf(loan)] ?? loan.monthlyPayment;
}

/** Returns whether no income-driven plan covers any of the borrower's loans, whatever the income is. */
export async function isIneligibleForIdrIn(scope: Parameters<typeof readPlanLoans>[0]): Promise<boolean> {
  // Income-driven plans have no threshold.
  const facts = { asOf: scope.today, extendedAbove: ZERO, ...(await readPlanLoans(scope)) };
  return isIneligibleForIdr({ facts, eligibility: toEligibilityInput(facts, []) });
}
