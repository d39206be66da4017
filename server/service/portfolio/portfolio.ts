/** A borrower's loans as of a given day: accounts, their groups with that day's bill, and loans. */
import { eq, inArray, sql } from 'drizzle-orm';
import {
  type Installment,
  awaitsExit,
  daysPastDueOn,
  dueDateOn,
  computeDue,
  issueTo,
  monthlyPaymentOn,
  nextInstallment,
  nextUnbilled,
  openBills,
  getOpenAmount,
  pastDueSinceOn,
  paymentOn,
} from '#domain/accounts/bills.ts';
import type { GroupInput } from '#domain/accounts/rules.ts';
import { owedOn } from '#domain/accounts/ledger.ts';
import { type Parts, sumParts, sumAllParts } from '#domain/parts.ts';
import { type ComingChange, type GrantedPeriod, projectTo, comingChanges } from '#domain/accounts/changes.ts';
import { type PlainDate, addDays, findEarliest, later } from '#domain/calendar.ts';
import { type Cents, sumCents } from '#domain/money.ts';
import { type BillBeingPaid, type PendingPayment, inTimeOn } from '#domain/timeline/pending.ts';
import { draftsToMake } from '#domain/timeline/drafts.ts';
import { listPending } from '#domain/timeline/timeline.ts';
import { getPreferredName } from '#domain/plans/catalogue.ts';
import { isDirect, isOwnedByEducation } from '#domain/repayment/postponement/coverage.ts';
import { isPostponement } from '#domain/repayment/postponement/rules.ts';
import type { Database } from '../../db/database.ts';
import { accounts, borrowers, loanPostponements } from '../../db/schema/index.ts';
import { type GroupRow, type LoanRow, readGroups } from './groups.ts';
import { byAccount, byKey, groupBy } from '../group-by.ts';
import { ownRows } from '../own-rows.ts';
import { missing } from '../scope.ts';
import { type AccountAgreements, readAgreements } from './agreements.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';

/** A group of loans on a given day. Amounts are in cents. */
export interface GroupOnDay {
  readonly groupId: string;
  readonly loanType: string;
  /** The due date of the next payment. Null if nothing is owed. */
  readonly dueDate: PlainDate | null;
  /** The due date of the oldest bill that is not paid in full. Null if nothing is past due. */
  readonly pastDueSince: PlainDate | null;
  /** The days since then, without those in granted pauses (ruling 97). */
  readonly daysPastDue: number;
  /** The payment of the due date. 0 if the group is paid in full (ruling 95). */
  readonly monthlyPayment: Cents;
  /** The amounts owed on that day, including the interest of that day. */
  readonly owed: Parts;
  readonly due: ReturnType<typeof computeDue>;
  /** The open amount of the exit bill for leaving IBR, and its due date. Null without one. */
  readonly exitDue: Installment | null;
  /** The next installment to pay. Null if nothing is owed. */
  readonly nextInstallment: Installment | null;
  /** The monthly payment of the next bill that is not issued yet: during a pause, the payment after it. */
  readonly upcomingPayment: Cents;
  /** The group as stored, brought to that day. */
  readonly held: HeldGroup & Postponed;
}

/** The pause of a group that a page shows: the one of that day, otherwise the next one or the last one; nulls without. */
export type Postponed = Pick<GroupInput, 'postponedFrom' | 'postponedThrough' | 'postponedBy'>;

type AccountRow = typeof accounts.$inferSelect;

/** An account on a given day. */
export interface AccountOnDay extends AccountRow {
  readonly groups: readonly GroupOnDay[];
  readonly agreements: AccountAgreements;
  /** The bills whose due dates have passed and that payments under way pay (ruling 88). */
  readonly beingPaid: readonly BillBeingPaid[];
  /** The amounts that payments under way pay of these bills, by the id of the payment's row. */
  readonly paysPastBills: ReadonlyMap<string, Cents>;
  /** The payoff amount on that day. */
  readonly payoff: Cents;
}

export interface Portfolio {
  readonly borrower: typeof borrowers.$inferSelect;
  /** The date of all amounts. */
  readonly day: PlainDate;
  /** Ordered by number: D, then E, then J. */
  readonly accounts: readonly AccountOnDay[];
}

/** A group of loans as stored. */
export type HeldGroup = GroupRow & {
  /** The future starts and ends of granted periods. */
  readonly coming: readonly ComingChange[];
  /** The disbursement days of its loans if auto debit lowers their rate, by loan id. Null if it does not. */
  readonly reducible: Readonly<Record<string, PlainDate>> | null;
};

/** The stored rows of a borrower's loans, as of the last posted payment and independent of the current day. */
export interface Holdings {
  readonly borrower: typeof borrowers.$inferSelect;
  readonly accounts: readonly HeldAccount[];
}

/** An account as stored, with the agreements about its payments. */
export type HeldAccount = AccountRow & {
  readonly groups: readonly HeldGroup[];
  readonly agreements: AccountAgreements;
};

type PeriodRow = typeof loanPostponements.$inferSelect;

/** Returns the reduced rates of a period by loan id. */
export const reducedByLoan = (own: readonly Pick<PeriodRow, 'loanId' | 'reducedRates'>[]) =>
  Object.fromEntries(
    own.flatMap(({ loanId, reducedRates }) => (reducedRates.length === 0 ? [] : [[loanId, reducedRates] as const])),
  );

/** Returns the period of an application, from its rows for the loans of one group. */
const toPeriod = (own: readonly [PeriodRow, ...PeriodRow[]]): GrantedPeriod => {
  const [{ kind, startDate, endDate }] = own;
  const pause = kind !== null && isPostponement(kind) ? { kind, start: startDate, end: endDate } : null;
  return { startDate, endDate, pause, reduced: reducedByLoan(own) };
};

/** Returns the future changes by the granted periods of each group that have not ended. */
function comingByGroup(periods: readonly PeriodRow[], held: readonly AccountRow[]): Map<string, ComingChange[]> {
  const isFfelp = (accountId: string): boolean =>
    held.some((account) => account.accountId === accountId && !isOwnedByEducation(account));
  const ofGroups = byKey(
    periods.filter(({ accrued }) => accrued === null),
    ({ accountId, groupId }) => `${accountId}/${groupId}`,
  );
  return new Map(
    [...ofGroups].map(([key, own]) => {
      const granted = groupBy(own, ({ confirmationNumber }) => confirmationNumber).map(toPeriod);
      return [key, comingChanges(granted, { isFfelp: isFfelp(own[0].accountId) })];
    }),
  );
}

/** Reads the stored rows of a borrower's loans, or of some accounts. Throws if the borrower does not exist. */
export async function readHoldings(
  db: Database,
  borrowerKey: string,
  accountIds?: readonly string[],
): Promise<Holdings> {
  const [borrower] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new Error('The web account has no borrower');
  // Accounts of the Department of Education first, then by number (R §9).
  const inOrder = [sql`${accounts.accountNumber} not like 'E%'`, accounts.accountNumber];
  const isMatch = accountIds && inArray(accounts.accountId, [...accountIds]);
  const accountRows = await ownRows({ db, borrowerKey }, accounts, isMatch, ...inOrder);
  const read = await readGroups(db, borrowerKey, accountIds && { accountIds });
  const agreementsFor = await readAgreements({ db, borrowerKey }, read.groups.some(awaitsExit));
  return holdingsFrom(borrower, accountRows, read, agreementsFor);
}

/** Combines the rows of a borrower's loans and the agreements about the accounts. */
export function holdingsFrom(
  borrower: Holdings['borrower'],
  accountRows: readonly AccountRow[],
  { groups, periods }: Omit<Awaited<ReturnType<typeof readGroups>>, 'terms'>,
  agreementsFor: (accountId: string) => AccountAgreements,
): Holdings {
  const comingByKey = comingByGroup(periods, accountRows);
  const groupsByAccount = byAccount(groups);
  return {
    borrower,
    accounts: accountRows.map((account) => {
      const held = groupsByAccount.get(account.accountId) ?? [];
      const { autoDebit, ...agreements } = agreementsFor(account.accountId);
      return {
        ...account,
        agreements: {
          ...agreements,
          autoDebit: autoDebit && { ...autoDebit, fixed: draftsToMake(autoDebit.fixed, held) },
        },
        groups: held.map((row) => ({
          ...row,
          coming: comingByKey.get(`${row.accountId}/${row.groupId}`) ?? [],
          reducible:
            account.kind === 'federal' && isDirect({ loanType: row.loanType, accountLoanType: account.loanType })
              ? Object.fromEntries(row.loans.map(({ loanId, disbursedOn }) => [loanId, disbursedOn]))
              : null,
        })),
      };
    }),
  };
}

/** Returns the groups of an account on a day, with the bills that payments under way pay. */
function accountOnDay({ groups: stored, agreements }: Pick<HeldAccount, 'groups' | 'agreements'>, day: PlainDate) {
  const brought = stored.map((group) => issueTo(projectTo(group, day), day));
  const pending: readonly (PendingPayment & { readonly paymentDetailId?: string })[] = listPending(agreements);
  const { groups: seen, beingPaid, used } = inTimeOn(brought, pending, day);
  return {
    groups: brought.map((group, index) => groupOnDay(group, day, seen[index])),
    beingPaid,
    paysPastBills: new Map(
      [...used].flatMap(([{ paymentDetailId: id }, amount]) => (id === undefined ? [] : [[id, amount]])),
    ),
  };
}

/** Returns the groups of an account on another day. */
export const groupsOn = ({ groups, agreements }: Pick<AccountOnDay, 'groups' | 'agreements'>, day: PlainDate) =>
  accountOnDay({ groups: groups.map(({ held }) => held), agreements }, day).groups;

/** Returns a borrower's loans as of `day`. */
export const portfolioOn = ({ borrower, accounts: held }: Holdings, day: PlainDate): Portfolio => ({
  borrower,
  day,
  accounts: held.map((account) => {
    const { groups, ...inTime } = accountOnDay(account, day);
    return { ...account, groups, ...inTime, payoff: sumCents(groups.map((group) => sumAllParts(group.owed))) };
  }),
});

/** Returns the stored rows of the borrower's loans. */
export const holdingsIn = cachedPerLoansVersion(({ db, borrowerKey }) => readHoldings(db, borrowerKey));

/** Returns the borrower's portfolio as of today. Throws if the borrower does not exist. */
export const portfolioIn = cachedPerLoansVersion(async (scope) => portfolioOn(await holdingsIn(scope), scope.today));

/** Returns the account with this id. Throws 404 if there is none. `noun` names the requested object in the error message. */
export function getAccount(among: readonly AccountOnDay[], accountId: string, noun = 'account'): AccountOnDay {
  const account = among.find((each) => each.accountId === accountId);
  if (account === undefined) throw missing(noun);
  return account;
}

/** Returns the accounts on which something is owed today. */
export const owedAccounts = async (scope: Parameters<typeof portfolioIn>[0]): Promise<readonly AccountOnDay[]> =>
  (await portfolioIn(scope)).accounts.filter(({ payoff }) => payoff > 0);

/** Returns the payments from the next bill on that is not issued yet: after a pause, by the terms after it. */
function upcomingPayments(group: HeldGroup, day: PlainDate) {
  const unbilled = nextUnbilled(group);
  const dueDate = unbilled === null ? null : dueDateOn({ ...group, bills: [] }, later(unbilled, day));
  if (dueDate === null) return { monthlyPayment: group.monthlyPayment, paymentSteps: group.paymentSteps };
  const then = projectTo(group, dueDate);
  return { monthlyPayment: paymentOn(then, dueDate), paymentSteps: then.paymentSteps };
}

/** Returns the pause that a page shows on a day. Its last day is that of pauses which follow it without a gap (ruling 106). */
function postponedOn({ pauses }: Pick<GroupRow, 'pauses'>, day: PlainDate): Postponed {
  const pause = pauses.find(({ end }) => day < end) ?? pauses.at(-1);
  if (pause === undefined) return { postponedFrom: null, postponedThrough: null, postponedBy: null };
  const end = pauses.reduce((last, next) => (next.start === last ? next.end : last), pause.end);
  return { postponedFrom: pause.start, postponedThrough: addDays(end, -1), postponedBy: pause.kind };
}

/** Returns a group brought to `day`. In `seen`, bills that payments under way pay in time are not past due. */
function groupOnDay(stored: HeldGroup, day: PlainDate, seen = stored): GroupOnDay {
  const { groupId, loanType } = stored;
  const owed = sumParts(stored.loans.map((loan) => owedOn(loan, day)));
  // Nothing is due on a group that owes nothing (ruling 95).
  const asOwed = (group: HeldGroup): HeldGroup =>
    sumAllParts(owed) > 0 ? group : { ...group, nextDue: null, paidAheadTo: null };
  const [held, group] = [asOwed(stored), asOwed(seen)];
  const upcoming = upcomingPayments(group, day);
  const asBilled = { ...group, ...upcoming };
  const payoff = sumAllParts(owed);
  const exit = openBills(group).find(({ kind }) => kind === 'exit');
  return {
    groupId,
    loanType,
    dueDate: dueDateOn(group, day),
    pastDueSince: pastDueSinceOn(group, day),
    daysPastDue: daysPastDueOn(group, day),
    monthlyPayment: monthlyPaymentOn(group, day),
    owed,
    due: computeDue(asBilled, payoff, day),
    exitDue: exit === undefined ? null : { date: exit.dueDate, amount: getOpenAmount(exit) },
    nextInstallment: nextInstallment(asBilled, payoff, day),
    upcomingPayment: upcoming.monthlyPayment,
    held: { ...held, ...postponedOn(held, day) },
  };
}

/** Returns the facts of a group that decide its status. */
export const toGroupInput = (kind: AccountOnDay['kind'], { owed, due, daysPastDue, held }: GroupOnDay): GroupInput => ({
  ...held,
  payoff: sumAllParts(owed),
  pastDue: due.pastDue,
  isFederal: kind === 'federal',
  daysPastDue,
});

/** Returns the name of a stored plan; older rows contain `IBR`, which does not distinguish its forms. */
export const planName = (plan: string): string =>
  plan === 'IBR' ? 'Income-Based Repayment (IBR)' : getPreferredName(plan);

/** Returns the loans of an account. */
export const listLoans = ({ groups }: Pick<AccountOnDay, 'groups'>): LoanRow[] =>
  groups.flatMap(({ held }) => held.loans);

/** Returns the bills of an account that are being paid, one for each due date. */
export const billsBeingPaid = ({ beingPaid }: Pick<AccountOnDay, 'beingPaid'>) =>
  groupBy(beingPaid, ({ dueDate }) => dueDate).map((bills) => ({
    dueDate: bills[0].dueDate,
    amount: sumCents(bills.map(({ amount }) => amount)),
    paidOn: bills.map(({ paidOn }) => paidOn).reduce(later),
  }));

/** Returns the earliest due date of the groups, or null if no group has one. */
export const earliestDueDate = (groups: readonly GroupOnDay[]): PlainDate | null =>
  findEarliest(groups.map(({ dueDate }) => dueDate));

/** Returns the earliest date since which an amount is past due in the groups, or null. */
export const earliestPastDue = (groups: readonly GroupOnDay[]): PlainDate | null =>
  findEarliest(groups.map(({ pastDueSince }) => pastDueSince));
