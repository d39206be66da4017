/** A payment on the wire (Y §3), version 1: the whole payment model; and read as one of version 2. */
import { accountName } from '../account-name.ts';
import { effectiveDateOf, formatUsDate } from '../calendar.ts';
import { ZERO, dollarsFromCents, sumCents } from '../money.ts';
import { type AccountLines, keepsEveryDueDate, linesByAccount } from './lines.ts';
import { type SubmissionFacts, chosenOrder, commonOf, dueDateOnWire } from './payload.ts';
import { type Payable, accountPayable, groupPayables, monthlyAmountOf } from './rules.ts';
import { accountsFor, keepsDueDate, levelOf, optionOf } from './schedule.ts';
import type { AccountPayment, DisclosedAmount } from './shapes.ts';
import type { ScheduleValues, SubmitV1, SubmitV1Wire, SubmitV2 } from './submission-shapes.ts';

const disclosedOf = (disclosed: readonly DisclosedAmount[]) =>
  disclosed.map(({ disclosureDate, amount }) => ({ disclosureDate, amount: dollarsFromCents(amount) }));

/** Returns the choices for an account or group, version 1. Where nothing is paid, also where it is hidden, the amount is 0. */
function chosenV1Of(values: ScheduleValues, payable: Payable, paid: AccountLines | undefined) {
  const { account, group } = payable;
  const level = levelOf(values, account);
  const option = optionOf(values, payable);
  const total = paid?.amount ?? ZERO;
  const ofGroup = paid?.groups.find(({ groupId }) => groupId === group?.groupId)?.amount ?? ZERO;
  const whole = level === 'account' ? total : ZERO;
  return {
    SelectedRadio: option,
    HasOtherSelected: option === 'OtherAmount',
    PaymentAmount: dollarsFromCents(group === null ? whole : ofGroup),
    GroupTotal: dollarsFromCents(level === 'group' ? total : ZERO),
    CanProgressNextDueDate: !keepsDueDate(values, payable),
    ShowAccountview: level === 'account',
  };
}

/** Returns what version 1 says of an account: the amount due and the choices. */
function accountV1Of(account: AccountPayment, { values, today }: SubmissionFacts, paid: AccountLines | undefined) {
  return {
    accountNumber: account.accountNumber,
    displayName: accountName(account),
    totalDue: dollarsFromCents(account.totalDue),
    currentPayoff: dollarsFromCents(account.currentPayoff),
    ...dueDateOnWire(paid?.keepsDueDate ?? false),
    monthlyPaymentAmount: dollarsFromCents(monthlyAmountOf(accountPayable(account), today)),
    isGroupLevelPayment: levelOf(values, account) === 'group',
    showAccountView: levelOf(values, account) === 'account',
    disclosedPaymentAmounts: disclosedOf(account.disclosedPaymentAmounts),
    paymentOption: chosenV1Of(values, accountPayable(account), paid),
    borrowerGroupPayments: groupPayables(account).map((payable) => ({
      groupId: payable.group.groupId,
      totalDue: dollarsFromCents(payable.group.totalDue),
      amountDue: dollarsFromCents(payable.group.amountDue),
      pastDueAmt: dollarsFromCents(payable.group.pastDueAmt),
      paymentDueDate: payable.group.paymentDueDate,
      outstandingBalance: dollarsFromCents(payable.group.outstandingBalance),
      ...dueDateOnWire(keepsDueDate(values, payable)),
      disclosedPaymentAmounts: disclosedOf(payable.group.disclosedPaymentAmounts),
      monthlyPaymentAmount: dollarsFromCents(monthlyAmountOf(payable, today)),
      paymentOption: chosenV1Of(values, payable, paid),
    })),
  };
}

/** Returns the payload of a payment, version 1: every account with the amount due and the choices. */
export function submitV1Of(facts: SubmissionFacts): SubmitV1Wire {
  const { payment, values, source, methodPreserved } = facts;
  const { effectiveDate, lines } = chosenOrder(facts);
  const paid = linesByAccount(lines);
  const paidOn = ({ accountNumber }: AccountPayment) => paid.find((each) => each.accountNumber === accountNumber);
  return {
    borrowerPayment: {
      totalDue: dollarsFromCents(payment.totalDue),
      effectiveDate: effectiveDateOf(effectiveDate),
      formattedEffectiveDate: formatUsDate(effectiveDate),
      ...dueDateOnWire(keepsEveryDueDate(lines)),
      borrowerAccountPayments: accountsFor(facts, values).map((account) =>
        accountV1Of(account, facts, paidOn(account)),
      ),
    },
    ...commonOf(facts),
    methodPreserved,
    institutionName: source.institutionName,
  };
}

type ChosenV1 = SubmitV1['borrowerPayment']['borrowerAccountPayments'][number]['paymentOption'];

const chosenOf = ({ PaymentAmount, CanProgressNextDueDate }: ChosenV1) => ({
  paymentAmount: PaymentAmount,
  ...dueDateOnWire(!CanProgressNextDueDate),
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
