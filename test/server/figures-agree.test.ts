/**
 * Figures that a borrower sees in more than one place. To check another figure or place, add it to {@link FIGURES}.
 * Values are as displayed; a place without the figure returns nothing for it.
 */
import { dueDateOn } from '#domain/accounts/bills.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { toDocumentId } from '#domain/accounts/loan-documents/ids.ts';
import { type ListedDocument, type LoanDocument, MAX_DOCUMENTS } from '#domain/accounts/loan-documents/shapes.ts';
import { loans as loanCalls } from '#domain/accounts/loans/calls.ts';
import { dailyInterest } from '#domain/accounts/loans/figures.ts';
import { monthlyPaymentOfAccount, projectRepayment, remainingPrincipal } from '#domain/timeline/progress.ts';
import {
  type PlainDate,
  addDays,
  daysBetween,
  findEarliest,
  formatUsDate,
  toPlainDate as day,
} from '#domain/calendar.ts';
import { type Cents, formatUsd, sumCents } from '#domain/money.ts';
import { formatExactRate } from '#domain/accounts/rate.ts';
import { FORGIVEN_IS_INCOME } from '#domain/plans/forgiveness.ts';
import { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { payoff } from '#domain/payments/payoff/calls.ts';
import { plans } from '#domain/plans/calls.ts';
import { DEFAULT_PAYOFF_QUOTE_DAYS } from '#domain/portal/shapes.ts';
import { presentPlan } from '#domain/plans/comparison.ts';
import { loansOnPlan, owedLoans } from '#domain/plans/eligibility.ts';
import { toEstimateInput } from '#domain/plans/estimates.ts';
import { UNKNOWN_HOUSEHOLD } from '#domain/plans/household.ts';
import { EstimatesRequest } from '#domain/plans/shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { LoansVersions } from '#server/service/loans-cache.ts';
import { nextPaymentFields } from '#server/service/accounts/accounts.ts';
import { comingThrough } from '#server/service/portfolio/coming.ts';
import {
  type AccountOnDay,
  earliestDueDate,
  earliestPastDue,
  readHoldings,
  portfolioOn,
} from '#server/service/portfolio/portfolio.ts';
import { toBorrowerPayment } from '#server/service/payments/due.ts';
import { accrueTo } from '#domain/interest.ts';
import { interestOfDay } from '#domain/accounts/ledger.ts';
import { sumAllParts } from '#domain/parts.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { DEMO_FOLDER, TODAY, openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

const scopeAt = (who: string, on: PlainDate): Scope => ({
  ...createScope(opened, who),
  now: new Date(`${on}T15:00:00Z`),
  today: on,
  loansVersion: new LoansVersions(100).of(who, on),
});

/** Reads everything about one account. */
async function seenOfAccount(scope: Scope, accountId: string, statements: readonly ListedDocument[]) {
  const params = { accountId };
  const read = async (documentId: string) =>
    v.parse(loanDocuments.read.response, await handlers['loanDocuments.read'](scope, { params: { documentId } }));
  const details = v.parse(loanCalls.summary.response, await handlers['loans.summary'](scope, { params }));
  const isOwed = details.accountPayment.currentBalance > 0;
  const { quote } = v.parse(
    payoff.quote.response,
    await handlers['payoff.quote'](scope, { query: { account: accountId, date: scope.today } }),
  );
  const progress = v.parse(loanCalls.repayment.response, await handlers['loans.repayment'](scope, { params }));
  const statement = statements.find(({ documentId }) => documentId.startsWith(`statement.${accountId}.`));
  return {
    accountId,
    details,
    progress,
    /** The latest statement; null before the first one. */
    statement: statement === undefined ? null : { listed: statement, read: await read(statement.documentId) },
    projection: projectRepayment(progress),
    /** Accounts that are paid in full have neither a quote nor a schedule. */
    quote: isOwed ? quote : null,
    schedule: isOwed ? await read(toDocumentId({ kind: 'schedule', accountId })) : null,
    letter: await read(toDocumentId({ kind: 'mortgageLetter', accountId })),
  };
}

/** The most accounts of a borrower whose own pages are read, evenly spaced: most of noor's 40 accounts are copies. */
const MOST_ACCOUNTS = 4;

/** Reads everything that a borrower sees on a day. */
async function seenBy(who: string, on: PlainDate) {
  const scope = scopeAt(who, on);
  const { federalAccounts, commercialAccounts } = v.parse(
    accountCalls.list.response,
    await handlers['accounts.list'](scope, {}),
  );
  const cards = [...federalAccounts, ...commercialAccounts];
  const { documents } = v.parse(
    loanDocuments.list.response,
    await handlers['loanDocuments.list'](scope, { query: { kind: 'statement', page: 1, size: MAX_DOCUMENTS } }),
  );
  const ofAccounts = [];
  for (const [index, { accountId }] of cards.entries()) {
    if (index % Math.ceil(cards.length / MOST_ACCOUNTS) === 0)
      ofAccounts.push(await seenOfAccount(scope, accountId, documents));
  }
  return {
    cards,
    accounts: ofAccounts,
    payment: v.parse(payments.borrowerPayment.response, await handlers['payments.borrowerPayment'](scope, {})),
    overview: v.parse(payments.overview.response, await handlers['payments.overview'](scope, {})),
    rates: v.parse(loanCalls.borrowerWithAccounts.response, await handlers['loans.borrowerWithAccounts'](scope, {})),
    autoDebit: v.parse(autoDebit.read.response, await handlers['autoDebit.read'](scope, {})),
    plans: v.parse(plans.facts.response, await handlers['plans.facts'](scope, {})),
  };
}
type Seen = Awaited<ReturnType<typeof seenBy>>;
type SeenAccount = Seen['accounts'][number];
type Details = SeenAccount['details'];

/** The subject of a figure, which is an account, a group or a loan, and its value in one place. */
type Shown = readonly [subject: string, value: string | null];
type Place = (seen: Seen) => readonly Shown[];

const date = (on: PlainDate | null): string => (on === null ? 'None' : formatUsDate(on));
const sum = <T>(rows: readonly T[], of: (row: T) => Cents): string => formatUsd(sumCents(rows.map(of)));

/** Shows one value for each account. Undefined where there is none. */
const ofAccounts =
  (getValue: (account: SeenAccount) => string | undefined): Place =>
  ({ accounts: all }) =>
    all.flatMap((account): Shown[] => {
      const value = getValue(account);
      return value === undefined ? [] : [[account.accountId, value]];
    });
const onCards =
  (getValue: (card: Seen['cards'][number]) => string): Place =>
  ({ cards }) =>
    cards.map((card) => [card.accountId, getValue(card)]);
const onMakeAPayment =
  (getValue: (account: Seen['payment']['borrowerAccountPayments'][number]) => string): Place =>
  ({ payment }) =>
    payment.borrowerAccountPayments.map((account) => [account.accountId, getValue(account)]);
const onGroupsOfMyLoans =
  (getValue: (group: Details['groups'][number], account: SeenAccount) => Shown[1]): Place =>
  ({ accounts: all }) =>
    all.flatMap((account) =>
      account.details.groups.map((group): Shown => [`${account.accountId} ${group.groupId}`, getValue(group, account)]),
    );
const onGroupsOfMakeAPayment =
  (
    getValue: (group: Seen['payment']['borrowerAccountPayments'][number]['borrowerGroupPayments'][number]) => string,
  ): Place =>
  ({ payment }) =>
    payment.borrowerAccountPayments.flatMap(({ accountId, borrowerGroupPayments }) =>
      borrowerGroupPayments.map((group): Shown => [`${accountId} ${group.groupId}`, getValue(group)]),
    );
const onGroupsOfProgress =
  (getValue: (group: SeenAccount['progress']['groups'][number], progress: SeenAccount['progress']) => string): Place =>
  ({ accounts: all }) =>
    all.flatMap(({ accountId, progress }) =>
      progress.groups.map((group): Shown => [`${accountId} ${group.groupId}`, getValue(group, progress)]),
    );

/** Returns the rows of the tables with this caption. */
const listRows = (document: LoanDocument | null, caption: RegExp): (readonly string[])[] =>
  document?.blocks.flatMap((block) => (block.kind === 'table' && caption.test(block.caption) ? block.rows : [])) ?? [];
const findFact = (document: LoanDocument | null, caption: RegExp, label: string): string | undefined =>
  listRows(document, caption).find(([name]) => name === label)?.[1];
const inLetter = (label: string): Place => ofAccounts(({ letter }) => findFact(letter, /^Proof of balance$/, label));

/** Returns a fact of each group in the schedules. */
const inSchedule =
  (label: string): Place =>
  ({ accounts: all }) =>
    all.flatMap(({ accountId, details, schedule }) =>
      details.groups.flatMap(({ groupId }): Shown[] => {
        const fact = findFact(schedule, new RegExp(`^Summary of Group ${groupId}:`), label);
        return fact === undefined ? [] : [[`${accountId} ${groupId}`, fact]];
      }),
    );

/** Whether the projected payments pay off all groups, so that the account has a last payment. */
const isEverPaidOff = ({ details }: SeenAccount): boolean =>
  details.groups.every(({ currentBalance, displayLoanTerm }) => currentBalance === 0 || displayLoanTerm !== null);
const findLastPayment = ({ schedule }: SeenAccount): string | undefined =>
  listRows(schedule, /^Summary of Group/)
    .flatMap(([label, value = '']) => (label === 'Last payment' ? [value] : []))
    .toSorted((a, b) => (a.slice(6) + a < b.slice(6) + b ? -1 : 1))
    .at(-1);

/** Returns the days and amounts in rows about forgiveness; undefined if nothing is forgiven. */
const findForgiven = (rows: readonly (readonly string[])[]): string | undefined =>
  rows
    .filter(([label = '']) => label.startsWith('Forgiven on'))
    .map((row) => row.join(': '))
    .join(', ') || undefined;

/**
 * Returns the present plans with an outlook in the comparison of plans, each with its groups and their schedules. Only
 * those whose accounts are all read.
 */
const listPresentPlans = ({ plans: facts, accounts: all }: Seen) =>
  (['Direct', 'FFELP'] as const).flatMap((program) => {
    const { planName, outlook } = presentPlan(program, toEstimateInput(facts, NO_HOUSEHOLD)) ?? {};
    if (outlook === undefined) return [];
    const groups = loansOnPlan(owedLoans(facts))
      .filter((loan) => loan.program === program && loan.currentPlanName === planName)
      .map(({ accountNumber, groupId }) => {
        const schedule = all.find(({ details }) => details.accountNumber === accountNumber)?.schedule ?? null;
        return { groupId, schedule };
      });
    return groups.some(({ schedule }) => schedule === null) ? [] : [{ program, outlook, groups }];
  });
const NO_HOUSEHOLD = v.parse(EstimatesRequest, { ...UNKNOWN_HOUSEHOLD, planType: 'Term', externalLoanProfiles: [] });

const FIGURES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  'payoff of an account': {
    dashboard: onCards(({ currentBalance }) => formatUsd(currentBalance)),
    'My Loans': ofAccounts(({ details }) => formatUsd(details.accountPayment.currentBalance)),
    'My Loans, groups': ofAccounts(({ details }) => sum(details.groups, (group) => group.currentBalance)),
    'Make a Payment': onMakeAPayment(({ currentPayoff }) => formatUsd(currentPayoff)),
    'Make a Payment, by day': onMakeAPayment(({ payoffByDay = [] }) => sum(payoffByDay.slice(0, 1), (each) => each)),
    'payoff quote for today': ofAccounts(({ quote }) => quote?.total && formatUsd(quote.total)),
    'mortgage letter': inLetter('Payoff on this date'),
    'auto debit': ({ autoDebit: { accounts: all } }) =>
      all.map((account) => [account.accountId, formatUsd(account.payoff)]),
  },
  'principal of an account': {
    'My Loans, groups': ofAccounts(({ details }) => sum(details.groups, (group) => group.outstandingBalance)),
    'My Loans, loans': ofAccounts(({ details }) =>
      sum(
        details.groups.flatMap((group) => group.loans),
        (loan) => loan.currentPrincipalBalance,
      ),
    ),
    'payoff quote for today': ofAccounts(({ quote }) => (quote === null ? undefined : formatUsd(quote.principal))),
    'mortgage letter': inLetter('Outstanding principal'),
    progress: ofAccounts(({ progress }) => formatUsd(remainingPrincipal(progress))),
    'progress, end of the curve': ofAccounts(({ progress }) =>
      sum(progress.history.slice(-1), (each) => each.principal),
    ),
  },
  'principal at the end of last month': {
    statement: ofAccounts(({ statement }) =>
      findFact(statement?.read ?? null, /^Summary of the statement$/, 'Principal at the end'),
    ),
    'progress, curve': ofAccounts(({ statement, progress }) =>
      statement === null
        ? undefined
        : sum(progress.history.filter((point) => point.date <= statement.listed.date).slice(-1), (p) => p.principal),
    ),
  },
  'payments of last month': {
    statement: ofAccounts(({ statement }) =>
      findFact(statement?.read ?? null, /^Summary of the statement$/, 'Total payments'),
    ),
    'list of statements': ofAccounts(({ statement }) => statement?.listed && formatUsd(statement.listed.amount)),
  },
  'unpaid interest of an account': {
    'My Loans': ofAccounts(({ details }) => formatUsd(details.accountPayment.accruedInterest)),
    'My Loans, loans': ofAccounts(({ details }) =>
      sum(
        details.groups.flatMap((group) => group.loans),
        (loan) => loan.currentInterest,
      ),
    ),
    'Make a Payment': onMakeAPayment(({ accruedInterest }) => formatUsd(accruedInterest)),
    'payoff quote for today': ofAccounts(({ quote }) => (quote === null ? undefined : formatUsd(quote.interest))),
    'progress, end of the curve': ofAccounts(({ progress }) =>
      sum(progress.history.slice(-1), (each) => each.interest),
    ),
  },
  'interest per day of an account': {
    'My Loans': ofAccounts(({ quote, details }) => {
      const figure = dailyInterest(details.groups.flatMap((group) => group.loans));
      return quote === null || figure === null ? undefined : formatUsd(figure.amount);
    }),
    'payoff quote for today': ofAccounts(({ quote }) => (quote === null ? undefined : formatUsd(quote.interestPerDay))),
  },
  'monthly payment of an account': {
    'My Loans': ofAccounts(({ details }) => formatUsd(details.accountPayment.monthlyPaymentAmount)),
    'My Loans, groups': ofAccounts(({ details }) => sum(details.groups, (group) => group.monthlyPaymentAmount)),
    'Make a Payment': onMakeAPayment(({ monthlyPaymentAmount }) => formatUsd(monthlyPaymentAmount)),
    'mortgage letter': inLetter('Monthly payment'),
    progress: ofAccounts(({ progress }) => formatUsd(monthlyPaymentOfAccount(progress))),
  },
  'monthly payment of a group': {
    'My Loans': onGroupsOfMyLoans(({ monthlyPaymentAmount }) => formatUsd(monthlyPaymentAmount)),
    'Make a Payment': onGroupsOfMakeAPayment(({ monthlyPaymentAmount }) => formatUsd(monthlyPaymentAmount)),
    progress: onGroupsOfProgress(({ monthlyPayment }) => formatUsd(monthlyPayment)),
  },
  'past due amount of an account': {
    dashboard: onCards(({ pastDueAmt }) => formatUsd(pastDueAmt)),
    'dashboard, groups': onCards(({ groupsDue = [] }) => sum(groupsDue, (group) => group.pastDueAmt)),
    'My Loans': ofAccounts(({ details }) => formatUsd(details.accountPayment.pastDueAmt)),
    'Make a Payment': onMakeAPayment(({ pastDueAmt }) => formatUsd(pastDueAmt)),
    'mortgage letter': inLetter('Past due'),
  },
  'date since which an account is past due': {
    dashboard: onCards(({ pastDueSince = null }) => date(pastDueSince)),
    'My Loans': ofAccounts(({ details }) => date(details.accountPayment.pastDueSince)),
    'Make a Payment': onMakeAPayment(({ pastDueSince = null }) => date(pastDueSince)),
  },
  'total due on an account': {
    dashboard: onCards(({ paymentAmountIncludingPastDue }) => formatUsd(paymentAmountIncludingPastDue)),
    'dashboard, groups': onCards(({ groupsDue = [] }) => sum(groupsDue, (group) => group.totalDue)),
    'My Loans': ofAccounts(({ details }) => formatUsd(details.accountPayment.totalDue)),
    'My Loans, groups': ofAccounts(({ details }) => sum(details.groups, (group) => group.totalDue)),
    'Make a Payment': onMakeAPayment(({ totalDue }) => formatUsd(totalDue)),
  },
  'due date of an account': {
    dashboard: onCards(({ paymentDueDate }) => date(paymentDueDate)),
    'My Loans': ofAccounts(({ details }) => date(details.accountPayment.paymentDueDate)),
    'My Loans, loans': ofAccounts(({ details }) =>
      date(findEarliest(details.groups.flatMap((group) => group.loans.map((loan) => loan.dueDate)))),
    ),
    'Make a Payment': onMakeAPayment(({ paymentDueDate }) => date(paymentDueDate)),
    'mortgage letter': inLetter('Next payment due'),
    progress: ofAccounts(({ progress }) =>
      date(findEarliest(progress.groups.map((group) => dueDateOn(group, progress.asOf)))),
    ),
  },
  'due date of a group': {
    dashboard: ({ cards }) =>
      cards.flatMap(({ accountId, groupsDue = [] }) =>
        groupsDue.map((group): Shown => [`${accountId} ${group.groupId}`, date(group.paymentDueDate)]),
      ),
    'My Loans': onGroupsOfMyLoans(({ paymentDueDate }) => date(paymentDueDate)),
    'Make a Payment': onGroupsOfMakeAPayment(({ paymentDueDate }) => date(paymentDueDate)),
    progress: onGroupsOfProgress((group, { asOf }) => date(dueDateOn(group, asOf))),
  },
  'earliest due date of the borrower': {
    dashboard: ({ cards }) => [['all', date(findEarliest(cards.map(({ paymentDueDate }) => paymentDueDate)))]],
    'payment overview': ({ overview }) => [['all', date(overview.paymentDate)]],
  },
  'remaining term of a group': {
    'My Loans': onGroupsOfMyLoans(({ displayLoanTerm }) => displayLoanTerm),
    'My Loans, each loan': ({ accounts: all }) =>
      all.flatMap(({ accountId, details }) =>
        details.groups.flatMap(({ groupId, loans: own }) =>
          own
            .filter(({ currentPrincipalBalance }) => currentPrincipalBalance > 0)
            .map(({ loanTermRemaining: term }): Shown => [
              `${accountId} ${groupId}`,
              term === null ? null : `${term} ${term === 1 ? 'month' : 'months'}`,
            ]),
        ),
      ),
    'payment schedule': (seen) =>
      inSchedule('Payments')(seen).map(([group, count]) => [group, `${count} ${count === '1' ? 'month' : 'months'}`]),
    'progress of an account with one group': ({ accounts: all }) =>
      all.flatMap((account): Shown[] => {
        const [group, ...others] = account.progress.groups;
        if (group === undefined || others.length > 0 || account.quote === null) return [];
        const { lastPayment, payments: count } = account.projection;
        const term = lastPayment === null ? null : `${count} ${count === 1 ? 'month' : 'months'}`;
        return [[`${account.accountId} ${group.groupId}`, term]];
      }),
  },
  'last payment of an account': {
    'payment schedule': ofAccounts((account) => (isEverPaidOff(account) ? findLastPayment(account) : undefined)),
    progress: ofAccounts((account) =>
      account.quote === null || !isEverPaidOff(account) ? undefined : date(account.projection.lastPayment),
    ),
  },
  'month of the last payment on the present plan of a program': {
    'plan comparison': (seen) =>
      listPresentPlans(seen).map(({ program, outlook }) => [program, outlook?.endMonth ?? null]),
    'payment schedules': (seen) =>
      listPresentPlans(seen).map(({ program, groups }) => {
        const last = groups.map(({ schedule, groupId }) =>
          findFact(schedule, new RegExp(`^Summary of Group ${groupId}:`), 'Last payment'),
        );
        return [
          program,
          last
            .map((on = '') => `${on.slice(6)}-${on.slice(0, 2)}`)
            .toSorted()
            .at(-1) ?? null,
        ];
      }),
  },
  'amounts that are forgiven on an account': {
    'payment schedule': ofAccounts(({ schedule, details }) =>
      details.groups.length > 1 ? undefined : findForgiven(listRows(schedule, /^Summary of Group/)),
    ),
    progress: ofAccounts(({ projection, details }) =>
      details.groups.length > 1
        ? undefined
        : findForgiven(projection.forgiven.map((each) => [`Forgiven on ${date(each.date)}`, formatUsd(each.amount)])),
    ),
  },
  'interest rate of a loan': {
    'My Loans': ({ accounts: all }) =>
      all.flatMap(({ details: { accountNumber, groups } }) =>
        groups.flatMap((group) =>
          group.loans.map((loan): Shown => [`${accountNumber} ${loan.loanNumber}`, formatExactRate(loan.interestRate)]),
        ),
      ),
    'interest rates': ({ rates }) =>
      [...rates.edServicerLoans, ...rates.servicerLoans].map((loan) => [
        `${loan.accountNumber} ${loan.loanNumber}`,
        formatExactRate(loan.interestRate),
      ]),
  },
};

/** The values of a subject in the places that show it. */
type Values = Readonly<Record<string, Shown[1]>>;

/** Returns the values of a figure by subject and place. */
function listValues(figure: string, seen: Seen): ReadonlyMap<string, Values> {
  const found = new Map<string, Values>();
  for (const [place, read] of Object.entries(FIGURES[figure] ?? {})) {
    for (const [subject, value] of read(seen)) found.set(subject, { ...found.get(subject), [place]: value });
  }
  return found;
}

const everywhere = (figure: string, value: string): Values =>
  Object.fromEntries(Object.keys(FIGURES[figure] ?? {}).map((place) => [place, value]));

describe('a figure', () => {
  it.each([
    // 2,000.00 at 5.5 % and at 6.53 %: no interest is added to the subsidized loans before repayment.
    ['gray', '$0.66'],
    ['riley', '$0.24'],
    // One group is deferred and subsidized, the other is paid in full.
    ['quinn', '$0.00'],
  ])('has no interest per day of loans that accrue none: %s %s', async (who, value) => {
    const figure = 'interest per day of an account';
    expect([...listValues(figure, await seenBy(who, TODAY)).values()]).toEqual([everywhere(figure, value)]);
  });

  it('has no monthly payment of a group that is paid in full', async () => {
    const [ofAccount, ofGroup] = ['monthly payment of an account', 'monthly payment of a group'];
    const seen = await seenBy('quinn', TODAY);
    expect([...listValues(ofAccount, seen).values()]).toEqual([everywhere(ofAccount, '$56.87')]);
    expect([...listValues(ofGroup, seen).values()]).toEqual([
      everywhere(ofGroup, '$56.87'),
      everywhere(ofGroup, '$0.00'),
    ]);
  });

  it('is one remaining term for a group and its loans', async () => {
    const seen = await seenBy('avery', TODAY);
    const group = seen.cards.find(({ accountNumber }) => accountNumber.startsWith('E'));
    expect(listValues('remaining term of a group', seen).get(`${group?.accountId} A`)).toEqual({
      'My Loans': '83 months',
      'My Loans, each loan': '83 months',
      'payment schedule': '83 months',
    });
  });
});

describe('repayment by income', () => {
  it('ends with forgiveness after the payments of the plan, counted from the first due date', async () => {
    const { accounts: all } = await seenBy('indigo', TODAY);
    const direct = all.find(({ details }) => details.accountNumber === 'E154720963');
    // Loans from before July 2014: 300 payments since 05/04/2024.
    expect(direct?.projection.lastPayment).toBe('2049-04-04');
    expect(direct?.progress.groups[0]?.forgiveness).toMatchObject({ countedFrom: '2024-05-04', payments: 300 });
    expect(direct?.details.groups[0]?.displayLoanTerm).toBe('269 months');
    const texts = (direct?.schedule?.blocks ?? []).flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
    expect(texts).toContain(FORGIVEN_IS_INCOME);
    // The loans of lane are from 2016 on: 240 payments.
    const lane = (await seenBy('lane', TODAY)).accounts[0];
    expect(lane?.progress.groups[0]?.forgiveness).toMatchObject({ payments: 240 });
  });
});

/** Days before and after due dates, ends of months and years, closed days, a leap day, and the day of a default. */
const DAYS = [
  TODAY,
  day('2026-11-30'),
  day('2026-12-02'),
  day('2026-12-31'),
  day('2027-01-04'),
  day('2027-02-01'),
  day('2027-02-28'),
  day('2027-03-25'),
  day('2027-05-02'),
  day('2027-06-02'),
  day('2027-10-31'),
  day('2028-02-29'),
];

const Person = v.object({ signIn: v.string(), role: v.string() });
const FOLDER = join(DEMO_FOLDER, 'people');
const BORROWERS = readdirSync(FOLDER)
  .map((file) => v.parse(Person, JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))))
  .flatMap(({ signIn, role }) => (role === 'borrower' ? [signIn] : []));

/** Slow figures are compared on one day in this many; a prime number, so that all days of a month occur. */
const COMPARED_EVERY = 13;

/** The unpaid interest of the loans of an account at the end of a day, in millionths of a cent. */
const unpaidOn = ({ groups }: AccountOnDay, on: PlainDate): bigint =>
  groups
    .flatMap(({ held }) => held.loans.map((loan) => accrueTo(loan, on).accruedInterest))
    .reduce((whole, interest) => whole + interest, 0n);

/** Returns the figures of an account on a day by several rules, which must agree. */
function figuresByRules(account: AccountOnDay, tomorrow: AccountOnDay, on: PlainDate) {
  const { groups, payoff: owed } = account;
  const isCompared = daysBetween(TODAY, on) % COMPARED_EVERY === 0;
  const events = isCompared ? comingThrough(account, { today: on, through: addDays(on, 35) }) : [];
  const bill = events.find((event) => event.kind === 'bill' && event.amount > 0);
  const installments = groups.map(({ nextInstallment }) => nextInstallment).filter((each) => each !== null);
  const unpaid = installments.filter(({ amount }) => amount > 0).map((each) => each.date);
  const perDay = groups.flatMap(({ held }) => held.loans).reduce((whole, loan) => whole + interestOfDay(loan, on), 0n);
  // On the first day after a pause, interest can be added to the principal.
  const isChanging = groups.some(({ held }) => held.coming.some((change) => change.on === addDays(on, 1)));
  const figures: Record<string, readonly unknown[]> = {
    'payoff and its parts': [owed, sumCents(groups.map((group) => sumAllParts(group.owed)))],
    'due and its parts': [
      sumCents(groups.map(({ due }) => due.totalDue)),
      sumCents(groups.flatMap(({ due }) => [due.pastDue, due.amountDue])),
    ],
    'past due, with its date': [groups.some(({ due }) => due.pastDue > 0), earliestPastDue(groups) !== null],
    'due date of a card and of a payment': [nextPaymentFields(groups).paymentDueDate, earliestDueDate(groups)],
    'next bill of a card and of the timeline': bill === undefined ? [] : [findEarliest(unpaid), bill.day],
    'interest of a day, and what the ledger adds': isChanging
      ? []
      : [String(perDay), String(unpaidOn(tomorrow, addDays(on, 1)) - unpaidOn(account, on))],
  };
  return figures;
}

describe('by the rules, a figure of a day is the same', () => {
  const RULE_DAYS = 400;

  it.each(BORROWERS)('for %s, on 400 days without a payment', async (who) => {
    const all = await readHoldings(opened.db, who);
    const holdings = { ...all, accounts: all.accounts.slice(0, MOST_ACCOUNTS) };
    const different: unknown[] = [];
    let today = portfolioOn(holdings, TODAY);
    for (let ahead = 0; ahead < RULE_DAYS; ahead += 1) {
      const on = addDays(TODAY, ahead);
      const tomorrow = portfolioOn(holdings, addDays(on, 1));
      const facts = { earliest: on, email: '', today: on, payoffQuoteDays: DEFAULT_PAYOFF_QUOTE_DAYS };
      const sent = ahead % COMPARED_EVERY === 0 ? toBorrowerPayment(today, facts).borrowerAccountPayments : [];
      for (const [index, account] of today.accounts.entries()) {
        const next = tomorrow.accounts[index];
        if (next === undefined) continue;
        const payoffs = sent.slice(index, index + 1).map(({ payoffByDay = [] }) => [payoffByDay[1], next.payoff]);
        const figures = { ...figuresByRules(account, next, on), 'payoff of the next day': payoffs.flat() };
        for (const [figure, values] of Object.entries(figures)) {
          if (new Set(values).size > 1) different.push({ on, account: account.accountNumber, figure, values });
        }
      }
      today = tomorrow;
    }
    expect(different).toEqual([]);
  });
});

/**
 * Returns every second day for a borrower, alternately the even and the odd ones, because a day takes a quarter of a
 * second. The accounts of noor are copies: for her, one day in four takes as long as twelve for another borrower.
 */
const listDays = (who: string) =>
  DAYS.filter((_, index) => (who === 'noor' ? index % 4 === 0 : (index + BORROWERS.indexOf(who)) % 2 === 0));

describe('each figure is the same wherever a borrower sees it', () => {
  const used = new Set<string>();

  it.each(BORROWERS)(
    'for %s, as days pass',
    async (who) => {
      const different: unknown[] = [];
      for (const on of listDays(who)) {
        await bringUpToDate(scopeAt(who, on), on);
        const seen = await seenBy(who, on);
        for (const figure of Object.keys(FIGURES)) {
          for (const [subject, values] of listValues(figure, seen)) {
            for (const place of Object.keys(values)) used.add(`${figure}: ${place}`);
            if (new Set(Object.values(values)).size > 1) different.push({ on, figure, subject, values });
          }
        }
      }
      expect(different).toEqual([]);
    },
    300_000,
  );

  it('and each place shows its figure to at least one person', () => {
    const all = Object.entries(FIGURES).flatMap(([figure, places]) =>
      Object.keys(places).map((place) => `${figure}: ${place}`),
    );
    expect(all.filter((place) => !used.has(place))).toEqual([]);
  });
});
