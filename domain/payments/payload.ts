/** A payment on the wire (Y §3): made from what was chosen, in both versions, and judged again when it has arrived. */
import { type PlainDate, effectiveDateOf, formatUsDate, parseUsDate } from '../calendar.ts';
import { type Cents, ZERO, dollarsFromCents, sumCents } from '../money.ts';
import type { BankAccountValues } from '../banking/shapes.ts';
import type { FieldProblem } from '../verdict.ts';
import {
  type Payable,
  type ScheduleFacts,
  accountAmount,
  accountsFor,
  accountsOn,
  chosenAmount,
  groupPayables,
  judgeAllocation,
  judgeDay,
  keepsDueDate,
  levelOf,
  methodOf,
  monthlyAmountOf,
  accountPayable,
  optionOf,
  payablesOf,
  totalOf,
} from './rules.ts';
import type {
  AccountPayment,
  BorrowerPayment,
  DisclosedAmount,
  PaymentMethodProfile,
  PaymentRecord,
  ScheduleValues,
  SubmitV1,
  SubmitV1Wire,
  SubmitV2,
  SubmitV2Wire,
} from './shapes.ts';

/** The bank account that a payment is drawn from: a saved one by its id, or a new one by its numbers. */
export interface PaymentSource {
  readonly methodId: string | null;
  readonly accountHolder: string;
  readonly accountNickname: string;
  /** Masked where `methodId` says which account it is. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  /** The bank's name; empty where it is not known. */
  readonly institutionName: string;
  readonly accountTypeId: 1 | 2;
  readonly savePaymentMethod: boolean;
}

/** A bank number as it is shown: five asterisks and the last four digits (Y §2.1). */
export const maskedNumber = (number: string): string => `*****${number.slice(-4)}`;

/** An e-mail address as it is shown: its first sign, five asterisks and where it is (Y §2.1). */
export const maskedEmail = (email: string): string => email.replace(/^(.?)[^@]*/u, '$1*****');

/** A saved method as the source of a payment. */
export const sourceOfProfile = (profile: PaymentMethodProfile): PaymentSource => ({
  methodId: profile.profileId,
  accountHolder: profile.accountHolder,
  accountNickname: profile.profileName,
  routingNumber: profile.routingNumber,
  accountNumber: profile.accountNumber,
  institutionName: profile.bankName,
  accountTypeId: profile.accountTypeId,
  savePaymentMethod: false,
});

/** A new bank account as the source of a payment; once it is saved its id stands for its numbers. */
export const sourceOfBankAccount = (
  values: BankAccountValues,
  bankName: string,
  savedId: string | null,
): PaymentSource => ({
  methodId: savedId,
  accountHolder: values.accountHolder.trim(),
  accountNickname: values.savePaymentMethod ? values.accountNickname.trim() : '',
  routingNumber: savedId === null ? values.routingNumber : maskedNumber(values.routingNumber),
  accountNumber: savedId === null ? values.accountNumber : maskedNumber(values.accountNumber),
  institutionName: bankName,
  accountTypeId: values.accountTypeId === '1' ? 1 : 2,
  savePaymentMethod: values.savePaymentMethod,
});

/** What a payload is made from. */
export interface SubmissionFacts extends ScheduleFacts {
  readonly values: ScheduleValues;
  readonly source: PaymentSource;
  /** Whether the method had been chosen before and was come back to (Y §4.3). */
  readonly methodPreserved: boolean;
  readonly payerName: string;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  readonly userAgent: string;
}

/** What of some accounts or groups is paid. */
const paidOf = <P extends Payable>(values: ScheduleValues, payables: readonly P[]) =>
  payables.map((payable) => ({ ...payable, amount: chosenAmount(values, payable) })).filter(({ amount }) => amount > 0);

/** The groups that are paid by themselves; none where the account is paid as a whole. */
const paidGroupsOf = (values: ScheduleValues, account: AccountPayment) =>
  levelOf(values, account) === 'group' ? paidOf(values, groupPayables(account)) : [];

/** Whether the due date is left alone on everything that is paid. */
const keepsAllDueDates = (values: ScheduleValues, paid: readonly Payable[]): boolean =>
  paid.length > 0 && paid.every((payable) => keepsDueDate(values, payable));

function dayOf(values: ScheduleValues): PlainDate {
  const day = parseUsDate(values.paymentDate);
  if (day === undefined) throw new RangeError('A payment needs a date');
  return day;
}

/** What both versions say alike: who pays from which bank account. */
const commonOf = ({ source, payment, userAgent, payerName, payerRoleId, paymentSourceTypeId }: SubmissionFacts) => ({
  payerRoleId,
  methodId: source.methodId,
  name: payerName,
  accountHolder: source.accountHolder,
  accountNickname: source.accountNickname,
  routingNumber: source.routingNumber,
  accountNumber: source.accountNumber,
  paymentAccountTypeId: source.accountTypeId,
  savePaymentMethod: source.savePaymentMethod,
  paymentSourceTypeId,
  email: payment.email,
  paymentSourceRawDetails: userAgent.slice(0, 500),
});

/** The payload of a payment, version 2. Accounts and groups on which nothing is paid are left out. */
export function submitV2Of(facts: SubmissionFacts): SubmitV2Wire {
  const { payment, values } = facts;
  const paid = payment.borrowerAccountPayments
    .map((account) => ({ account, payables: paidOf(values, payablesOf(values, account)) }))
    .filter(({ payables }) => payables.length > 0);
  return {
    effectiveDate: effectiveDateOf(dayOf(values)),
    paymentAmountControlTotal: dollarsFromCents(totalOf(values, payment)),
    advanceDueDate: keepsAllDueDates(
      values,
      paid.flatMap(({ payables }) => payables),
    ),
    borrowerPaymentV2: {
      borrowerAccountPaymentsV2: paid.map(({ account, payables }) => ({
        accountNumber: account.accountNumber,
        paymentAmount: dollarsFromCents(accountAmount(values, account)),
        borrowerGroupPaymentsV2: paidGroupsOf(values, account).map(({ amount, ...payable }) => ({
          accountNumber: account.accountNumber,
          groupId: payable.group.groupId,
          paymentAmount: dollarsFromCents(amount),
          advanceDueDate: keepsDueDate(values, payable),
        })),
        isGroupLevelPayment: levelOf(values, account) === 'group',
        advanceDueDate: keepsAllDueDates(values, payables),
      })),
    },
    ...commonOf(facts),
  };
}

const disclosedOf = (disclosed: readonly DisclosedAmount[]) =>
  disclosed.map(({ disclosureDate, amount }) => ({ disclosureDate, amount: dollarsFromCents(amount) }));

/** What was chosen on an account or group, version 1. Nothing is paid of what is not shown. */
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

/** The payload of a payment, version 1: every account with what is due on it and what was chosen. */
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
        displayName: `${account.loanType} ${account.accountNumber}`,
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

/**
 * A payment of version 1 as one of version 2: what is paid on each account, or on its groups where they are paid by
 * themselves. Version 1 has no control total, so it is the sum.
 */
export function canonicalOf({
  borrowerPayment,
  methodPreserved: _preserved,
  institutionName: _institution,
  ...common
}: SubmitV1): SubmitV2 {
  const accounts = borrowerPayment.borrowerAccountPayments
    .map((account) => ({
      account,
      groups: account.isGroupLevelPayment
        ? account.borrowerGroupPayments.filter(({ paymentOption }) => paymentOption.PaymentAmount !== 0)
        : [],
    }))
    .map(({ account, groups }) => ({
      accountNumber: account.accountNumber,
      paymentAmount: account.isGroupLevelPayment
        ? sumCents(groups.map(({ paymentOption }) => paymentOption.PaymentAmount))
        : account.paymentOption.PaymentAmount,
      borrowerGroupPaymentsV2: groups.map(({ groupId, paymentOption }) => ({
        accountNumber: account.accountNumber,
        groupId,
        paymentAmount: paymentOption.PaymentAmount,
        advanceDueDate: !paymentOption.CanProgressNextDueDate,
      })),
      isGroupLevelPayment: account.isGroupLevelPayment,
      advanceDueDate: account.isGroupLevelPayment
        ? account.advanceDueDate
        : !account.paymentOption.CanProgressNextDueDate,
    }))
    .filter(({ paymentAmount, borrowerGroupPaymentsV2 }) => paymentAmount !== 0 || borrowerGroupPaymentsV2.length > 0);
  return {
    ...common,
    effectiveDate: borrowerPayment.effectiveDate,
    advanceDueDate: borrowerPayment.advanceDueDate,
    paymentAmountControlTotal: sumCents(accounts.map(({ paymentAmount }) => paymentAmount)),
    borrowerPaymentV2: { borrowerAccountPaymentsV2: accounts },
  };
}

/** What a submission asked for, as the receipt shows it. */
export const recordOf = (
  submission: SubmitV2,
  method: { readonly name: string; readonly accountNumber: string },
): PaymentRecord => ({
  effectiveDate: submission.effectiveDate,
  total: submission.paymentAmountControlTotal,
  accounts: submission.borrowerPaymentV2.borrowerAccountPaymentsV2.map(
    ({ accountNumber, paymentAmount, advanceDueDate, borrowerGroupPaymentsV2 }) => ({
      accountNumber,
      paymentAmount,
      keepsDueDate: advanceDueDate,
      groups: borrowerGroupPaymentsV2.map((group) => ({
        groupId: group.groupId,
        paymentAmount: group.paymentAmount,
        keepsDueDate: group.advanceDueDate,
      })),
    }),
  ),
  methodName: method.name,
  methodAccountNumber: method.accountNumber,
});

/** One line of a payment, as review and receipt list it. The amount is in cents. */
export interface PaymentLine {
  readonly accountNumber: string;
  /** Null when the amount is for the whole account. */
  readonly groupId: string | null;
  readonly amount: Cents;
  /** Whether the due date is left alone. */
  readonly keepsDueDate: boolean;
}

/** What has been chosen to be paid, line by line. */
export const chosenLines = (values: ScheduleValues, payment: BorrowerPayment): PaymentLine[] =>
  payment.borrowerAccountPayments
    .flatMap((account) => paidOf(values, payablesOf(values, account)))
    .map(({ amount, ...payable }) => ({
      accountNumber: payable.account.accountNumber,
      groupId: payable.group?.groupId ?? null,
      amount,
      keepsDueDate: keepsDueDate(values, payable),
    }));

/** What was submitted, line by line. */
export const recordedLines = ({ accounts }: PaymentRecord): PaymentLine[] =>
  accounts.flatMap(({ accountNumber, groups, ...whole }) =>
    (groups.length > 0 ? groups : [{ ...whole, groupId: null }]).map((line) => ({
      accountNumber,
      groupId: line.groupId,
      amount: line.paymentAmount,
      keepsDueDate: line.keepsDueDate,
    })),
  );

/** What the server judges an arrived payment by. */
export interface ArrivalFacts extends Pick<ScheduleFacts, 'payment' | 'dates' | 'today' | 'cutoff'> {
  readonly methods: readonly PaymentMethodProfile[];
  /** What is wrong with a bank account that is not saved; null where nothing is, absent where none was judged. */
  readonly newAccount?: FieldProblem | null;
}

type AccountShare = SubmitV2['borrowerPaymentV2']['borrowerAccountPaymentsV2'][number];

/** What is wrong with one account's share, and where in it; undefined where nothing is. */
function judgeShare(share: AccountShare, account: AccountPayment): FieldProblem | undefined {
  const { paymentAmount, borrowerGroupPaymentsV2: groups, isGroupLevelPayment } = share;
  if (paymentAmount < 0) return { field: 'paymentAmount', verdict: { code: 'amount.format' } };
  const payoff = account.currentPayoff;
  if (paymentAmount > payoff) return { field: 'paymentAmount', verdict: { code: 'amount.exceedsPayoff', payoff } };
  if (isGroupLevelPayment !== groups.length > 0)
    return { field: 'isGroupLevelPayment', verdict: { code: 'account.mismatch' } };
  const amounts = new Map<string, Cents>();
  for (const [index, { accountNumber, groupId, paymentAmount: amount }] of groups.entries()) {
    const field = `borrowerGroupPaymentsV2.${index}.paymentAmount`;
    const isKnown = account.borrowerGroupPayments.some((group) => group.groupId === groupId);
    if (!isKnown || accountNumber !== account.accountNumber || amounts.has(groupId))
      return { field, verdict: { code: 'group.unknown' } };
    if (amount < 0) return { field, verdict: { code: 'amount.format' } };
    amounts.set(groupId, amount);
  }
  if (!isGroupLevelPayment) return undefined;
  if (sumCents(amounts.values()) !== paymentAmount)
    return { field: 'paymentAmount', verdict: { code: 'account.mismatch' } };
  const paid = account.borrowerGroupPayments.map((group) => ({
    groupId: group.groupId,
    amount: amounts.get(group.groupId) ?? ZERO,
    due: group,
  }));
  for (const group of paid) {
    const verdict = judgeAllocation(
      group,
      paid.filter((each) => each !== group),
    );
    if (verdict !== undefined) return { field: 'borrowerGroupPaymentsV2', verdict };
  }
  return undefined;
}

/**
 * Judges a payment that has arrived (Y §5.1), with the server's own facts: its day, each amount against the payoff of that
 * day, how extra money is shared between groups, the sums. What belongs to whom is checked before.
 */
export function judgeSubmission(submission: SubmitV2, facts: ArrivalFacts): FieldProblem | undefined {
  const day = judgeDay(submission.effectiveDate, facts.dates);
  if (day !== undefined) return { field: 'effectiveDate', verdict: day };
  const shares = submission.borrowerPaymentV2.borrowerAccountPaymentsV2;
  const accounts = accountsOn(facts, submission.effectiveDate);
  for (const [index, share] of shares.entries()) {
    const at = `borrowerPaymentV2.borrowerAccountPaymentsV2.${index}`;
    const account = accounts.find((each) => each.accountNumber === share.accountNumber);
    const twice = shares.findIndex((each) => each.accountNumber === share.accountNumber) !== index;
    if (account === undefined || twice) return { field: `${at}.paymentAmount`, verdict: { code: 'account.unknown' } };
    const problem = judgeShare(share, account);
    if (problem !== undefined) return { ...problem, field: `${at}.${problem.field}` };
  }
  const total = sumCents(shares.map((share) => share.paymentAmount));
  if (total === 0) return { field: 'paymentAmountControlTotal', verdict: { code: 'total.zero' } };
  if (total !== submission.paymentAmountControlTotal) {
    return { field: 'paymentAmountControlTotal', verdict: { code: 'total.mismatch' } };
  }
  if (submission.methodId === null && facts.newAccount !== undefined) return facts.newAccount ?? undefined;
  return methodOf(facts.methods, submission.methodId) === undefined
    ? { field: 'methodId', verdict: { code: 'method.unknown' } }
    : undefined;
}
