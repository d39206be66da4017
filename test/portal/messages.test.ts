/** The messages of issues: every code has one, and quotes from the specification are exact (Y §4, §5, §9). */
import { describe, expect, it } from 'vitest';
import type { BankIssue } from '#domain/payments/banking/rules.ts';
import { bankMessages } from '#domain/payments/banking/messages.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { PaymentIssue } from '#domain/payments/rules.ts';
import { accountTypeLabels, allocationSummary, paymentMessages } from '#domain/payments/messages.ts';
import { findProblems, refuse, getMessage } from '#domain/issue.ts';
import * as v from 'valibot';

type Code = PaymentIssue['code'];
type Sample<C extends Code> = readonly [issue: Extract<PaymentIssue, { code: C }>, sentence: string];

/** One issue with its message for each code. A missing code is a compile error. */
const SAID: { readonly [C in Code]: Sample<C> } = {
  'date.required': [{ code: 'date.required' }, 'Payment date is required.'],
  'date.format': [{ code: 'date.format' }, 'Incorrect format. Please use MM/DD/YYYY.'],
  'date.tooEarly': [
    { code: 'date.tooEarly', earliest: toPlainDate('2026-11-05') },
    'Payment date must be on or after 11/05/2026.',
  ],
  'date.outsideWindow': [{ code: 'date.outsideWindow', paymentRange: 90 }, 'Payment must be in the next 90 days.'],
  'date.notBankingDay': [{ code: 'date.notBankingDay' }, 'Payment date must not be on a weekend or holiday.'],
  'date.afterDueDate': [
    { code: 'date.afterDueDate' },
    'You have scheduled your payment for after your next due date. This will result in a late payment.',
  ],
  'amount.required': [{ code: 'amount.required' }, 'Payment amount is required.'],
  'amount.format': [{ code: 'amount.format' }, 'Payment amount must be a valid dollar amount.'],
  'amount.exceedsPayoff': [
    { code: 'amount.exceedsPayoff', payoff: toCents(1_234_50) },
    'Payment cannot exceed your account payoff amount of $1,234.50.',
  ],
  'amount.belowPastDue': [
    { code: 'amount.belowPastDue' },
    'This payment will not fully cover the past due amount for this group.',
  ],
  'amount.nearPayoff': [
    { code: 'amount.nearPayoff', payoff: toCents(1_234_50) },
    'This amount is close to your payoff amount of $1,234.50. To pay the account in full, enter $1,234.50.',
  ],
  'allocation.shortHere': [
    { code: 'allocation.shortHere' },
    'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.',
  ],
  'allocation.shortElsewhere': [
    { code: 'allocation.shortElsewhere' },
    'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).',
  ],
  'total.zero': [{ code: 'total.zero' }, 'Total Payment amount must be greater than $0.'],
  'underWay.exceedsPayoff': [
    { code: 'underWay.exceedsPayoff', payoff: toCents(1_234_50) },
    'With the payments you have already scheduled, you would pay more than the payoff amount of $1,234.50 on this account.',
  ],
  'underWay.coversPart': [
    { code: 'underWay.coversPart', left: toCents(9_011) },
    'Your scheduled payments cover part of the total due on this account. $90.11 is left to pay.',
  ],
  'underWay.sameDate': [
    { code: 'underWay.sameDate', date: toPlainDate('2026-11-25') },
    'You already have payments scheduled for 11/25/2026.',
  ],
  'underWay.coversDue': [
    { code: 'underWay.coversDue' },
    "Your scheduled payments cover the total due on this account. You don't need to pay it again.",
  ],
  'underWay.coversDueLate': [
    { code: 'underWay.coversDueLate' },
    'Your scheduled payments would cover the total due on this account, but not by the due date.',
  ],
  'underWay.coversPastDue': [
    { code: 'underWay.coversPastDue' },
    'Your scheduled payments cover the past-due amount on this account.',
  ],
  'pastDue.left': [
    { code: 'pastDue.left', left: toCents(152_60), account: 'Direct Loans · E104882913' },
    'This leaves $152.60 past due on Direct Loans · E104882913.',
  ],
  'pastDue.leftElsewhere': [
    { code: 'pastDue.leftElsewhere', left: toCents(152_60) },
    'This leaves $152.60 past due on your other accounts.',
  ],
  'terms.required': [
    { code: 'terms.required' },
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
  ],
  'method.unknown': [{ code: 'method.unknown' }, 'This payment method is no longer saved. Choose another one.'],
  'account.unknown': [
    { code: 'account.unknown' },
    "We couldn't match this payment to your accounts. Go back to Schedule Payment, check the amounts, and submit again.",
  ],
  'group.unknown': [
    { code: 'group.unknown' },
    "We couldn't match this payment to your loan groups. Go back to Schedule Payment, check the amounts, and submit again.",
  ],
  'account.mismatch': [
    { code: 'account.mismatch' },
    "The amounts for your loan groups don't add up. Go back to Schedule Payment, check them, and submit again.",
  ],
  'total.mismatch': [
    { code: 'total.mismatch' },
    "The amounts don't add up to the total. Go back to Schedule Payment, check them, and submit again.",
  ],
};

describe('the messages of payment issues', () => {
  const cases = Object.values(SAID).map(([issue, sentence]) => ({ issue, sentence }));
  it.each(cases)('$issue.code: "$sentence"', ({ issue, sentence }) => {
    expect(getMessage(paymentMessages, issue)).toBe(sentence);
  });

  it('exist for exactly the existing codes', () => {
    expect(Object.keys(paymentMessages).sort()).toEqual(Object.keys(SAID).sort());
  });

  it('are complete sentences without missing parameters', () => {
    for (const [issue] of Object.values(SAID)) {
      const sentence = getMessage(paymentMessages, issue);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\{|\}| {2}/);
    }
  });

  it('are distinct', () => {
    const sentences = Object.values(SAID).map(([, sentence]) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe("the error panel's line about groups (Y §5.1)", () => {
  it('quotes the specification exactly', () => {
    expect(allocationSummary).toBe(
      'Groups that are past due must have the minimum past due amount paid in order to pay extra on other groups in the same account.',
    );
  });
});

/** The same for bank account issues (Y §5.2). */
const SAID_OF_BANK: { readonly [C in BankIssue['code']]: readonly [Extract<BankIssue, { code: C }>, string] } = {
  'routing.required': [{ code: 'routing.required' }, 'Routing Number is required.'],
  'routing.length': [{ code: 'routing.length' }, 'The routing number must have 9 digits.'],
  'routing.notFound': [{ code: 'routing.notFound' }, 'The routing number cannot be found in our records.'],
  'accountNumber.required': [{ code: 'accountNumber.required' }, 'Account Number is required.'],
  'accountNumber.length': [{ code: 'accountNumber.length' }, 'The account number must have between 4 and 17 digits.'],
  'accountNumber.notVerified': [
    { code: 'accountNumber.notVerified' },
    "We couldn't successfully verify the account number you entered. Please correct and try again.",
  ],
  'holder.required': [{ code: 'holder.required' }, 'Name on Account is required.'],
  'holder.length': [
    { code: 'holder.length', min: 2, max: 22 },
    'The Name on Account must have between 2 and 22 characters.',
  ],
  'holder.format': [{ code: 'holder.format' }, 'Invalid Format for Account Name'],
  'holder.noLetter': [{ code: 'holder.noLetter' }, 'Name must include at least one letter.'],
  'nickname.required': [{ code: 'nickname.required' }, 'Account Nickname is required'],
  'nickname.length': [
    { code: 'nickname.length', min: 2, max: 27 },
    'The Account Nickname must have between 2 and 27 characters.',
  ],
  'nickname.format': [{ code: 'nickname.format' }, 'Invalid Format for Account Nickname'],
  'nickname.noLetter': [{ code: 'nickname.noLetter' }, 'Name must include at least one letter.'],
  'nickname.taken': [{ code: 'nickname.taken' }, 'The account nickname cannot match another payment method nickname.'],
};

describe('the messages of bank account issues', () => {
  const cases = Object.values(SAID_OF_BANK).map(([issue, sentence]) => ({ issue, sentence }));
  it.each(cases)('$issue.code: "$sentence"', ({ issue, sentence }) => {
    expect(getMessage(bankMessages, issue)).toBe(sentence);
  });

  it('exist for exactly the existing codes', () => {
    expect(Object.keys(bankMessages).sort()).toEqual(Object.keys(SAID_OF_BANK).sort());
  });
});

it('the account types are 1 Checking and 2 Savings (Y §9)', () => {
  expect(accountTypeLabels).toEqual({ 1: 'Checking', 2: 'Savings' });
});

describe('an issue', () => {
  it('without a message is shown as its code', () => {
    expect(getMessage(paymentMessages, { code: 'nobody.knows' })).toBe('nobody.knows');
  });

  it('passes through a schema unchanged', () => {
    for (const [issue] of Object.values(SAID)) {
      const schema = v.object({
        field: v.pipe(
          v.string(),
          v.check(() => false, refuse(issue)),
        ),
      });
      expect(findProblems(schema, { field: 'x' })).toEqual([{ field: 'field', issue }]);
    }
  });

  it('is reported once per field, the first one', () => {
    const refused = (code: string) => v.check<string, string>(() => false, refuse({ code }));
    const schema = v.object({
      b: v.pipe(v.string(), refused('one'), refused('two')),
      a: v.pipe(v.string(), refused('three')),
    });
    expect(findProblems(schema, { a: '', b: '' })).toEqual([
      { field: 'b', issue: { code: 'one' } },
      { field: 'a', issue: { code: 'three' } },
    ]);
  });

  it.each(['Invalid type: Expected string', '{"no":"code"}', '{"code":1}', '{"code":"x","nested":{}}', '"text"'])(
    'is not parsed from other texts: %s',
    (message) => {
      const schema = v.object({
        field: v.pipe(
          v.string(),
          v.check(() => false, message),
        ),
      });
      expect(findProblems(schema, { field: '' })).toEqual([
        { field: 'field', issue: { code: 'shape.wrong', detail: message } },
      ]);
    },
  );

  it('is not reported for valid values', () => {
    expect(findProblems(v.object({ field: v.string() }), { field: '' })).toEqual([]);
  });
});
