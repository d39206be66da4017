/** Handlers for the calls of My Loans: an account with its groups and loans, interest rates, notifications (P §2.12, §7). */
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { accountNotifications } from '#domain/accounts/loans/messages.ts';
import { toStatusNotifications } from '#domain/repayment/postponement/status-messages.ts';
import * as v from 'valibot';
import { interestOfDay, owedOn } from '#domain/accounts/ledger.ts';
import { sumAllParts } from '#domain/parts.ts';
import { autoDebitIncentives } from '#domain/accounts/auto-debit-rate.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { groupStatus } from '#domain/accounts/rules.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { rateOn } from '#domain/interest.ts';
import type { CallSent } from '#domain/call.ts';
import type { loans as loanCalls } from '#domain/accounts/loans/calls.ts';
import { sumCents } from '#domain/money.ts';
import { Application } from '#domain/repayment/postponement/shapes.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import type { Database } from '../../db/database.ts';
import { type GroupSplit, paymentHistory } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { latestPayments, nextPaymentFields } from './accounts.ts';
import { accountAnswer, groupAnswer } from '../portfolio/answers.ts';
import { type AccountKey, type LoanRow, addedToPrincipal, listDisbursements, ofAccount } from '../portfolio/groups.ts';
import { listApplications } from '../repayment/applications.ts';
import { forgivenessIn } from '../portfolio/plan-loans.ts';
import { cachedPerLoansVersion, cachedWithInput } from '../loans-cache.ts';
import { firstPartId, isPaidRow } from '../portfolio/debits.ts';
import {
  type AccountOnDay,
  type GroupOnDay,
  getAccount,
  toGroupInput,
  planName,
  portfolioIn,
} from '../portfolio/portfolio.ts';
import type { Handler } from '../scope.ts';

type SentAccount = CallSent<typeof loanCalls.summary>;
type SentGroup = SentAccount['groups'][number];
type SentLoan = SentGroup['loans'][number];

/** Reads the last payment of each group of an account, by group id: the sum of its parts in the group (ruling 105). */
async function readLastPayments(db: Database, account: AccountKey, groups: readonly GroupOnDay[]) {
  const h = paymentHistory;
  const isOwn = and(ofAccount(h, account), isPaidRow);
  const found = await Promise.all(
    groups.map(async ({ groupId }) => {
      const isOfGroup = sql`${h.groups} @> ${JSON.stringify([{ groupId }])}::jsonb`;
      const { effectiveDate: date, groups: splitColumn, partOf, otherParts, paymentDetailId } = h;
      const [latest] = await db
        .select({ date, groups: splitColumn, partOf, otherParts, firstId: firstPartId })
        .from(h)
        .where(and(isOwn, isOfGroup))
        .orderBy(desc(date), desc(paymentDetailId))
        .limit(1);
      if (latest === undefined) return [];
      const isWhole = latest.partOf === null && latest.otherParts === 0;
      const isOfDebit = or(eq(paymentDetailId, latest.firstId), eq(partOf, latest.firstId));
      const parts = isWhole ? [latest] : await db.select({ groups: splitColumn }).from(h).where(and(isOwn, isOfDebit));
      const splits = parts.flatMap((part) => part.groups.filter((split: GroupSplit) => split.groupId === groupId));
      return [[groupId, { amount: sumCents(splits.map(({ total }) => total)), date: latest.date }] as const];
    }),
  );
  return new Map(found.flat());
}

/** The facts of an account beside its portfolio. */
interface AccountData {
  readonly kind: AccountOnDay['kind'];
  readonly today: PlainDate;
  readonly ssnLastFour: string | null;
  readonly lastPayments: Awaited<ReturnType<typeof readLastPayments>>;
  /** Interest that was added to the principal of its loans. */
  readonly capitalized: Awaited<ReturnType<typeof addedToPrincipal>>;
  readonly getForgiveness: ReturnType<typeof forgivenessIn>;
}

/** Returns a loan. The remaining term is that of the group (ruling 96). */
function sentLoan(
  group: GroupOnDay,
  loan: LoanRow,
  { today, ssnLastFour, capitalized }: AccountData,
  { statusDesc, term }: { readonly statusDesc: string; readonly term: number | null },
): SentLoan {
  const owed = owedOn(loan, today);
  const isOver = sumAllParts(owed) === 0;
  const disbursements = listDisbursements(loan).map(({ date, amount }) => ({
    disbursementAmount: amount,
    disbursementDate: date,
  }));
  const added = capitalized.filter(({ loanId }) => loanId === loan.loanId);
  return {
    loanNumber: loan.loanId,
    loanType: group.loanType,
    loanStatusDescription: isOver ? 'Paid in full' : statusDesc,
    subsidizationEligibility: loan.isSubsidized ? 'Subsidized' : 'Unsubsidized',
    lenderName: loan.lenderName,
    schoolName: loan.schoolName,
    // The student of a Parent PLUS loan is the borrower's child, whose number is not stored.
    loanStudentLastFourSSN: /\bparent\b/i.test(group.loanType) ? null : ssnLastFour,
    dueDate: isOver ? null : group.dueDate,
    interestRate: rateOn(loan, today),
    loanTermRemaining: isOver ? 0 : term,
    currentPrincipalBalance: owed.principal,
    lastBumpDate: group.held.lastBumpDate,
    currentInterest: owed.interest,
    interestOfDay: String(interestOfDay(loan, today)),
    capitalizedInterest: sumCents(added.map(({ amount }) => amount)),
    conversionToRepayDate: repaymentEntered(group.held),
    totalAmountDisbursed: loan.disbursed,
    disbursedLoans: [{ disbursements }],
    incentives: [...loan.incentives, ...autoDebitIncentives(loan, today)],
  };
}

/** Returns the common rate of some loans; null if their rates differ. */
const commonRate = (rates: readonly (number | null)[]): number | null => {
  const [first = null] = rates;
  return first !== null && rates.every((rate) => rate === first) ? first : null;
};

function sentGroup(group: GroupOnDay, facts: AccountData): SentGroup {
  const { kind, today, lastPayments, getForgiveness } = facts;
  const { held, owed, groupId } = group;
  const status = groupStatus(toGroupInput(kind, group), today);
  const statusDesc = accountStatusText([status]);
  // The number of payments until the group is paid off at its present amounts or forgiven; null if neither happens.
  const { installments, end } = computeRepayment([{ ...held, forgiveness: getForgiveness(group) }], today);
  const term = end === null ? null : installments.length;
  const last = lastPayments.get(groupId);
  return {
    ...groupAnswer(group),
    status: status.code,
    statusDesc,
    repaymentPlan: planName(held.plan),
    recertificationDate: held.recertifyBy,
    interestRate: commonRate(held.loans.map((loan) => rateOn(loan, today))),
    lastPaymentAmount: last?.amount ?? null,
    lastPaymentDate: last?.date ?? null,
    currentBalance: sumAllParts(owed),
    accruedInterest: owed.interest,
    fees: owed.fees,
    outstandingBalance: owed.principal,
    displayLoanTerm: term === null ? null : `${term} ${term === 1 ? 'month' : 'months'}`,
    loans: held.loans.map((loan) => sentLoan(group, loan, facts, { statusDesc, term })),
  };
}

/**
 * Returns one of the borrower's accounts in wire format. Cached for each version of the loans, for the last requested
 * account.
 */
const accountIn = cachedWithInput(async (scope, accountId: string): Promise<SentAccount> => {
  const { accounts, borrower, day: today } = await portfolioIn(scope);
  const account = getAccount(accounts, accountId);
  const { db, borrowerKey } = scope;
  const { groups, kind } = account;
  const latest = await latestPayments({ db, borrowerKey });
  const added = await addedToPrincipal(db, { borrowerKey, accountId });
  const facts: AccountData = {
    kind,
    today,
    ssnLastFour: seals.borrowers.open(borrower).ssnLastFour ?? null,
    lastPayments: await readLastPayments(db, { borrowerKey, accountId }, groups),
    capitalized: added.filter(({ kind: of }) => of === 'capitalized'),
    getForgiveness: forgivenessIn(accounts),
  };
  const answer = accountAnswer(account);
  return {
    ...answer,
    asOf: today,
    isEnrolledInAutoDebit: account.autoDebit,
    accountPayment: { ...answer, ...nextPaymentFields(groups), latestPayment: latest.get(accountId) ?? null },
    alternateAccounts: accounts
      .filter((other) => other !== account)
      .map((other) => ({ accountId: other.accountId, accountNumber: other.accountNumber, loanType: other.loanType })),
    groups: groups.map((group) => sentGroup(group, facts)),
  };
});

export const accountSummary: Handler<typeof loanCalls.summary> = (scope, { params: { accountId } }) =>
  accountIn(scope, accountId);

/** Returns the regulatory rate of a loan: by default its own rate. */
const getRegulatoryRate = ({ rate, regulatoryRate }: LoanRow): number => regulatoryRate ?? rate;

export const borrowerWithAccounts: Handler<typeof loanCalls.borrowerWithAccounts> = cachedPerLoansVersion(
  async (scope) => {
    const { accounts } = await portfolioIn(scope);
    const listRates = (kind: AccountOnDay['kind']) => {
      const held = accounts
        .filter((account) => account.kind === kind)
        .flatMap(({ accountNumber, groups }) =>
          groups.map((group) => ({ of: { accountNumber, groupID: group.groupId }, ...group.held })),
        );
      const groups = held.map(({ of, isVariableRate, loans }) => ({
        ...of,
        variableInterestRateIndicator: isVariableRate,
        regulatoryInterestRate: commonRate(loans.map(getRegulatoryRate)),
        interestRate: commonRate(loans.map((loan) => rateOn(loan, scope.today))),
      }));
      const loans = held.flatMap((group) =>
        group.loans.map((loan) => ({
          ...group.of,
          loanNumber: loan.loanId,
          regulatoryInterestRate: getRegulatoryRate(loan),
          interestRate: rateOn(loan, scope.today),
        })),
      );
      return [groups, loans] as const;
    };
    const [edServicerGroups, edServicerLoans] = listRates('federal');
    const [servicerGroups, servicerLoans] = listRates('commercial');
    return { edServicerGroups, edServicerLoans, servicerGroups, servicerLoans };
  },
);

export const onlyAccount: Handler<typeof loanCalls.onlySummary> = async (scope) => {
  const { accounts } = await portfolioIn(scope);
  const [first] = accounts;
  if (first === undefined || accounts.length > 1) return { account: null, rates: null };
  return { account: await accountIn(scope, first.accountId), rates: await borrowerWithAccounts(scope, {}) };
};

export const listNotifications: Handler<typeof loanCalls.notifications> = cachedPerLoansVersion(async (scope) => {
  const { accounts } = await portfolioIn(scope);
  const groups = accounts.flatMap((account) => account.groups.map(({ held }) => ({ ...held, account })));
  return { notificationList: accountNotifications(groups, scope.today) };
});

export const listStatusNotifications: Handler<typeof loanCalls.statusNotifications> = async (scope) => {
  const applications = v.parse(v.array(Application), await listApplications(scope));
  return { notificationList: toStatusNotifications(applications, scope.today) };
};
