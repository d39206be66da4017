/** A payment on the wire (Y §3), version 1: the whole payment model. Also converts it to version 2. */
import { accountName } from '../account-name.ts';
import { toEffectiveDate, formatUsDate } from '../calendar.ts';
import { ZERO, dollarsFromCents, sumCents } from '../money.ts';
import { type AccountLines, keepsEveryDueDate, linesByAccount } from './lines.ts';
import { type PaymentSubmissionInput, chosenOrder, toCommonFields, dueDateOnWire } from './payload.ts';
import { type Payable, accountPayable, groupPayables, getMonthlyAmount } from './rules.ts';
import { accountsFor, keepsDueDate, getLevel, getOption } from './schedule.ts';
import type { AccountPayment, DisclosedAmount } from './shapes.ts';
import type { ScheduleValues, SubmitV1, SubmitV1Wire, SubmitV2 } from './submission-shapes.ts';

const toDisclosedV1 = (disclosed: readonly DisclosedAmount[]) =>
  disclosed.map(({ disclosureDate, amount }) => ({ disclosureDate, amount: dollarsFromCents(amount) }));

/** Returns the choices for an account or group, version 1. The amount is 0 if nothing is paid or the field is hidden. */
function toChosenV1(values: ScheduleValues, payable: Payable, paid: AccountLines | undefined) {
  const { account, group } = payable;
  const level = getLevel(values, account);
  const option = getOption(values, payable);
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

/** Returns the fields of version 1 for an account: the amount due and the choices. */
function toAccountV1(
  account: AccountPayment,
  { values, today }: PaymentSubmissionInput,
  paid: AccountLines | undefined,
) {
  return {
    accountNumber: account.accountNumber,
    displayName: accountName(account),
    totalDue: dollarsFromCents(account.totalDue),
    currentPayoff: dollarsFromCents(account.currentPayoff),
    ...dueDateOnWire(paid?.keepsDueDate ?? false),
    monthlyPaymentAmount: dollarsFromCents(getMonthlyAmount(accountPayable(account), today)),
    isGroupLevelPayment: getLevel(values, account) === 'group',
    showAccountView: getLevel(values, account) === 'account',
    disclosedPaymentAmounts: toDisclosedV1(account.disclosedPaymentAmounts),
    paymentOption: toChosenV1(values, accountPayable(account), paid),
    borrowerGroupPayments: groupPayables(account).map((payable) => ({
      groupId: payable.group.groupId,
      totalDue: dollarsFromCents(payable.group.totalDue),
      amountDue: dollarsFromCents(payable.group.amountDue),
      pastDueAmt: dollarsFromCents(payable.group.pastDueAmt),
      paymentDueDate: payable.group.paymentDueDate,
      outstandingBalance: dollarsFromCents(payable.group.outstandingBalance),
      ...dueDateOnWire(keepsDueDate(values, payable)),
      disclosedPaymentAmounts: toDisclosedV1(payable.group.disclosedPaymentAmounts),
      monthlyPaymentAmount: dollarsFromCents(getMonthlyAmount(payable, today)),
      paymentOption: toChosenV1(values, payable, paid),
    })),
  };
}

/** Returns the payload of a payment, version 1: every account with the amount due and the choices. */
export function toSubmitV1(facts: PaymentSubmissionInput): SubmitV1Wire {
  const { payment, values, source, methodPreserved } = facts;
  const { effectiveDate, lines } = chosenOrder(facts);
  const paid = linesByAccount(lines);
  const paidOn = ({ accountNumber }: AccountPayment) => paid.find((each) => each.accountNumber === accountNumber);
  return {
    borrowerPayment: {
      totalDue: dollarsFromCents(payment.totalDue),
      effectiveDate: toEffectiveDate(effectiveDate),
      formattedEffectiveDate: formatUsDate(effectiveDate),
      ...dueDateOnWire(keepsEveryDueDate(lines)),
      borrowerAccountPayments: accountsFor(facts, values).map((account) =>
        toAccountV1(account, facts, paidOn(account)),
      ),
    },
    ...toCommonFields(facts),
    methodPreserved,
    institutionName: source.institutionName,
  };
}

type ChosenV1 = SubmitV1['borrowerPayment']['borrowerAccountPayments'][number]['paymentOption'];

const toChosenV2 = ({ PaymentAmount, CanProgressNextDueDate }: ChosenV1) => ({
  paymentAmount: PaymentAmount,
  ...dueDateOnWire(!CanProgressNextDueDate),
});

/** Converts a payment of version 1 to version 2. The sum replaces the control total, which version 1 does not have. */
export function toV2(payment: SubmitV1): SubmitV2 {
  const { borrowerPayment, methodPreserved: _preserved, institutionName: _institution, ...common } = payment;
  const accounts = borrowerPayment.borrowerAccountPayments
    .map(({ accountNumber, isGroupLevelPayment, advanceDueDate, paymentOption, borrowerGroupPayments }) => {
      const groups = isGroupLevelPayment
        ? borrowerGroupPayments
            .map((group) => ({ accountNumber, groupId: group.groupId, ...toChosenV2(group.paymentOption) }))
            .filter(({ paymentAmount }) => paymentAmount !== 0)
        : [];
      const together = { paymentAmount: sumCents(groups.map(({ paymentAmount }) => paymentAmount)), advanceDueDate };
      const whole = isGroupLevelPayment ? together : toChosenV2(paymentOption);
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
