/** Submitted payments: validated with the server's own data and, if valid, scheduled exactly once. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { CallSent } from '#domain/call.ts';
import { payments } from '#domain/payments/calls.ts';
import { type ArrivalInput, validateSubmission } from '#domain/payments/arrival.ts';
import { toV2 } from '#domain/payments/payload-v1.ts';
import { toPaymentOrder } from '#domain/payments/payload.ts';
import { toPaymentRecord } from '#domain/payments/record.ts';
import { findMethod } from '#domain/payments/rules.ts';
import { maskedNumber } from '#domain/payments/source.ts';
import { PaymentMethodProfile } from '#domain/payments/shapes.ts';
import type { PaymentRecord, SubmitV2 } from '#domain/payments/submission-shapes.ts';
import { bankMessages } from '#domain/payments/banking/messages.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { getMessage } from '#domain/issue.ts';
import { scheduledPayments } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { problemWithNewAccount } from './banking.ts';
import { getBankName } from './banks.ts';
import { toDrawnOn, toPartId } from '../portfolio/debits.ts';
import { newConfirmationNumber } from '../confirmation-number.ts';
import { forecastShares, toPredicted } from './forecast.ts';
import { markUsed, methodsFor, savedMethod } from './methods.ts';
import { readDueInput } from './due.ts';
import { readHoldings } from '../portfolio/portfolio.ts';
import { type Handler, type Scope, toActor } from '../scope.ts';
import { type SubmissionDecision as DecisionOf, Submissions } from '../submissions.ts';

/** `statusCode` of a response: 0 is success; any other value refuses the payment (Y §3). */
const ACCEPTED = 0;
const REFUSED = 1;

/** The submissions of this call, and their outcomes. */
export const paymentSubmissions = new Submissions({
  submit: payments.submit,
  settle: payments.settle,
  noun: 'payment',
});

type Decision = DecisionOf<CallSent<typeof payments.submit>, PaymentRecord>;

/** Returns the bank account in the payload: a new one, or one that is no longer saved. */
const methodAsSent = (body: SubmitV2) => ({
  profileId: null,
  name: body.accountNickname || getBankName(body.routingNumber),
  bankName: getBankName(body.routingNumber),
  accountNumber: maskedNumber(body.accountNumber),
});

/**
 * Reads the bank account that a payment is drawn on, with its full numbers: those of the saved account, or those in the
 * payload.
 */
async function readBankAccount({ db, borrowerKey }: Scope, body: SubmitV2, profileId: string | null) {
  const saved =
    profileId === null
      ? { ...body, accountTypeId: body.paymentAccountTypeId }
      : await savedMethod(db, borrowerKey, profileId);
  if (saved === undefined) throw new Error('A valid payment method was not saved');
  return { profileId, ...toDrawnOn({ ...saved, bankAccountNumber: saved.accountNumber }) };
}

/** Validates a payment with the server's own data and, if it is valid, schedules it: one row for each share. */
async function decide(scope: Scope, body: SubmitV2): Promise<Decision> {
  const { db, borrowerKey, now, today } = scope;
  const holdings = await readHoldings(db, borrowerKey);
  const facts: ArrivalInput = {
    ...(await readDueInput(scope, body, holdings)),
    methods: v.parse(v.array(PaymentMethodProfile), await methodsFor(scope)),
    newAccount: problemWithNewAccount(body, scope),
  };
  const problem = validateSubmission(body, facts);
  const saved = findMethod(facts.methods, body.methodId);
  const method = saved === undefined ? methodAsSent(body) : { ...saved, name: saved.profileName };
  const order = toPaymentOrder(body);
  const record = toPaymentRecord(order, method);
  if (problem !== undefined) {
    const statusResultMessage = getMessage({ ...paymentMessages, ...bankMessages }, problem.issue);
    const nothing = { paymentConfirmation: null, authorizationDate: null };
    return { answer: { statusCode: REFUSED, statusResultMessage, ...nothing }, record };
  }

  const shares = order.lines.filter(({ amount }) => amount > 0);
  const [first] = shares;
  if (first === undefined) throw new Error('A valid payment has no amount');
  const drawnOn = await readBankAccount(scope, body, method.profileId);
  const paymentId = randomUUID();
  const confirmationNumber = newConfirmationNumber();
  const predicted = forecastShares(holdings, { today, effectiveDate: body.effectiveDate }, shares);
  const accountIds = new Map(holdings.accounts.map((account) => [account.accountNumber, account.accountId]));
  const toKey = ({ accountNumber, groupId }: (typeof shares)[number]) => `${accountNumber}/${groupId ?? ''}`;
  const inOrder = shares.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  await db.insert(scheduledPayments).values(
    inOrder.map((each, index) => {
      const { accountNumber, ...share } = each;
      const forecast = predicted.get(each);
      return seals.scheduledPayments.seal({
        borrowerKey,
        paymentId,
        paymentDetailId: toPartId(paymentId, index),
        accountId: accountIds.get(accountNumber) ?? '',
        effectiveDate: body.effectiveDate,
        ...share,
        ...drawnOn,
        paymentMethod: `${method.bankName} ${method.accountNumber}`,
        paymentType: 'Online Payment',
        authorizedAt: now,
        predicted: forecast === undefined ? null : toPredicted(forecast),
        ...toActor(scope),
      });
    }),
  );
  if (method.profileId !== null) await markUsed(db, borrowerKey, method.profileId, today);
  return {
    answer: {
      statusCode: ACCEPTED,
      statusResultMessage: '',
      paymentConfirmation: { accountNumber: first.accountNumber, confirmationNumber },
      authorizationDate: now.toISOString(),
    },
    record,
    created: { id: paymentId, confirmationNumber },
  };
}

/**
 * Submits a payment (Y §3, §7). A request with the same key and body returns the first response. The same key with another
 * body (including the same payment in the other version) is refused with 422, a closed key with 409. If the rules refuse a
 * payment, the response has status 1 and the rule's message.
 */
export const submitPayment: Handler<typeof payments.submit> = (scope, { idempotencyKey, body }) =>
  paymentSubmissions.submitOnce(scope, { idempotencyKey, body }, (within) => decide(within, body));

/** Submits a payment of version 1. It is validated and stored like the same payment of version 2. */
export const submitPaymentV1: Handler<typeof payments.submitV1> = (scope, { idempotencyKey, body }) =>
  paymentSubmissions.submitOnce(scope, { idempotencyKey, body }, (within) => decide(within, toV2(body)));
