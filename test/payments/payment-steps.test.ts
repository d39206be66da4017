/**
 * The state of a payment in progress: completed steps after a reload, the payment method, and focus (Y §2.1, §4.2,
 * §4.3).
 */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { chosenSource, maskedEmail, maskedNumber, withSaved } from '#domain/payments/source.ts';
import { accountsInOrder, firstAmountField, isLaterDayChosen } from '#domain/payments/schedule.ts';
import { AvailableDates, GroupPayment, PaymentMethodProfile, ScheduledPayment } from '#domain/payments/shapes.ts';
import { PaymentDraft } from '#domain/payments/submission-shapes.ts';
import { mustReenterAccount, resumedDraft, stillCompleted as stepsOf } from '#domain/payments/steps.ts';
import { METHOD, accountWith, choosing, factsWith, groupWith, createPayment } from './payment-samples.ts';

describe('the steps that are still completed after a reload', () => {
  const facts = factsWith(accountWith());
  const values = choosing(facts, {});
  const draft = { version: 1, values, methodId: 'method-1', completed: ['schedule', 'method'], submission: null };
  /** Parses the draft and returns its completed steps. */
  const stillCompleted = (stored: object, at: Parameters<typeof stepsOf>[1]) =>
    stepsOf(v.parse(PaymentDraft, stored), at);
  const now = { facts, values, methodId: 'method-1' };

  it('are all completed steps if everything is still valid', () => {
    expect(stillCompleted(draft, now)).toEqual(['schedule', 'method']);
    expect(stillCompleted({ ...draft, completed: ['schedule'] }, now)).toEqual(['schedule']);
  });

  it('are none if any field of the schedule has changed', () => {
    expect(stillCompleted(draft, { ...now, values: { ...values, paymentDate: '11/23/2026' } })).toEqual([]);
  });

  it('are none if the saved schedule is no longer complete', () => {
    const late = choosing(facts, { paymentDate: '11/19/2026' });
    expect(stillCompleted({ ...draft, values: late }, { ...now, values: late })).toEqual([]);
  });

  it('exclude the method if it has changed or is missing', () => {
    expect(stillCompleted(draft, { ...now, methodId: 'method-2' })).toEqual(['schedule']);
    expect(stillCompleted({ ...draft, methodId: '' }, { ...now, methodId: '' })).toEqual(['schedule']);
  });

  it('show that a verified new bank account must be entered again', () => {
    const mustReenter = (stored: object) => mustReenterAccount(v.parse(PaymentDraft, stored));
    expect(mustReenter({ ...draft, methodId: '' })).toBe(true);
    expect(mustReenter({ ...draft, methodId: '', completed: ['schedule'] })).toBe(false);
    expect(mustReenter(draft)).toBe(false);
  });
});

describe('the chosen bank account', () => {
  const values = {
    routingNumber: '021000021',
    accountNumber: '1234567',
    accountHolder: ' Avery Quist ',
    accountTypeId: '2' as const,
    savePaymentMethod: true,
    accountNickname: ' Savings ',
  };
  const verified = { values, bankName: 'JPMorgan Chase', name: 'Savings', savedId: null };

  it('is the saved one with that id and its nickname', () => {
    expect(chosenSource({ methodId: 'method-1', verified }, [METHOD])).toMatchObject({
      name: 'Everyday Checking',
      source: { methodId: 'method-1', accountNumber: '*****6789', savePaymentMethod: false },
    });
  });

  it('is otherwise the verified new one', () => {
    expect(chosenSource({ methodId: '', verified }, [METHOD])).toEqual({
      name: 'Savings',
      source: {
        methodId: null,
        accountHolder: 'Avery Quist',
        accountNickname: 'Savings',
        routingNumber: '021000021',
        accountNumber: '1234567',
        institutionName: 'JPMorgan Chase',
        accountTypeId: 2,
        savePaymentMethod: true,
      },
    });
    expect(chosenSource({ methodId: 'gone', verified: null }, [METHOD])).toBeUndefined();
  });

  it('is added to the saved ones once, masked, after it was saved', () => {
    expect(withSaved([METHOD], verified)).toEqual([METHOD]);
    const once = withSaved([METHOD], { ...verified, savedId: 'method-9' });
    expect(once).toEqual([
      METHOD,
      {
        profileId: 'method-9',
        profileName: 'Savings',
        bankName: 'JPMorgan Chase',
        accountTypeId: 2,
        accountNumber: '*****4567',
        routingNumber: '*****0021',
        accountHolder: 'Avery Quist',
      },
    ]);
    expect(withSaved(once, { ...verified, savedId: 'method-9' })).toEqual(once);
  });
});

describe('a payment draft', () => {
  const draft = {
    version: 1,
    values: { paymentDate: '11/20/2026', 'keepDueDate.one': false, note: 'x'.repeat(64) },
    methodId: 'method-1',
    newAccount: { accountHolder: 'Avery Quist', savePaymentMethod: true },
    leftOut: ['accountNumber'],
    completed: ['schedule', 'method'],
    account: 'one',
    isUntouched: true,
    submission: { key: '6f1c1d2e-7d35-4c58-9a0e-2f9f3d0f6b11', sent: true },
  };

  it('of an earlier release counts as for all accounts and changed', () => {
    const { account: _, isUntouched: __, newAccount: ___, leftOut: ____, ...earlier } = draft;
    const added = { account: null, isUntouched: false, newAccount: {}, leftOut: [] };
    expect(v.parse(PaymentDraft, earlier)).toEqual({ ...draft, ...added });
  });

  it('contains the choices, the completed steps and the idempotency key', () => {
    expect(v.parse(PaymentDraft, draft)).toEqual(draft);
    expect(v.parse(PaymentDraft, { ...draft, submission: null })).toEqual({ ...draft, submission: null });
  });

  it.each([
    { version: 2 },
    { values: { amount: 1 } },
    { completed: ['review'] },
    { submission: { key: 'x', sent: true } },
    { methodId: null },
    { account: 'x'.repeat(65) },
  ])('with an invalid structure is rejected: %j', (other) => {
    expect(v.is(PaymentDraft, { ...draft, ...other })).toBe(false);
  });
});

describe('a group on the wire (Y §3)', () => {
  it('has all its amounts in dollars', () => {
    const wire = {
      groupId: 'AA',
      loanType: 'Direct Subsidized',
      totalDue: 70.5,
      amountDue: 50.25,
      pastDueAmt: 20.25,
      paymentDueDate: null,
      outstandingBalance: 1.01,
      advanceDueDate: false,
      disclosedPaymentAmounts: [{ disclosureDate: '2026-11-05', amount: 70 }],
      monthlyPaymentAmount: 70,
      nextPaymentAmountDue: 70,
      nextPaymentScheduleAmount: 0.1,
    };
    expect(v.parse(GroupPayment, wire)).toEqual({
      ...wire,
      totalDue: 7050,
      amountDue: 5025,
      pastDueAmt: 2025,
      outstandingBalance: 101,
      disclosedPaymentAmounts: [{ disclosureDate: '2026-11-05', amount: 7000 }],
      monthlyPaymentAmount: 7000,
      nextPaymentAmountDue: 7000,
      nextPaymentScheduleAmount: 10,
    });
    expect(v.is(GroupPayment, {})).toBe(false);
  });
});

describe('a scheduled payment (Y §4.6)', () => {
  it.each(['Scheduled', 'Processing', 'Pending', 'Cancelled'])('may have the status %s', (description) => {
    expect(v.is(ScheduledPayment.entries.description, description)).toBe(true);
  });

  it('may have no other status', () => {
    expect(['', 'scheduled', 'Posted'].some((each) => v.is(ScheduledPayment.entries.description, each))).toBe(false);
  });
});

describe('masking (Y §2.1)', () => {
  it.each([
    ['1234567', '*****4567'],
    ['1234', '*****1234'],
  ])('shows %s as %s: five asterisks and the last four digits', (number, shown) => {
    expect(maskedNumber(number)).toBe(shown);
  });

  it.each([
    ['avery@example.com', 'a*****@example.com'],
    ['a@example.com', 'a*****@example.com'],
    ['éva@example.com', 'é*****@example.com'],
  ])('shows the email address %s as %s', (email, shown) => {
    expect(maskedEmail(email)).toBe(shown);
  });

  it('is required for numbers on the wire', () => {
    const accepts = (masked: string) =>
      v.is(PaymentMethodProfile, { ...METHOD, accountNumber: masked }) &&
      v.is(PaymentMethodProfile, { ...METHOD, routingNumber: masked });
    const wholly = (masked: string) =>
      v.is(PaymentMethodProfile, { ...METHOD, accountNumber: masked }) ||
      v.is(PaymentMethodProfile, { ...METHOD, routingNumber: masked });
    expect(accepts('*****6789')).toBe(true);
    expect(
      ['*****678', '*****67890', '****6789', '******6789', '123456789', '*****abcd', '1*****6789'].some(wholly),
    ).toBe(false);
    expect(v.parse(PaymentMethodProfile, { ...METHOD, accountTypeId: undefined }).accountTypeId).toBe(1);
  });
});

describe('the payment window', () => {
  const window = (earliestPaymentDate: string, latestPaymentDate: string) => ({
    earliestPaymentDate,
    latestPaymentDate,
    availablePaymentDates: [earliestPaymentDate],
    paymentRange: 90,
    excludeWeekends: true,
  });

  it('may be a single day, but may not end before it starts', () => {
    expect(v.is(AvailableDates, window('2026-11-20', '2026-11-20'))).toBe(true);
    expect(v.is(AvailableDates, window('2026-11-20', '2026-11-19'))).toBe(false);
  });

  it.each([
    ['11/20/2026', false],
    ['11/23/2026', true],
    ['11/21/2026', false],
    ['11/19/2026', false],
    ['11/2', false],
    ['', false],
  ])('has "%s" as a later day than today: %s (Y §4.2)', (paymentDate, later) => {
    expect(isLaterDayChosen({ paymentDate }, factsWith(accountWith()))).toBe(later);
  });
});

describe('the draft at the start of a payment (ruling 70)', () => {
  const draftWith = (given: object) =>
    v.parse(PaymentDraft, { version: 1, values: {}, methodId: 'method-1', completed: [], submission: null, ...given });
  const key = '6f1c1d2e-7d35-4c58-9a0e-2f9f3d0f6b11';
  const sent = { submission: { key, sent: true } };

  it.each([
    ['one for all accounts', {}, null, true],
    ['one for all accounts', {}, 'one', false],
    ['one for the same account', { account: 'one' }, 'one', true],
    ['one for another account', { account: 'two' }, 'one', false],
    ['one for an account', { account: 'two' }, null, true],
    ['an untouched one', { isUntouched: true }, null, false],
    ['an untouched one for the same account', { account: 'one', isUntouched: true }, 'one', false],
    ['one that has been sent', sent, 'one', true],
    ['one that has been sent for another account', { account: 'two', ...sent }, 'one', true],
    ['one with a key that has not been sent', { submission: { key, sent: false } }, 'one', false],
  ])('%s, %j, at a URL for the account %j is resumed: %s', (_, given, account, isResumed) => {
    const draft = draftWith(given);
    expect(resumedDraft(draft, account)).toBe(isResumed ? draft : null);
  });

  it('is null if none was saved', () => {
    expect(resumedDraft(null, null)).toBeNull();
    expect(resumedDraft(null, 'one')).toBeNull();
  });
});

describe('with a total of zero', () => {
  const groups = [groupWith('AA'), groupWith('AB')];
  const first = (account: ReturnType<typeof accountWith>, choices: Parameters<typeof choosing>[1]) =>
    firstAmountField(choosing(factsWith(account), choices), createPayment([account]), null);

  it('focus moves to the first amount or to its option (Y §4.2)', () => {
    expect(first(accountWith(), {})).toBe('option.one');
    expect(first(accountWith(), { 'option.one': 'OtherAmount' })).toBe('otherAmount.one');
    expect(first(accountWith({ groups, isGroupLevelPayment: true }), {})).toBe('option.one.AA');
  });

  it('the first amount is the first on the screen, where many accounts are sorted', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        accountWith({
          accountId: `${index}`,
          pastDueAmt: index === 5 ? 100 : 0,
          totalDue: index === 4 ? 100 : 0,
        }),
      );
    const getFirst = (accounts: ReturnType<typeof many>, selected: string | null = null) =>
      firstAmountField(choosing(factsWith(...accounts), {}), createPayment(accounts), selected);
    expect(getFirst(many(7))).toBe('option.5');
    const getOrder = (count: number, selected: string | null) =>
      accountsInOrder(many(count), selected)
        .map(({ accountId }) => accountId)
        .join('');
    expect(getOrder(7, null)).toBe('5401236');
    // Fewer accounts keep the server's order.
    expect(getFirst(many(6))).toBe('option.0');
    // The account in the link comes first (ruling 70).
    expect(getOrder(7, '3')).toBe('3540126');
    expect(getOrder(6, '3')).toBe('301245');
    expect(getFirst(many(6), '3')).toBe('option.3');
  });

  it('focus moves to the date if there is no account', () => {
    expect(firstAmountField(choosing(factsWith(), {}), createPayment([]), null)).toBe('paymentDate');
  });
});
