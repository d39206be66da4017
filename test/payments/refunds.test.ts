/** Refunds of a payment's excess over the payoff: their day and texts (ruling 95). */
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, toCents as cents } from '#domain/money.ts';
import { isRefundedInFull } from '#domain/payments/history.ts';
import { refundChangeMessage, refundMessage, refundText } from '#domain/payments/messages.ts';
import { refundAgain, toRefund, sentBackBefore } from '#domain/payments/returns.ts';

describe('a refund', () => {
  it.each([
    ['2026-12-02', '2026-12-04', 'a Wednesday'],
    ['2026-11-24', '2026-11-27', 'a Tuesday before Thanksgiving, which is no banking day'],
    ['2026-12-23', '2026-12-28', 'a Wednesday before Christmas and a weekend'],
  ])('of a payment posted on %s follows on %s, two banking days later: %s', (posted, made) => {
    expect(toRefund(cents(1), day(posted))).toEqual({ refunded: cents(1), refundedOn: made });
  });

  it('has no day if nothing is refunded', () => {
    expect(toRefund(ZERO, day('2026-12-02'))).toEqual({ refunded: ZERO, refundedOn: null });
  });

  it('is sent back after the returns of its day, or before all of them if its day was not recorded', () => {
    const refund = { refunded: cents(100), refundedOn: day('2026-12-04') };
    expect(sentBackBefore(refund, day('2026-12-04'))).toBe(0);
    expect(sentBackBefore(refund, day('2026-12-05'))).toBe(100);
    expect(sentBackBefore({ ...refund, refundedOn: null }, day('2026-12-01'))).toBe(100);
  });

  it.each([
    { on: '2026-12-03', refunded: 100, refundedOn: '2026-12-04' },
    { on: '2026-12-04', refunded: 40, refundedOn: '2026-12-04' },
    { on: '2026-12-03', refunded: 0, refundedOn: null },
    { on: '2026-12-07', refunded: 140, refundedOn: '2026-12-09' },
  ])(
    'that is computed again on $on keeps its day while it is to come: $refunded cents',
    ({ on, refunded, refundedOn }) => {
      const before = { refunded: cents(100), refundedOn: day('2026-12-04') };
      expect(refundAgain(before, cents(refunded), day(on))).toEqual({ refunded, refundedOn });
    },
  );

  it.each([
    [true, day('2026-12-04'), 'Refunded $500.00 on 12/04/2026'],
    [false, day('2026-12-04'), 'Refund of $500.00 coming on 12/04/2026'],
    [true, null, 'Refunded $500.00'],
  ])('reads with its day (made: %s, on %s): %s', (isMade, date, text) => {
    expect(refundText({ amount: cents(500_00), date, isMade })).toBe(text);
  });

  it('is whole if it is the amount of the payment', () => {
    const refund = (amount: number) => ({ amount: cents(amount), date: null, isMade: true });
    const sumOfPaymentAmount = cents(500_00);
    expect(isRefundedInFull({ sumOfPaymentAmount, refund: refund(500_00) })).toBe(true);
    expect(isRefundedInFull({ sumOfPaymentAmount, refund: refund(499_99) })).toBe(false);
    expect(isRefundedInFull({ sumOfPaymentAmount, refund: null })).toBe(false);
  });
});

describe('the letter about a refund', () => {
  const payment = {
    effectiveDate: day('2026-11-30'),
    amount: cents(500_00),
    refunded: cents(65_84),
    refundedOn: day('2026-12-04'),
    accounts: ['Direct Loans · E900000001'],
    bankAccount: 'Frost Bank *****4519',
  };

  it('says how much goes back, where and when', () => {
    expect(refundMessage(payment)).toEqual({
      subject: "We're refunding part of your payment",
      text: [
        'On Direct Loans · E900000001, your payment of $500.00 on 11/30/2026 was $65.84 more than you owed.',
        "We're sending $65.84 back to Frost Bank *****4519 on 12/04/2026. Your bank may take a few days to show it.",
        "You don't need to do anything.",
      ].join('\n\n'),
    });
  });

  it('says that nothing was owed if all of it goes back', () => {
    const { subject, text } = refundMessage({ ...payment, refunded: payment.amount });
    expect(subject).toBe("We're refunding your payment");
    expect(text).toContain(
      'You owed nothing on Direct Loans · E900000001 when we applied your payment of $500.00 on 11/30/2026.',
    );
  });

  it('names all accounts of the payment', () => {
    const { text } = refundMessage({ ...payment, accounts: ['Direct Loans · E1', 'FFELP Loans · E2'] });
    expect(text).toContain('On Direct Loans · E1 and FFELP Loans · E2, your payment');
  });

  it('says how it changed after another payment was returned', () => {
    expect(refundChangeMessage(payment, cents(100_00))).toEqual({
      subject: 'Your refund has changed',
      text: [
        'We told you that we were sending back $100.00 of your payment of $500.00 on 11/30/2026. After that, your bank returned another payment on Direct Loans · E900000001, so you owe more than we thought.',
        "We're now sending $65.84 back to Frost Bank *****4519 on 12/04/2026. Your bank may take a few days to show it. The rest of this payment pays what you owe.",
        "You don't need to do anything.",
      ].join('\n\n'),
    });
    const { subject, text } = refundChangeMessage({ ...payment, refunded: ZERO, refundedOn: null }, cents(100_00));
    expect(subject).toBe("We aren't sending your refund");
    expect(text).toContain("We aren't sending any of this payment back. All of it pays what you owe.");
  });
});
