/** Payoff quotes (ruling 79). */
import { accountName } from '#domain/account-name.ts';
import { addressBlock, paragraph, table } from '#domain/accounts/loan-documents/blocks.ts';
import { settleTo } from '#domain/accounts/changes.ts';
import { interestOfDay, owedOn } from '#domain/accounts/ledger.ts';
import { bankingDayFrom } from '#domain/banking-days.ts';
import { type PlainDate, formatUsDate, later } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { toFileName, toFileResponse } from '#domain/file.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { formatUsd, sumCents } from '#domain/money.ts';
import type { payoff } from '#domain/payments/payoff/calls.ts';
import { QUOTE_TERMS, payoffMessages, quoteLabels } from '#domain/payments/payoff/messages.ts';
import { defaultPayoffDate, quotableDays, quotedAmounts, validatePayoffDay } from '#domain/payments/payoff/rules.ts';
import { writePdf } from '../../pdf/pdf-pool.ts';
import { earliestPaymentDateAt } from './due.ts';
import { announcedDraft } from '../portfolio/coming.ts';
import { readChoice, owedAccount } from '../portfolio/answers.ts';
import { readRecipient } from '../loan-documents/issued-documents.ts';
import { type AccountOnDay } from '../portfolio/portfolio.ts';
import { type Handler, type Scope, refusedField } from '../scope.ts';

type SentQuote = NonNullable<CallSent<typeof payoff.quote>['quote']>;

/** Returns the amounts of a quote in cents, after the changes due by its date. */
function amountsOn({ groups }: AccountOnDay, date: PlainDate) {
  const loans = groups.flatMap(({ held }) => settleTo(held, date).loans);
  return {
    ...quotedAmounts(loans.map((loan) => owedOn(loan, date))),
    interestPerDay: centsOfMicros(loans.reduce((sum, loan) => sum + interestOfDay(loan, date), 0n)),
  };
}

/** Throws unless the day can be quoted. */
function checkDay({ today, payoffQuoteDays }: Scope, date: PlainDate): void {
  const issue = validatePayoffDay(date, quotableDays(today, payoffQuoteDays));
  if (issue !== undefined)
    throw refusedField('There is no quote for this date.', { field: 'date', issue }, payoffMessages);
}

function quoteFor(scope: Scope, account: AccountOnDay, date: PlainDate): SentQuote {
  const scheduled = account.agreements.payments.filter(({ effectiveDate }) => effectiveDate <= date);
  const payableOn = later(bankingDayFrom(date), earliestPaymentDateAt(scope.now));
  return {
    accountId: account.accountId,
    accountName: accountName(account),
    date,
    ...amountsOn(account, date),
    isPayable: payableOn === date,
    payableOn,
    scheduled: sumCents(scheduled.map(({ amount }) => amount)),
    draft: announcedDraft(account, scope.today),
  };
}

export const payoffQuote: Handler<typeof payoff.quote> = async (scope, { query: { account, date } }) => {
  const { today, payoffQuoteDays } = scope;
  const day = date ?? defaultPayoffDate(today, payoffQuoteDays);
  checkDay(scope, day);
  const { accounts, chosen } = await readChoice(scope, account);
  return {
    accounts,
    ...quotableDays(today, payoffQuoteDays),
    quote: chosen === undefined ? null : quoteFor(scope, chosen, day),
  };
};

export const payoffPdf: Handler<typeof payoff.pdf> = async (scope, { params: { accountId, date } }) => {
  const account = await owedAccount(scope, accountId);
  checkDay(scope, date);
  const amounts = amountsOn(account, date);
  const title = `Payoff quote for ${accountName(account)}`;
  const parts = ['principal', 'interest', 'fees', 'total', 'interestPerDay'] as const;
  const blocks = [
    addressBlock(await readRecipient(scope)),
    paragraph(`This quote was made on ${formatUsDate(scope.today)}.`),
    table(
      title,
      { texts: ['Item'], amounts: [`For payment on ${formatUsDate(date)}`] },
      parts.map((part) => [quoteLabels[part], formatUsd(amounts[part])]),
    ),
    paragraph(QUOTE_TERMS),
  ];
  const bytes = await writePdf({ title, blocks }, scope);
  return toFileResponse(toFileName(`${date} ${title}`, 'pdf'), 'application/pdf', bytes);
};
