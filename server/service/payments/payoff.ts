/** Payoff quotes (ruling 79). */
import { accountName } from '#domain/account-name.ts';
import { broughtTo } from '#domain/accounts/changes.ts';
import { interestOfDay, owedOn } from '#domain/accounts/ledger.ts';
import { isBankingDay, nextBankingDay } from '#domain/banking-days.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { fileNameOf, fileOf } from '#domain/file.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { messageOf } from '#domain/issue.ts';
import { type Cents, formatUsd, sumCents } from '#domain/money.ts';
import type { payoff } from '#domain/payments/payoff/calls.ts';
import { QUOTE_TERMS, payoffMessages, quoteLabels } from '#domain/payments/payoff/messages.ts';
import { defaultPayoffDate, quotableDays, quotedAmounts, validatePayoffDay } from '#domain/payments/payoff/rules.ts';
import { writePdf } from '../../pdf/pdf-pool.ts';
import { earliestPaymentDateAt } from './due.ts';
import { announcedDraft } from '../accounts/coming.ts';
import { recipientOf } from '../accounts/loan-document-parts.ts';
import { type AccountOnDay, type HeldGroup, type HeldLoan, portfolioIn } from '../accounts/portfolio.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

type SentQuote = NonNullable<CallSent<typeof payoff.quote>['quote']>;

/** Returns the loans of an account with the changes that are to come by `day`. */
const loansOn = ({ groups }: Pick<AccountOnDay, 'groups'>, day: PlainDate) =>
  groups.flatMap(({ held }) => broughtTo<HeldLoan, HeldGroup>(held, day).loans);

/** Returns the amounts of a quote in cents. */
function amountsOn(account: AccountOnDay, date: PlainDate) {
  const loans = loansOn(account, date);
  return {
    ...quotedAmounts(loans.map((loan) => owedOn(loan, date))),
    interestPerDay: centsOfMicros(loans.reduce((sum, loan) => sum + interestOfDay(loan, date), 0n)),
  };
}

/** Throws unless the day can be quoted. */
function checkDay(date: PlainDate, today: PlainDate): void {
  const issue = validatePayoffDay(date, quotableDays(today));
  if (issue === undefined) return;
  const message = messageOf(payoffMessages, issue);
  throw new ServiceProblem(422, 'There is no quote for this date.', message, [
    { field: 'date', code: issue.code, message },
  ]);
}

const owedAccounts = async (scope: Scope): Promise<readonly AccountOnDay[]> =>
  (await portfolioIn(scope)).accounts.filter(({ payoff: owed }) => owed > 0);

/** Returns the sum of payments on an account that are scheduled through `date`. */
const scheduledThrough = ({ agreements }: AccountOnDay, date: PlainDate): Cents =>
  sumCents(agreements.payments.filter(({ effectiveDate }) => effectiveDate <= date).map(({ amount }) => amount));

function quoteFor(scope: Scope, account: AccountOnDay, date: PlainDate): SentQuote {
  const { principal, interest, fees, total, interestPerDay: perDay } = amountsOn(account, date);
  const earliest = earliestPaymentDateAt(scope.now);
  const bankingDay = isBankingDay(date) ? date : nextBankingDay(date);
  const payableOn = bankingDay < earliest ? earliest : bankingDay;
  return {
    accountId: account.accountId,
    accountName: accountName(account),
    date,
    principal,
    interest,
    fees,
    interestPerDay: perDay,
    total,
    isPayable: payableOn === date,
    payableOn,
    scheduled: scheduledThrough(account, date),
    draft: announcedDraft(account, scope.today),
  };
}

export const payoffQuote: Handler<typeof payoff.quote> = async (scope, { query: { account, date } }) => {
  const { today } = scope;
  const day = date ?? defaultPayoffDate(today);
  checkDay(day, today);
  const accounts = await owedAccounts(scope);
  const chosen = accounts.find(({ accountId }) => accountId === account) ?? accounts[0];
  return {
    accounts: accounts.map((each) => ({ accountId: each.accountId, accountName: accountName(each) })),
    ...quotableDays(today),
    quote: chosen === undefined ? null : quoteFor(scope, chosen, day),
  };
};

export const payoffPdf: Handler<typeof payoff.pdf> = async (scope, { params: { accountId, date } }) => {
  const account = (await owedAccounts(scope)).find((each) => each.accountId === accountId);
  if (account === undefined)
    throw new ServiceProblem(404, 'Not found', 'There is no such account, or it belongs to somebody else.');
  checkDay(date, scope.today);
  const amounts = amountsOn(account, date);
  const { name, address } = await recipientOf(scope);
  const title = `Payoff quote for ${accountName(account)}`;
  const bytes = await writePdf({
    title,
    issuer: scope.servicer,
    blocks: [
      { kind: 'paragraph', text: [name, ...address].join('\n') },
      { kind: 'paragraph', text: `This quote was made on ${formatUsDate(scope.today)}.` },
      {
        kind: 'table',
        header: ['Item', `For payment on ${formatUsDate(date)}`],
        amounts: [false, true],
        rows: (['principal', 'interest', 'fees', 'total', 'interestPerDay'] as const).map((part) => [
          quoteLabels[part],
          formatUsd(amounts[part]),
        ]),
      },
      { kind: 'paragraph', text: QUOTE_TERMS },
    ],
  });
  return fileOf(fileNameOf(`${date} ${title}`, 'pdf'), 'application/pdf', bytes);
};
