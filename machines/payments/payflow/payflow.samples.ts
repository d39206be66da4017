/** Sample payment: as a draft, as a request in both versions (Y §3), as an answer and as a record. */
import { toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { PaymentOrder } from '#domain/payments/lines.ts';
import type { PaymentDraft, PaymentRecord, SubmitResponse } from '#domain/payments/submission-shapes.ts';
import { samplePerson as person } from '#domain/session/identity/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import { storedAccount } from '../bank-account/bank-account.model.ts';
import type { MethodEntry } from '../payment-method/payment-method.machine.ts';
import type { PaymentData } from './payment-facts.machine.ts';
import type { PayflowInput } from './payflow.context.ts';
import type { ScheduleEntry } from '../payment-schedule/payment-schedule.machine.ts';
import { otherAmountSchedule, tooLateSchedule } from '../payment-schedule/payment-schedule.model.ts';

export const CONFIRMATION_NUMBER = 'LK-4F7Q-22MX';
export const REASON = 'Your bank account cannot take this payment today.';

export const acceptance: SubmitResponse = {
  statusCode: 0,
  statusResultMessage: '',
  paymentConfirmation: { accountNumber: 'E100200301', confirmationNumber: CONFIRMATION_NUMBER },
  authorizationDate: '2026-11-20T15:00:00.000Z',
};
export const rejection: SubmitResponse = {
  statusCode: 1,
  statusResultMessage: REASON,
  paymentConfirmation: null,
  authorizationDate: null,
};

export const borrower: PayflowInput = {
  person,
  payerRoleId: 1,
  paymentSourceTypeId: 1,
  userAgent: 'A browser',
  nearPayoffRange: toCents(2_500),
  submitVersion: 2,
  hasNewSidebar: false,
  draft: null,
  link: null,
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
};

/** Returns the draft of a borrower who had reached the review; `sent` says whether the payment was sent. */
const draft = (values: PaymentDraft['values'], sent: boolean): PaymentDraft => ({
  version: 1,
  values,
  methodId: 'method-2',
  newAccount: {},
  leftOut: [],
  completed: ['schedule', 'method'],
  account: null,
  isUntouched: false,
  submission: { key: sampleKey, sent },
});
export const unsent = draft({ ...otherAmountSchedule.form.values }, false);
export const underWay = draft({ ...otherAmountSchedule.form.values }, true);
/** Returns the draft for a new bank account, without its numbers. */
const withNewAccount = (stored: PaymentDraft): PaymentDraft => ({
  ...stored,
  methodId: '',
  newAccount: storedAccount,
  leftOut: ['routingNumber', 'accountNumber'],
});
export const unsentNewAccount = withNewAccount(unsent);
export const underWayNewAccount = withNewAccount(underWay);
export const tooLateNewAccount = withNewAccount(draft({ ...tooLateSchedule.form.values }, false));
export const underWayTooLateNewAccount = withNewAccount(draft({ ...tooLateSchedule.form.values }, true));
export const underWayTooLate = draft({ ...tooLateSchedule.form.values }, true);

/** URL that requests one account (ruling 70). */
export const oneAccount = { accountId: 'acct-1', isExtra: false };

/** Choices in which the models' payments differ. */
interface Chosen {
  readonly schedule: ScheduleEntry | null;
  readonly method: MethodEntry | null;
  readonly facts: Pick<PaymentData, 'payment'> | null;
}

/** Returns the amount due in dollars, which is lower after the past-due amount was paid. */
const getAmountDue = ({ facts }: Pick<Chosen, 'facts'>): number =>
  facts?.payment.borrowerAccountPayments[0]?.pastDueAmt === 0 ? 206.25 : 412.5;

/** Returns the amount in dollars: the entered one, or the total due. */
const getPaymentAmount = (chosen: Pick<Chosen, 'schedule' | 'facts'>): number =>
  chosen.schedule?.form.values['option.acct-1'] === 'OtherAmount' ? 25 : getAmountDue(chosen);

/** Returns the payment date for the request: 11/20/2026 is midnight UTC of that day. */
const parsePaymentDay = ({ schedule }: Pick<Chosen, 'schedule'>): string =>
  (schedule?.form.values.paymentDate ?? '').replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2');

interface Source {
  readonly methodId: string | null;
  readonly accountHolder: string;
  readonly accountNickname: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly paymentAccountTypeId: 1 | 2;
  readonly savePaymentMethod: boolean;
}

const newAccount: Source = {
  methodId: null,
  accountHolder: 'Avery Quist',
  accountNickname: '',
  routingNumber: '021000021',
  accountNumber: '4711471147',
  paymentAccountTypeId: 1,
  savePaymentMethod: false,
};
const sources: Readonly<Record<string, Source>> = {
  'method-1': {
    ...newAccount,
    methodId: 'method-1',
    accountNickname: 'Everyday Checking',
    routingNumber: '*****0021',
    accountNumber: '*****6789',
  },
  'method-2': {
    ...newAccount,
    methodId: 'method-2',
    accountNickname: 'Rainy Day Savings',
    routingNumber: '*****3116',
    accountNumber: '*****4411',
    paymentAccountTypeId: 2,
  },
  // After a return to the step, the saved account is a saved method.
  'method-3': {
    ...newAccount,
    methodId: 'method-3',
    accountNickname: 'My Checking Account',
    routingNumber: '*****0021',
    accountNumber: '*****1147',
  },
};
/** Returns the bank account for the request: a new one with its numbers, or a saved one with its id (Y §4.3). */
function toSource({ method }: Chosen): Source {
  const savedId = method?.verified?.savedId ?? null;
  const saved: Source = {
    ...newAccount,
    methodId: savedId,
    accountNickname: 'My Checking Account',
    routingNumber: '*****0021',
    accountNumber: '*****1147',
    savePaymentMethod: true,
  };
  return sources[method?.methodId ?? ''] ?? (savedId === null ? newAccount : saved);
}

const payer = {
  payerRoleId: 1,
  name: 'Avery Quist',
  paymentSourceTypeId: 1,
  email: 'avery@example.com',
  paymentSourceRawDetails: 'A browser',
};

/** Returns the chosen payment, which moves the due date. */
export const toOrder = (chosen: Pick<Chosen, 'schedule' | 'facts'>): PaymentOrder => ({
  effectiveDate: toPlainDate(parsePaymentDay(chosen)),
  lines: [
    {
      accountNumber: 'E100200301',
      groupId: null,
      amount: toCents(getPaymentAmount(chosen) * 100),
      keepsDueDate: false,
    },
  ],
});

/** Returns the date and the amounts of version 2. The request to keep the due date is not set. */
const toAmounts = (chosen: Pick<Chosen, 'schedule' | 'facts'>) => ({
  effectiveDate: `${parsePaymentDay(chosen)}T00:00:00.000Z`,
  paymentAmountControlTotal: getPaymentAmount(chosen),
  advanceDueDate: false,
  borrowerPaymentV2: {
    borrowerAccountPaymentsV2: [
      {
        accountNumber: 'E100200301',
        paymentAmount: getPaymentAmount(chosen),
        borrowerGroupPaymentsV2: [],
        isGroupLevelPayment: false,
        advanceDueDate: false,
      },
    ],
  },
});

/** Returns the body of version 2. */
export const sentV2 = (chosen: Chosen) => ({ ...toAmounts(chosen), ...payer, ...toSource(chosen) });

const notPaid = {
  SelectedRadio: 'MonthlyPayment' as const,
  HasOtherSelected: false,
  PaymentAmount: 0,
  GroupTotal: 0,
  CanProgressNextDueDate: true,
  ShowAccountview: true,
};
const group = (groupId: string, totalDue: number, pastDueAmt: number, monthly: number, outstandingBalance: number) => ({
  groupId,
  totalDue,
  amountDue: monthly,
  pastDueAmt,
  paymentDueDate: '2026-12-05',
  outstandingBalance,
  advanceDueDate: false,
  disclosedPaymentAmounts: [{ disclosureDate: '2026-12-05', amount: monthly }],
  monthlyPaymentAmount: monthly,
  paymentOption: notPaid,
});

/** Returns the body of version 1, the whole payment model. */
export const sentV1 = (chosen: Chosen, methodPreserved: boolean) => {
  const isOther = chosen.schedule?.form.values['option.acct-1'] === 'OtherAmount';
  return {
    borrowerPayment: {
      totalDue: getAmountDue(chosen),
      effectiveDate: `${parsePaymentDay(chosen)}T00:00:00.000Z`,
      formattedEffectiveDate: chosen.schedule?.form.values.paymentDate ?? '',
      advanceDueDate: false,
      borrowerAccountPayments: [
        {
          accountNumber: 'E100200301',
          displayName: 'Direct Loans · E100200301',
          totalDue: getAmountDue(chosen),
          currentPayoff: 18_402.31,
          advanceDueDate: false,
          monthlyPaymentAmount: 206.25,
          isGroupLevelPayment: false,
          showAccountView: true,
          disclosedPaymentAmounts: [{ disclosureDate: '2026-12-05', amount: 206.25 }],
          paymentOption: {
            ...notPaid,
            SelectedRadio: isOther ? ('OtherAmount' as const) : ('MonthlyPayment' as const),
            HasOtherSelected: isOther,
            PaymentAmount: getPaymentAmount(chosen),
          },
          borrowerGroupPayments: [group('A', 282.5, 206.25, 76.25, 52.29), group('B', 130, 0, 130, 40)],
        },
      ],
    },
    ...payer,
    ...toSource(chosen),
    methodPreserved,
    institutionName: toSource(chosen).methodId === 'method-2' ? 'Ally Bank' : 'JPMorgan Chase',
  };
};

/** Returns the payment for the receipt. A bank account's label is its nickname; a new one's is its bank. */
export function toPaymentRecord(chosen: Chosen): PaymentRecord {
  const { accountNickname, accountNumber } = toSource(chosen);
  const paymentAmount = toCents(getPaymentAmount(chosen) * 100);
  return {
    effectiveDate: toPlainDate(parsePaymentDay(chosen)),
    total: paymentAmount,
    accounts: [{ accountNumber: 'E100200301', paymentAmount, keepsDueDate: false, groups: [] }],
    methodName: accountNickname === '' ? 'JPMorgan Chase' : accountNickname,
    methodAccountNumber: `*****${accountNumber.slice(-4)}`,
  };
}

export const record: PaymentRecord = {
  effectiveDate: toPlainDate('2026-11-20'),
  total: toCents(9_900),
  accounts: [{ accountNumber: 'E100200301', paymentAmount: toCents(9_900), keepsDueDate: false, groups: [] }],
  methodName: 'Rainy Day Savings',
  methodAccountNumber: '*****4411',
};
