/** Reloaded facts that send a reviewed payment back to its first step. */
import { describe, expect, it } from 'vitest';
import { type Cents, toCents } from '#domain/money.ts';
import { paymentWithDraft } from '#domain/payments/samples.ts';
import { unchanged } from '#machines/payments/payflow/facts-again.model.ts';
import { isOutdated, scheduleAgain } from '#machines/payments/payflow/payflow.context.ts';
import type { PaymentData } from '#machines/payments/payflow/payment-facts.machine.ts';
import { wholeFacts as facts } from '#machines/payments/payflow/payment-facts.model.ts';
import { borrower } from '#machines/payments/payflow/payflow.samples.ts';
import { otherAmountSchedule } from '#machines/payments/payment-schedule/payment-schedule.model.ts';

/** A reviewed payment of $25.00 on an account that owes $18,402.31. */
const reviewed = (loaded: PaymentData) => ({ ...borrower, facts: loaded, schedule: otherAmountSchedule });

/** The reloaded facts, without a scheduled payment that would take its part of the balance. */
const owing = (payoff: Cents) => ({
  ...unchanged,
  upcoming: [],
  payment: {
    ...paymentWithDraft,
    borrowerAccountPayments: paymentWithDraft.borrowerAccountPayments.map((account) => ({
      ...account,
      currentPayoff: payoff,
    })),
  },
});

describe('a reviewed payment of $25.00', () => {
  it('stays as it is while the account owes as much', () => {
    expect(isOutdated(reviewed(facts), unchanged)).toBe(false);
    expect(isOutdated(reviewed(facts), owing(toCents(2_500)))).toBe(false);
  });

  it('goes back when the account owes less, although the amount is the same', () => {
    const again = owing(toCents(2_499));
    expect(scheduleAgain(reviewed(facts), again).form.values).toEqual(otherAmountSchedule.form.values);
    expect(isOutdated(reviewed(facts), again)).toBe(true);
  });
});
