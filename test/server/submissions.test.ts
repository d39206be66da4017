/** Each payment is stored exactly once, and only if the rules allow it. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlainDate, toEffectiveDate, toPlainDate } from '#domain/calendar.ts';
import { payments } from '#domain/payments/calls.ts';
import type { SubmitV2Wire } from '#domain/payments/submission-shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { scheduledPayments, submissions } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { onWire } from '#test/support/on-wire.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { ownsAll } from '#server/service/rows.ts';
import { Submissions } from '#server/service/submissions.ts';
import { TODAY, openDemo, createScope } from '#test/support/database.ts';
import { payer } from '#test/support/payer.ts';

/** Returns an account's part of a payment, in dollars. */
const createShare = (accountNumber: string, paymentAmount: number) => ({
  accountNumber,
  paymentAmount: onWire(paymentAmount),
  borrowerGroupPaymentsV2: [],
  isGroupLevelPayment: false,
  advanceDueDate: false,
});

let opened: OpenedDatabase;
let body: SubmitV2Wire;
beforeAll(async () => {
  opened = await openDemo();
  const [account, second] = (await handlers['payments.borrowerPayment'](avery(), {})).borrowerAccountPayments;
  const [method] = await handlers['payments.methods'](avery(), {});
  if (account === undefined || second === undefined || method === undefined) throw new Error('Avery lacks an account');
  body = {
    effectiveDate: toEffectiveDate(TODAY),
    paymentAmountControlTotal: onWire(75.3),
    advanceDueDate: false,
    borrowerPaymentV2: {
      borrowerAccountPaymentsV2: [createShare(account.accountNumber, 50.1), createShare(second.accountNumber, 25.2)],
    },
    ...payer({
      methodId: method.profileId,
      name: 'Avery Lindqvist',
      accountHolder: method.accountHolder,
      accountNickname: method.profileName,
      routingNumber: method.routingNumber,
      accountNumber: method.accountNumber,
      email: 'avery.lindqvist@example.com',
    }),
  };
}, 60_000);
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.db.delete(scheduledPayments);
  await opened.db.delete(submissions);
});

const avery = (role?: 'payer') => createScope(opened, 'avery', role);
const parsed = (wire: SubmitV2Wire) => v.parse(payments.submit.body, wire);
const submit = (idempotencyKey: string, wire: SubmitV2Wire = body, scope = avery()) =>
  handlers['payments.submit'](scope, { idempotencyKey, body: parsed(wire) });
const settle = (idempotencyKey: string) => handlers['payments.settle'](avery(), { body: { idempotencyKey } });
const count = () => opened.db.$count(scheduledPayments, eq(scheduledPayments.borrowerKey, 'avery'));

/** Returns the request body with another amount on its only account. */
function paying(amount: number, day: PlainDate = TODAY): SubmitV2Wire {
  const shares = body.borrowerPaymentV2.borrowerAccountPaymentsV2.slice(0, 1);
  return {
    ...body,
    effectiveDate: toEffectiveDate(day),
    paymentAmountControlTotal: onWire(amount),
    borrowerPaymentV2: {
      borrowerAccountPaymentsV2: shares.map((share) => ({ ...share, paymentAmount: onWire(amount) })),
    },
  };
}

const daysAt = (now: string) => handlers['payments.availableDates']({ ...avery(), now: new Date(now) }, {});

describe('a submission', () => {
  it('schedules one payment per account and reports them', async () => {
    const answer = await submit(randomUUID());
    expect(answer.statusCode).toBe(0);
    expect(answer.paymentConfirmation?.confirmationNumber).toMatch(
      /^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/,
    );
    expect(answer.authorizationDate).toBe('2026-11-20T15:00:00.000Z');
    const rows = await handlers['payments.scheduled'](avery(), {});
    expect(rows.map((row) => row.sumOfPaymentAmount).sort((a, b) => a - b)).toEqual([25.2, 50.1]);
    expect(rows[0]).toMatchObject({
      effectiveDate: TODAY,
      description: 'Processing',
      paymentType: 'Online Payment',
      groupId: null,
      paymentMethod: 'Alliant Credit Union *****7265',
    });
    expect(new Set(rows.map((row) => row.paymentId)).size).toBe(1);
  });

  it('schedules nothing for an account with a zero amount', async () => {
    const [first, second] = body.borrowerPaymentV2.borrowerAccountPaymentsV2;
    const shares = [createShare(first?.accountNumber ?? '', 0), createShare(second?.accountNumber ?? '', 75.3)];
    const answer = await submit(randomUUID(), {
      ...body,
      borrowerPaymentV2: { borrowerAccountPaymentsV2: shares },
    });
    expect(answer).toMatchObject({
      statusCode: 0,
      statusResultMessage: '',
      paymentConfirmation: { accountNumber: second?.accountNumber },
    });
    expect(await handlers['payments.scheduled'](avery(), {})).toMatchObject([
      { accountNumber: second?.accountNumber, sumOfPaymentAmount: 75.3 },
    ]);
  });

  it('does not change the amounts due', async () => {
    const before = await handlers['payments.borrowerPayment'](avery(), {});
    await submit(randomUUID());
    expect(await handlers['payments.borrowerPayment'](avery(), {})).toEqual(before);
  });

  it('is stored once, however often and concurrently it is sent', async () => {
    const key = randomUUID();
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(0);
    expect(await count()).toBe(before + 2);
  });

  it('creates a separate payment for each key, with a separate confirmation number', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(randomUUID())));
    expect(new Set(answers.map((answer) => answer.paymentConfirmation?.confirmationNumber)).size).toBe(10);
    expect(await count()).toBe(before + 20);
  });

  it('is rejected if its key was used for another body', async () => {
    const key = randomUUID();
    await submit(key);
    const before = await count();
    await expect(submit(key, paying(10))).rejects.toMatchObject({
      name: 'ServiceProblem',
      status: 422,
      title: 'This Idempotency-Key belongs to another payment.',
      detail: 'A key belongs to one body. Send the same body again, or use another key.',
    });
    expect(await count()).toBe(before);
  });

  it('that fails stores nothing, and leaves its key unused', async () => {
    const key = randomUUID();
    const kind = new Submissions({ submit: payments.submit, settle: payments.settle, noun: 'payment' });
    await submit(randomUUID());
    const before = await count();
    const failing = kind.submitOnce(avery(), { idempotencyKey: key, body: parsed(body) }, async ({ db }) => {
      await db.delete(scheduledPayments);
      throw new Error('The bank is closed');
    });
    await expect(failing).rejects.toThrow('The bank is closed');
    expect(await count()).toBe(before);
    expect(await submit(key)).toMatchObject({ statusCode: 0 });
  });

  it('of another borrower may use the same key', async () => {
    const key = randomUUID();
    await submit(key);
    const outcome = await handlers['payments.settle'](createScope(opened, 'blake'), { body: { idempotencyKey: key } });
    expect(outcome).toEqual({ outcome: 'closed' });
  });

  it('updates the last use of the saved account', async () => {
    await submit(randomUUID());
    const [method, other] = await handlers['payments.methods'](avery(), {});
    expect(method?.lastUsedDate).toBe(TODAY);
    expect(other?.lastUsedDate).not.toBe(TODAY);
  });
});

describe('the rules', () => {
  it.each([
    ['2026-11-19', 'Payment date must be on or after 11/20/2026.'],
    ['2026-11-21', 'Payment date must not be on a weekend or holiday.'],
    ['2026-11-26', 'Payment date must not be on a weekend or holiday.'],
    ['2027-02-19', 'Payment must be in the next 90 days.'],
  ])('reject a payment on %s', async (day, message) => {
    const before = await count();
    const answer = await submit(randomUUID(), paying(10, toPlainDate(day)));
    expect(answer).toEqual({
      statusCode: 1,
      statusResultMessage: message,
      paymentConfirmation: null,
      authorizationDate: null,
    });
    expect(await count()).toBe(before);
  });

  it('reject more than the payoff amount less payments under way, and accept exactly that (ruling 90)', async () => {
    const [account] = (await handlers['payments.borrowerPayment'](avery(), {})).borrowerAccountPayments;
    const underWay = 100;
    expect(await submit(randomUUID(), paying(underWay))).toMatchObject({ statusCode: 0 });
    const most = Math.round(((account?.currentPayoff ?? 0) - underWay) * 100) / 100;
    const tooMuch = (amount: number) =>
      `Payment cannot exceed your account payoff amount of ${amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })}.`;
    const over = await submit(randomUUID(), paying(Math.round(most * 100 + 1) / 100));
    expect(over.statusResultMessage).toBe(tooMuch(most));
    expect(await submit(randomUUID(), paying(most))).toMatchObject({ statusCode: 0 });
    expect((await submit(randomUUID(), paying(0.01))).statusResultMessage).toBe(tooMuch(0));
  });

  it('reject an empty payment, and a total that does not add up', async () => {
    expect((await submit(randomUUID(), paying(0))).statusResultMessage).toBe(
      'Total Payment amount must be greater than $0.',
    );
    expect(await submit(randomUUID(), { ...body, paymentAmountControlTotal: onWire(75.31) })).toMatchObject({
      statusCode: 1,
    });
  });

  it("are evaluated once per key: a rejection is the key's response", async () => {
    const key = randomUUID();
    const refused = await submit(key, paying(0));
    expect(await submit(key, paying(0))).toEqual(refused);
    expect(await settle(key)).toMatchObject({ outcome: 'recorded', answer: refused, record: { total: 0 } });
  });

  it('hide saved accounts from a payer', async () => {
    expect(await handlers['payments.methods'](avery('payer'), {})).toEqual([]);
    expect(await submit(randomUUID(), body, avery('payer'))).toMatchObject({
      statusCode: 1,
      paymentConfirmation: null,
    });
  });
});

describe('settling a submission', () => {
  it('returns the response and the request', async () => {
    const key = randomUUID();
    const answer = await submit(key);
    const [account, second] = body.borrowerPaymentV2.borrowerAccountPaymentsV2;
    expect(await settle(key)).toEqual({
      outcome: 'recorded',
      answer,
      record: {
        effectiveDate: TODAY,
        total: 75.3,
        accounts: [
          { accountNumber: account?.accountNumber, paymentAmount: 50.1, keepsDueDate: false, groups: [] },
          { accountNumber: second?.accountNumber, paymentAmount: 25.2, keepsDueDate: false, groups: [] },
        ],
        methodName: 'Everyday Checking',
        methodAccountNumber: '*****7265',
      },
    });
  });

  it('closes an unused key permanently', async () => {
    const key = randomUUID();
    expect(await settle(key)).toEqual({ outcome: 'closed' });
    const before = await count();
    await expect(submit(key)).rejects.toMatchObject({
      name: 'ServiceProblem',
      status: 409,
      title: 'This Idempotency-Key is closed.',
      detail: expect.stringContaining('Send the payment with a new key.') as unknown,
    });
    expect(await settle(key)).toEqual({ outcome: 'closed' });
    expect(await count()).toBe(before);
  });

  it('fails for an unreadable response, without stating whether it was recorded', async () => {
    const key = randomUUID();
    await submit(key);
    await opened.db
      .update(submissions)
      .set({ answer: { isPaid: 'perhaps' } })
      .where(eq(submissions.idempotencyKey, key));
    await expect(settle(key)).rejects.toThrow('The record of a payment cannot be parsed');
    await expect(submit(key)).rejects.toThrow('The record of a payment cannot be parsed');
  });

  it('concurrently with the submission has an unambiguous result', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = randomUUID();
      const before = await count();
      const early = round % 2 === 0 ? settle(key) : undefined;
      const submission = submit(key);
      const [submitted, settled] = await Promise.allSettled([submission, early ?? settle(key)]);
      const outcome = settled.status === 'fulfilled' ? settled.value.outcome : 'failed';
      const made = (await count()) - before;
      expect([submitted.status, outcome, made]).toEqual(
        submitted.status === 'fulfilled' ? ['fulfilled', 'recorded', 2] : ['rejected', 'closed', 0],
      );
    }
  });
});

describe('saved accounts', () => {
  it('are returned masked', async () => {
    const methods = await handlers['payments.methods'](avery(), {});
    expect(methods.map((method) => [method.profileName, method.accountNumber, method.routingNumber])).toEqual([
      ['Everyday Checking', '*****7265', '*****1528'],
      ['Rainy Day Savings', '*****1574', '*****3116'],
    ]);
    v.parse(payments.methods.response, methods);
  });
});

describe('the offered dates', () => {
  it('start today before 17:00 in New York, then on the next banking day', async () => {
    expect((await daysAt('2026-11-20T21:59:59Z')).earliestPaymentDate).toBe('2026-11-20');
    expect((await daysAt('2026-11-20T22:00:00Z')).earliestPaymentDate).toBe('2026-11-23');
    expect((await daysAt('2026-11-21T15:00:00Z')).earliestPaymentDate).toBe('2026-11-23');
    expect((await daysAt('2026-11-26T15:00:00Z')).earliestPaymentDate).toBe('2026-11-27');
  });

  it('are the banking days of ninety days', async () => {
    const dates = await daysAt('2026-11-20T15:00:00Z');
    expect(dates).toMatchObject({ latestPaymentDate: '2027-02-18', paymentRange: 90, excludeWeekends: true });
    expect(dates.availablePaymentDates).not.toContain('2026-12-25');
    expect(dates.availablePaymentDates).not.toContain('2027-01-18');
    expect(dates.availablePaymentDates[0]).toBe('2026-11-20');
    expect(dates.availablePaymentDates.at(-1)).toBe('2027-02-18');
  });
});

describe('rows', () => {
  it('belong to their borrower only', async () => {
    const [account] = body.borrowerPaymentV2.borrowerAccountPaymentsV2;
    const rows = [
      { kind: 'account', key: account?.accountNumber ?? '' },
      { kind: 'group', key: `${account?.accountNumber}/A` },
      { kind: 'paymentMethod', key: body.methodId ?? '' },
    ] as const;
    expect(await ownsAll(opened.db, 'avery', rows)).toBe(true);
    expect(await ownsAll(opened.db, 'avery', [...rows, ...rows])).toBe(true);
    expect(await ownsAll(opened.db, 'avery', [...rows, { kind: 'group', key: `${account?.accountNumber}/Z` }])).toBe(
      false,
    );
    for (const row of rows) expect(await ownsAll(opened.db, 'blake', [row])).toBe(false);
    expect(await ownsAll(opened.db, 'blake', [])).toBe(true);
  });

  it('of a submission are stored by borrower and key', async () => {
    const key = randomUUID();
    const answer = await submit(key);
    const [row] = await opened.db.select().from(submissions).where(eq(submissions.idempotencyKey, key));
    expect(row && seals.submissions.open(row)).toMatchObject({
      borrowerKey: 'avery',
      call: 'payments.submit',
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      answer,
      confirmationNumber: answer.paymentConfirmation?.confirmationNumber,
    });
    const [payment] = await opened.db
      .select()
      .from(scheduledPayments)
      .where(eq(scheduledPayments.borrowerKey, 'avery'));
    expect(row?.createdId).toBe(payment?.paymentId);
  });
});
