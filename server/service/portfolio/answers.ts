/** The parts of responses about accounts and groups that the calls of several areas share. */
import type { Installment } from '#domain/accounts/bills.ts';
import { accountName } from '#domain/account-name.ts';
import { findEarliest, findLatest } from '#domain/calendar.ts';
import { type Cents, sumCents } from '#domain/money.ts';
import type { Scope } from '../scope.ts';
import {
  type AccountOnDay,
  type GroupOnDay,
  getAccount,
  billsBeingPaid,
  earliestPastDue,
  owedAccounts,
} from './portfolio.ts';

/** Returns the open amount of the earliest exit bills of some groups, or null if there are none. */
function exitDueTogether(groups: readonly GroupOnDay[]): Installment | null {
  const exits = groups.flatMap(({ exitDue }) => (exitDue === null ? [] : [exitDue]));
  const date = findEarliest(exits.map((exit) => exit.date));
  return date && { date, amount: sumCents(exits.filter((exit) => exit.date === date).map(({ amount }) => amount)) };
}

/** Returns the fields of a group that several responses share. Each response sends only the fields of its schema. */
export const groupAnswer = ({ groupId, loanType, due, exitDue, ...group }: GroupOnDay) => ({
  groupId,
  loanType,
  pastDueAmt: due.pastDue,
  pastDueSince: group.pastDueSince,
  amountDue: due.amountDue,
  totalDue: due.totalDue,
  paymentDueDate: group.dueDate,
  exitDue,
  nextPaymentAmountDue: due.next,
  nextPaymentScheduleAmount: due.afterNext,
  monthlyPaymentAmount: group.monthlyPayment,
  lastBumpDate: group.held.lastBumpDate,
});

/** Returns the fields of an account that several responses share. Each response sends only the fields of its schema. */
export function accountAnswer(account: AccountOnDay) {
  const { accountId, accountNumber, loanType, groups, payoff } = account;
  const total = (getAmount: (group: GroupOnDay) => Cents) => sumCents(groups.map(getAmount));
  return {
    accountId,
    accountNumber,
    loanType,
    pastDueAmt: total(({ due }) => due.pastDue),
    pastDueSince: earliestPastDue(groups),
    amountDue: total(({ due }) => due.amountDue),
    totalDue: total(({ due }) => due.totalDue),
    exitDue: exitDueTogether(groups),
    beingPaid: billsBeingPaid(account),
    currentBalance: payoff,
    lastBumpDate: findLatest(groups.map(({ held }) => held.lastBumpDate)),
    accruedInterest: total(({ owed }) => owed.interest),
    monthlyPaymentAmount: total(({ monthlyPayment }) => monthlyPayment),
  };
}

/** Returns the accounts with a balance to choose from, and the chosen one: by default the first. */
export async function readChoice(scope: Scope, accountId: string | undefined) {
  const owed = await owedAccounts(scope);
  return {
    accounts: owed.map((each) => ({ accountId: each.accountId, accountName: accountName(each) })),
    chosen: owed.find((each) => each.accountId === accountId) ?? owed[0],
  };
}

/** Returns an account with a balance. Throws 404 if there is none with this id. */
export const owedAccount = async (scope: Scope, accountId: string): Promise<AccountOnDay> =>
  getAccount(await owedAccounts(scope), accountId);
