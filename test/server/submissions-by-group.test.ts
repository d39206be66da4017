/** Payments on loan groups, and payments of version 1: the same rules, the same rows, each exactly once. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { payments } from '#domain/payments/calls.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { scheduledPayments } from '#server/db/schema/index.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { ownsAll } from '#server/service/rows.ts';
import type { Scope } from '#server/service/scope.ts';
import { openEmpty, createScope } from '#test/support/database.ts';
import {
  ACCOUNT,
  type Paid,
  clearBorrowers,
  createPayload,
  createPayloadV1,
  storeBorrower,
} from '#test/support/round-amounts.ts';
import { readJson, startTestServer } from '#test/support/server.ts';

const SHORT_HERE =
  'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.';
const SHORT_ELSEWHERE =
  'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).';
const NO_SUCH_GROUP =
  "We couldn't match this payment to your loan groups. Go back to Schedule Payment, check the amounts, and submit again.";
const AMOUNTS_DIFFER =
  "The amounts for your loan groups don't add up. Go back to Schedule Payment, check them, and submit again.";
const TOTAL_DIFFERS =
  "The amounts don't add up to the total. Go back to Schedule Payment, check them, and submit again.";

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());
/** Group A has $200.00 past due and $100.00 due, group B $100.00 due; each owes $10,000.00. */
beforeEach(async () => {
  await clearBorrowers(opened.db);
  await storeBorrower(opened.db, { A: { pastDue: 200 }, B: {} });
});

const pat = () => createScope(opened, 'pat');
const submit = (paid: Paid, idempotencyKey: string = randomUUID(), scope: Scope = pat()) =>
  handlers['payments.submit'](scope, { idempotencyKey, body: v.parse(payments.submit.body, createPayload(paid)) });
const submitV1 = (paid: Paid, idempotencyKey: string = randomUUID(), scope: Scope = pat()) =>
  handlers['payments.submitV1'](scope, {
    idempotencyKey,
    body: v.parse(payments.submitV1.body, createPayloadV1(paid)),
  });
const rows = async () =>
  (await opened.db.select().from(scheduledPayments).orderBy(scheduledPayments.groupId)).map(
    ({ groupId, amount, keepsDueDate }) => [groupId, amount / 100, keepsDueDate],
  );
const refused = (statusResultMessage: string) => ({
  statusCode: 1,
  statusResultMessage,
  paymentConfirmation: null,
  authorizationDate: null,
});
const onGroups = (...groups: readonly (readonly [string, number])[]) =>
  groups.map(([groupId, amount]) => ({ groupId, amount }));

const BOTH: Paid = {
  amount: 350,
  groups: [
    { groupId: 'A', amount: 300 },
    { groupId: 'B', amount: 50, isTicked: true },
  ],
};

describe.each([
  ['version 2', submit],
  ['version 1', submitV1],
] as const)('a payment by group, %s', (_, send) => {
  it('is one payment with a row per group, each with its own due date setting', async () => {
    const answer = await send(BOTH);
    expect(answer).toMatchObject({ statusCode: 0, paymentConfirmation: { accountNumber: ACCOUNT } });
    expect(await rows()).toEqual([
      ['A', 300, false],
      ['B', 50, true],
    ]);
    const listed = await handlers['payments.scheduled'](pat(), {});
    expect(listed).toMatchObject([
      { groupId: 'A', accountNumber: ACCOUNT, sumOfPaymentAmount: 300, paymentType: 'Online Payment' },
      { groupId: 'B', accountNumber: ACCOUNT, sumOfPaymentAmount: 50, paymentType: 'Online Payment' },
    ]);
    expect(new Set(listed.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(new Set(listed.map(({ paymentDetailId }) => paymentDetailId)).size).toBe(2);
  });

  it('is returned with its groups when settled', async () => {
    const key = randomUUID();
    const answer = await send(BOTH, key);
    expect(await handlers['payments.settle'](pat(), { body: { idempotencyKey: key } })).toEqual({
      outcome: 'recorded',
      answer,
      record: {
        effectiveDate: '2026-11-20',
        total: 350,
        accounts: [
          {
            accountNumber: ACCOUNT,
            paymentAmount: 350,
            keepsDueDate: false,
            groups: [
              { groupId: 'A', paymentAmount: 300, keepsDueDate: false },
              { groupId: 'B', paymentAmount: 50, keepsDueDate: true },
            ],
          },
        ],
        methodName: 'Everyday',
        methodAccountNumber: '*****4519',
      },
    });
  });

  it('is stored once, however often and concurrently it is sent; another body with its key is rejected', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(BOTH, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await rows()).toHaveLength(2);
    await expect(send({ ...BOTH, isTicked: true }, key)).rejects.toMatchObject({ status: 422 });
    expect(await rows()).toHaveLength(2);
  });

  it('is rejected with a closed key', async () => {
    const key = randomUUID();
    await handlers['payments.settle'](pat(), { body: { idempotencyKey: key } });
    await expect(send(BOTH, key)).rejects.toMatchObject({ status: 409 });
    expect(await rows()).toEqual([]);
  });

  it.each<[string, string, ReturnType<typeof onGroups>]>([
    ['a duplicate group', NO_SUCH_GROUP, onGroups(['A', 300], ['A', 50])],
    ['a group that the account does not have', NO_SUCH_GROUP, onGroups(['A', 300], ['Z', 50])],
    ['extra on B while A is short by a cent', SHORT_HERE, onGroups(['A', 199.99], ['B', 100.01])],
    ['extra on B and nothing on A', SHORT_HERE, onGroups(['B', 100.01])],
    [
      'more than the payoff',
      'Payment cannot exceed your account payoff amount of $20,000.00.',
      [...onGroups(['A', 10_000], ['B', 10_000.01])],
    ],
    ['a negative amount', 'Payment amount must be a valid dollar amount.', onGroups(['A', 300], ['B', -50])],
    ['nothing', 'Total Payment amount must be greater than $0.', onGroups(['A', 0], ['B', 0])],
  ])('is rejected with %s', async (_name, message, groups) => {
    const amount = Math.round(groups.reduce((sum, group) => sum + group.amount * 100, 0)) / 100;
    expect(await send({ amount, groups })).toEqual(refused(message));
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['all of the past due amount and extra elsewhere', onGroups(['A', 200], ['B', 100.01])],
    ['a part of the past due amount and no more than what is due elsewhere', onGroups(['A', 199.99], ['B', 100])],
    ['extra on the group that is past due', onGroups(['A', 300.01])],
    ['the payoff', onGroups(['A', 10_000], ['B', 10_000])],
  ])('is accepted with %s', async (_name, groups) => {
    const amount = Math.round(groups.reduce((sum, group) => sum + group.amount * 100, 0)) / 100;
    expect(await send({ amount, groups })).toMatchObject({ statusCode: 0 });
    expect(await rows()).toHaveLength(groups.length);
  });
});

describe('a payment by group', () => {
  it('is rejected if the first group is overpaid and another is underpaid', async () => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, { A: {}, B: { pastDue: 200 } });
    expect(await submit({ amount: 300, groups: onGroups(['A', 100.01], ['B', 199.99]) })).toEqual(
      refused(SHORT_ELSEWHERE),
    );
  });

  it("is rejected if its sum differs from the account's amount, or its control total differs from the sum", async () => {
    expect(await submit({ ...BOTH, amount: 350.01 })).toEqual(refused(AMOUNTS_DIFFER));
    const wire = { ...createPayload(BOTH), paymentAmountControlTotal: 349.99 };
    const body = v.parse(payments.submit.body, wire);
    expect(await handlers['payments.submit'](pat(), { idempotencyKey: randomUUID(), body })).toEqual(
      refused(TOTAL_DIFFERS),
    );
    expect(await rows()).toEqual([]);
  });

  it('is rejected if it contains groups and declares none, or vice versa', async () => {
    const wire = createPayload(BOTH);
    const [share] = wire.borrowerPaymentV2.borrowerAccountPaymentsV2;
    if (share === undefined) throw new Error('The payload has no account');
    const wrong = [
      { ...share, isGroupLevelPayment: false },
      { ...share, borrowerGroupPaymentsV2: [] },
    ];
    for (const each of wrong) {
      const body = v.parse(payments.submit.body, {
        ...wire,
        borrowerPaymentV2: { borrowerAccountPaymentsV2: [each] },
      });
      expect(await handlers['payments.submit'](pat(), { idempotencyKey: randomUUID(), body })).toEqual(
        refused(AMOUNTS_DIFFER),
      );
    }
    expect(await rows()).toEqual([]);
  });

  it('requires all groups to belong to the account', async () => {
    const listRows = (paid: Paid) => payments.submit.rows(v.parse(payments.submit.body, createPayload(paid)));
    expect(await ownsAll(opened.db, 'pat', listRows(BOTH))).toBe(true);
    expect(await ownsAll(opened.db, 'pat', listRows({ ...BOTH, groups: onGroups(['Z', 350]) }))).toBe(false);
    expect(await ownsAll(opened.db, 'pat', listRows({ ...BOTH, accountNumber: 'E900000002' }))).toBe(false);
    const v1 = payments.submitV1.rows(
      v.parse(payments.submitV1.body, createPayloadV1({ ...BOTH, groups: onGroups(['Z', 350]) })),
    );
    expect(await ownsAll(opened.db, 'pat', v1)).toBe(false);
  });
});

describe('a payment of version 1', () => {
  it('on an account creates the same row as in version 2', async () => {
    await submitV1({ amount: 75.3, isTicked: true });
    await submit({ amount: 75.3, isTicked: true });
    expect(await rows()).toEqual([
      [null, 75.3, true],
      [null, 75.3, true],
    ]);
  });

  it('and the same payment of version 2 have different bodies: the second is rejected with the key of the first', async () => {
    const key = randomUUID();
    await submitV1({ amount: 75.3 }, key);
    await expect(submit({ amount: 75.3 }, key)).rejects.toMatchObject({ status: 422 });
    expect(await rows()).toHaveLength(1);
  });

  it("is validated with the server's amounts, whatever amounts it contains", async () => {
    expect(await submitV1({ amount: 20_000.01 })).toEqual(
      refused('Payment cannot exceed your account payoff amount of $20,000.00.'),
    );
    expect(await submitV1({ amount: 20_000 })).toMatchObject({ statusCode: 0 });
  });
});

describe('a payment for a later day (Y §4.2)', () => {
  /** $10,000.00 at 6% are $10,004.93 on Monday, three days later. */
  const store = async (accountNumber: string) => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, rate: 6000 }] } }, { accountNumber });
  };
  const monday = (accountNumber: string, amount: number, scope?: Scope) =>
    submit({ accountNumber, amount, on: '2026-11-23' }, randomUUID(), scope);
  const upTo = (payoff: string) => refused(`Payment cannot exceed your account payoff amount of ${payoff}.`);

  it('is compared with the amount owed after the cutoff', async () => {
    await store('D900000001');
    expect(await monday('D900000001', 10_004.94)).toEqual(upTo('$10,004.93'));
    expect(await submit({ accountNumber: 'D900000001', amount: 10_000.01 })).toEqual(upTo('$10,000.00'));
    expect(await monday('D900000001', 10_004.93)).toMatchObject({ statusCode: 0 });
  });

  it('is compared with the amount owed today on an account of the Department of Education', async () => {
    await store('E900000001');
    expect(await monday('E900000001', 10_000.01)).toEqual(upTo('$10,000.00'));
    expect(await monday('E900000001', 10_000)).toMatchObject({ statusCode: 0 });
  });

  it('is compared with the amount owed today before the accrual-end date', async () => {
    await store('D900000001');
    const until = (accrualEnd: string) => ({ ...pat(), accrualEnd: toPlainDate(accrualEnd) });
    expect(await monday('D900000001', 10_004.92, until('2026-11-21'))).toEqual(upTo('$10,000.00'));
    // The payoff quote of the day is exact (ruling 79).
    expect(await monday('D900000001', 10_004.93, until('2026-11-21'))).toMatchObject({ statusCode: 0 });
    await store('D900000001');
    expect(await monday('D900000001', 10_004.93, until('2026-11-20'))).toMatchObject({ statusCode: 0 });
  });

  it('reads the accrual-end date from the managed content', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
    await mkdir(join(folder, 'content/payments'), { recursive: true });
    await writeFile(join(folder, 'content/payments/interest-accrual-end-date.html'), '<p>2026-11-21</p>\n');
    const server = await startTestServer({ PORTAL_DATA: folder });
    try {
      await clearBorrowers(server.opened.db);
      await storeBorrower(
        server.opened.db,
        { A: { loans: [{ principal: 10_000, rate: 6000 }] } },
        { accountNumber: 'D900000001' },
      );
      const token = await server.mintToken('avery');
      await server.opened.db.execute(`update web_accounts set borrower_key = 'pat' where login_name = 'avery'`);
      const answer = await server.make(payments.submit, {
        token,
        idempotencyKey: randomUUID(),
        body: createPayload({ accountNumber: 'D900000001', amount: 10_004.92, on: '2026-11-23' }),
      });
      expect(await readJson(answer, payments.submit.response)).toEqual(upTo('$10,000.00'));
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  });
});
