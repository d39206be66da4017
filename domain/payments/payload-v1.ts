/** A payment on the wire (Y §3), version 1: the whole payment model; and read as one of version 2. */
import { accountName } from '../account-name.ts';
import { effectiveDateOf, formatUsDate } from '../calendar.ts';
import { ZERO, dollarsFromCents, sumCents } from '../money.ts';
import { type SubmissionFacts, commonOf, dayOf, keepsAllDueDates, paidOf } from './payload.ts';
import { type Payable, accountPayable, groupPayables, monthlyAmountOf } from './rules.ts';
import { accountAmount, accountsFor, chosenAmount, keepsDueDate, levelOf, optionOf, payablesOf } from './schedule.ts';
import type { DisclosedAmount } from './shapes.ts';
import type { ScheduleValues, SubmitV1, SubmitV1Wire, SubmitV2 } from './submission-shapes.ts';

const disclosedOf = (disclosed: readonly DisclosedAmount[]) =>
  disclosed.map(({ disclosureDate, amount }) => ({ disclosureDate, amount: dollarsFromCents(amount) }));

/** Returns the choices for an account or group, version 1. Hidden amounts are 0. */
function chosenV1Of(values: ScheduleValues, payable: Payable) {
  const { account, group } = payable;
  const level = levelOf(values, account);
  const isShown = (group !== null) === (level === 'group');
  const option = optionOf(values, payable);
  return {
    SelectedRadio: option,
    HasOtherSelected: option === 'OtherAmount',
    PaymentAmount: dollarsFromCents(isShown ? chosenAmount(values, payable) : ZERO),
    GroupTotal: dollarsFromCents(level === 'group' ? accountAmount(values, account) : ZERO),
    CanProgressNextDueDate: !keepsDueDate(values, payable),
    ShowAccountview: level === 'account',
  };
}

/** Returns the payload of a payment, version 1: every account with the amount due and the choices. */
export function submitV1Of(facts: SubmissionFacts): SubmitV1Wire {
  const { payment, values, today, source, methodPreserved } = facts;
  const day = dayOf(values);
  const accounts = accountsFor(facts, values);
  return {
    borrowerPayment: {
      totalDue: dollarsFromCents(payment.totalDue),
      effectiveDate: effectiveDateOf(day),
      formattedEffectiveDate: formatUsDate(day),
      advanceDueDate: keepsAllDueDates(
        values,
        accounts.flatMap((account) => paidOf(values, payablesOf(values, account))),
      ),
      borrowerAccountPayments: accounts.map((account) => ({
        accountNumber: account.accountNumber,
        displayName: accountName(account),
        totalDue: dollarsFromCents(account.totalDue),
        currentPayoff: dollarsFromCents(account.currentPayoff),
        advanceDueDate: keepsAllDueDates(values, paidOf(values, payablesOf(values, account))),
        monthlyPaymentAmount: dollarsFromCents(monthlyAmountOf(accountPayable(account), today)),
        isGroupLevelPayment: levelOf(values, account) === 'group',
        showAccountView: levelOf(values, account) === 'account',
        disclosedPaymentAmounts: disclosedOf(account.disclosedPaymentAmounts),
        paymentOption: chosenV1Of(values, accountPayable(account)),
        borrowerGroupPayments: groupPayables(account).map((payable) => ({
          groupId: payable.group.groupId,
          totalDue: dollarsFromCents(payable.group.totalDue),
          amountDue: dollarsFromCents(payable.group.amountDue),
          pastDueAmt: dollarsFromCents(payable.group.pastDueAmt),
          paymentDueDate: payable.group.paymentDueDate,
          outstandingBalance: dollarsFromCents(payable.group.outstandingBalance),
          advanceDueDate: keepsDueDate(values, payable),
          disclosedPaymentAmounts: disclosedOf(payable.group.disclosedPaymentAmounts),
          monthlyPaymentAmount: dollarsFromCents(monthlyAmountOf(payable, today)),
          paymentOption: chosenV1Of(values, payable),
        })),
      })),
    },
    ...commonOf(facts),
    methodPreserved,
    institutionName: source.institutionName,
  };
}

type ChosenV1 = SubmitV1['borrowerPayment']['borrowerAccountPayments'][number]['paymentOption'];

const chosenOf = ({ PaymentAmount, CanProgressNextDueDate }: ChosenV1) => ({
  paymentAmount: PaymentAmount,
  advanceDueDate: !CanProgressNextDueDate,
});

/** Converts a payment of version 1 to version 2. The sum replaces the control total, which version 1 does not have. */
export function canonicalOf(payment: SubmitV1): SubmitV2 {
  const { borrowerPayment, methodPreserved: _preserved, institutionName: _institution, ...common } = payment;
  const accounts = borrowerPayment.borrowerAccountPayments
    .map(({ accountNumber, isGroupLevelPayment, advanceDueDate, paymentOption, borrowerGroupPayments }) => {
      const groups = isGroupLevelPayment
        ? borrowerGroupPayments
            .map((group) => ({ accountNumber, groupId: group.groupId, ...chosenOf(group.paymentOption) }))
            .filter(({ paymentAmount }) => paymentAmount !== 0)
        : [];
      const together = { paymentAmount: sumCents(groups.map(({ paymentAmount }) => paymentAmount)), advanceDueDate };
      const whole = isGroupLevelPayment ? together : chosenOf(paymentOption);
      return { accountNumber, ...whole, borrowerGroupPaymentsV2: groups, isGroupLevelPayment };
    })
    .filter(({ paymentAmount, borrowerGroupPaymentsV2 }) => paymentAmount !== 0 || borrowerGroupPaymentsV2.length > 0);
  return {
    ...common,
    effectiveDate: borrowerPayment.effectiveDate,
    advanceDueDate: borrowerPayment.advanceDueDate,
    paymentAmountControlTotal: sumCents(accounts.map(({ paymentAmount }) => paymentAmount)),
    borrowerPaymentV2: { borrowerAccountPaymentsV2: accounts },
  };
}
