/** Data of an earlier version survives the migrations and stays effective. */
import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentKeys } from '#server/db/keys.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { MIGRATIONS } from '#server/db/prepare.ts';
import { reencryptDatabase } from '#server/db/key-rotation.ts';
import {
  borrowers,
  loanGroups,
  loanPostponements,
  loans,
  notices,
  paymentHistory,
  sentMessages,
  submissions,
} from '#server/db/schema/index.ts';
import { hashBody } from '#server/submissions/body-hash.ts';
import { documents } from '#domain/documents/calls.ts';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { Submissions } from '#server/service/submissions.ts';
import { NOW, openNew, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openNew();
}, 60_000);
afterAll(() => opened.close());

/** Runs the migrations with names from `from` and before `to`. */
async function migrate(from: string, to: string): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name >= from && name < to).sort();
  for (const name of names) {
    const statements = (await readFile(join(MIGRATIONS, name), 'utf8')).split('--> statement-breakpoint');
    for (const statement of statements) await opened.db.execute(sql.raw(statement));
  }
}

const KEYS = { sent: randomUUID(), closed: randomUUID() };
const refused = { status: 422, title: expect.stringContaining('belongs to another') as unknown };
const closed = { status: 409 };

/** Stores rows in the format of version 0011. */
async function storeAsBefore(): Promise<void> {
  const { db } = opened;
  const at = NOW.toISOString();
  const seal = (body: unknown, place: string) => presentKeys().seal(hashBody(body), place);
  const by = sql`${at}, 'web-1', 'payer', false`;
  const actor = sql.raw('created_at, actor_web_account_id, actor_role, actor_is_impersonator');
  await db.execute(sql`insert into accounts values ('avery', 'account-1', 'E104882913', 'federal', 'Direct')`);

  await db.execute(sql`insert into payment_submissions
    (borrower_key, idempotency_key, body_hash, answer, record, payment_id, confirmation_number, ${actor})
    values ('avery', ${KEYS.sent}, ${seal('a payment', 'payment_submissions.body_hash')}, ${JSON.stringify(payment.answer)},
      ${JSON.stringify(payment.record)}, 'payment-1', 'AAAA-BBBB-CCCC', ${by})`);
  await db.execute(sql`insert into payment_submissions (borrower_key, idempotency_key, ${actor})
    values ('avery', ${KEYS.closed}, ${by})`);

  await db.execute(sql`insert into documents values ('avery', 'document-1', 2, 'lease.pdf', 'application/pdf', 16, 'file-1',
    'DDDD-EEEE-FFFF', ${at}, ${presentKeys().seal('key', 'documents.content_key')})`);
  await db.execute(sql`insert into document_submissions (borrower_key, idempotency_key, body_hash, answer, file_name, ${actor})
    values ('avery', ${KEYS.sent}, ${seal('a document', 'document_submissions.body_hash')},
      ${JSON.stringify(document.answer)}, 'lease.pdf', ${by})`);
  await db.execute(sql`insert into document_submissions (borrower_key, idempotency_key, ${actor})
    values ('avery', ${KEYS.closed}, ${by})`);

  await db.execute(sql`insert into sent_messages (borrower_key, idempotency_key, message_number, topic, account_id, subject,
    text, sent_at, actor_web_account_id, actor_role, actor_is_impersonator) values ('avery', ${KEYS.sent}, 'M000000001',
    ${message.topic}, ${message.accountId}, ${message.subject}, ${message.text}, ${by})`);
  await db.execute(
    sql`insert into sent_messages (borrower_key, idempotency_key, sent_at) values ('avery', ${KEYS.closed}, ${at})`,
  );
}

const payment = {
  answer: {
    statusCode: 0,
    statusResultMessage: '',
    paymentConfirmation: { accountNumber: 'E104882913', confirmationNumber: 'AAAA-BBBB-CCCC' },
    authorizationDate: NOW.toISOString(),
  },
  record: {
    effectiveDate: '2026-11-20',
    total: 10,
    accounts: [{ accountNumber: 'E104882913', paymentAmount: 10, keepsDueDate: false, groups: [] }],
    methodName: 'Everyday Checking',
    methodAccountNumber: '*****7265',
  },
};
const document = {
  answer: {
    outcome: 'received' as const,
    receipt: {
      confirmationNumber: 'DDDD-EEEE-FFFF',
      uploadedDateTime: NOW.toISOString(),
      fileName: 'lease.pdf',
      fileSizeFormatted: '16 bytes',
    },
  },
  record: { fileName: 'lease.pdf' },
};
const message = {
  topic: 'payments',
  accountId: 'account-1',
  subject: 'A "quoted" \\ subject',
  text: 'Zeile\n\tzwei\u0001 \u2028 ж 😀 / </text>',
};

it('submissions from the former separate tables still count once', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0012');
  await storeAsBefore();
  await migrate('0012', '9999');
  await reencryptDatabase(db, { acceptsEarlier: true });

  const avery = createScope(opened, 'avery');
  const never = () => {
    throw new Error('Decided twice');
  };
  const kinds = [
    {
      of: new Submissions({ submit: payments.submit, settle: payments.settle, noun: 'payment' }),
      settle: handlers['payments.settle'],
      body: 'a payment',
      ...payment,
    },
    {
      of: new Submissions({ submit: documents.upload, settle: documents.settle, noun: 'document' }),
      settle: handlers['documents.settle'],
      body: 'a document',
      ...document,
    },
  ];
  for (const { of, settle, body, answer, record } of kinds) {
    expect(await of.submitOnce(avery, { idempotencyKey: KEYS.sent, body }, never)).toEqual(answer);
    await expect(of.submitOnce(avery, { idempotencyKey: KEYS.sent, body: 'another' }, never)).rejects.toMatchObject(
      refused,
    );
    await expect(of.submitOnce(avery, { idempotencyKey: KEYS.closed, body }, never)).rejects.toMatchObject(closed);
    expect(await settle(avery, { body: { idempotencyKey: KEYS.sent } })).toEqual({
      outcome: 'recorded',
      answer,
      record,
    });
    expect(await settle(avery, { body: { idempotencyKey: KEYS.closed } })).toEqual({ outcome: 'closed' });
  }

  const send = (idempotencyKey: string, text = message.text) =>
    handlers['emailUs.send'](avery, { idempotencyKey, body: v.parse(emailUs.send.body, { ...message, text }) });
  const sent = { outcome: 'sent', messageNumber: 'M000000001', sentAt: NOW.toISOString() };
  expect(await send(KEYS.sent)).toEqual(sent);
  await expect(send(KEYS.sent, 'Another')).rejects.toMatchObject(refused);
  await expect(send(KEYS.closed)).rejects.toMatchObject(closed);
  const { accountId: _, ...content } = message;
  expect(await handlers['emailUs.settle'](avery, { body: { idempotencyKey: KEYS.sent } })).toEqual({
    outcome: 'recorded',
    answer: sent,
    record: { ...content, accountNumber: 'E104882913' },
  });
  expect(await db.select().from(sentMessages)).toMatchObject([{ messageNumber: 'M000000001', actorRole: 'payer' }]);

  const rows = await db
    .select()
    .from(submissions)
    .where(sql`${submissions.answer} is not null`)
    .orderBy(submissions.call);
  expect(rows).toMatchObject([
    {
      call: 'documents.upload',
      createdId: 'document-1',
      confirmationNumber: 'DDDD-EEEE-FFFF',
      actorWebAccountId: 'web-1',
    },
    { call: 'emailUs.send', createdId: 'M000000001', confirmationNumber: 'M000000001', createdAt: NOW },
    { call: 'payments.submit', createdId: 'payment-1', confirmationNumber: 'AAAA-BBBB-CCCC', actorRole: 'payer' },
  ]);
});

it('loan facts are filled by the migration that adds them', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0013');
  const groups = [
    ['before its first bill', 'Direct Subsidized', '2027-05-31', 0, null, '2027-04-30', '2027-05-31', true],
    ['billed', 'Direct Unsubsidized', '2026-12-09', 10_000, null, '2026-11-20', null, false],
    ['paid ahead', 'Stafford Unsubsidized', '2027-05-31', 0, '2026-11-02', '2026-11-20', null, false],
    ['paid in full', 'Stafford Subsidized', null, 0, '2026-11-02', '2026-11-20', null, true],
  ] as const;
  for (const [id, type, dueDate, amountDue, bumped, billed] of groups) {
    await db.execute(sql`insert into loan_groups (borrower_key, account_id, group_id, loan_type, plan, monthly_payment_cents,
      due_day, payment_due_date, amount_due_cents, past_due_cents, last_bump_date, billed_through)
      values ('pat', 'account-1', ${id}, ${type}, 'STANDARD', 10000, 31, ${dueDate}, ${amountDue}, 0, ${bumped}, ${billed})`);
    await db.execute(sql`insert into loans (borrower_key, account_id, loan_id, group_id, disbursed_on, disbursed_cents,
      rate_thousandths, monthly_payment_cents, principal_cents, accrued_interest_micros, fees_cents, interest_through)
      values ('pat', 'account-1', ${id}, ${id}, '2020-01-01', 10000, 5000, 100, 10000, 0, 0, '2026-11-20')`);
  }
  await migrate('0013', '9999');
  const starts = await db.select().from(loanGroups);
  const subsidized = await db.select().from(loans);
  for (const [id, , , , , , repaymentStarts, isSubsidized] of groups) {
    expect(starts.find(({ groupId }) => groupId === id)).toMatchObject({
      repaymentStarts,
      formerPostponedThrough: null,
    });
    expect(subsidized.find(({ loanId }) => loanId === id)).toMatchObject({ isSubsidized });
  }
});

it('the kind of a postponement comes from the approved application that ends on the same day', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0016');
  const groups = [
    ['approved', '2027-07-19', 'hardship'],
    ['another day', '2027-07-20', null],
    ['denied', '2027-08-01', null],
    ['never postponed', null, null],
  ] as const;
  for (const [id, through] of groups) {
    await db.execute(sql`insert into loan_groups (borrower_key, account_id, group_id, loan_type, plan, monthly_payment_cents,
      due_day, amount_due_cents, past_due_cents, billed_through, postponed_through)
      values ('pat', 'account-1', ${id}, 'Direct', 'STANDARD', 10000, 31, 0, 0, '2026-11-20', ${through})`);
  }
  const applications = [
    ['hardship', 'approved', '2027-07-19'],
    ['unemployment', 'denied', '2027-08-01'],
  ] as const;
  for (const [kind, status, endDate] of applications) {
    await db.execute(sql`insert into applications (borrower_key, confirmation_number, kind, status, received_at, end_date)
      values ('pat', ${kind}, ${kind}, ${status}, ${NOW.toISOString()}, ${endDate})`);
  }
  await migrate('0016', '9999');
  const rows = await db.select().from(loanGroups);
  for (const [id, , postponedBy] of groups) {
    expect(rows.find(({ groupId }) => groupId === id)).toMatchObject({ formerPostponedBy: postponedBy });
  }
});

it('unsent emails of earlier versions are not sent', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0018');
  const notice = (id: string, sentAt: string | null) =>
    sql`insert into notices (borrower_key, notice_id, web_account_id, kind, email, created_at, sent_at)
      values ('avery', ${id}, 'web-1', 'usernameShown', 'avery@example.com', ${NOW.toISOString()}, ${sentAt})`;
  await db.execute(notice('waits', null));
  await db.execute(notice('sent', NOW.toISOString()));
  await migrate('0018', '9999');
  const rows = await db.select().from(notices).orderBy(notices.noticeId);
  expect(rows.map(({ noticeId, failedAt }) => [noticeId, failedAt === null])).toEqual([
    ['sent', true],
    ['waits', false],
  ]);
});

it('loans with a reduced rate get their own rate back, and the reduced one for its period', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0032');
  const held = [
    // The present rate, the rate before the period, and whether the period has ended.
    ['hostile', 0, 6800, false],
    ['capped', 6000, 6800, false],
    ['ended', 6800, 6800, true],
    ['not reduced', 5000, null, false],
  ] as const;
  for (const [id, rate, before, hasEnded] of held) {
    await db.execute(sql`insert into loans (borrower_key, account_id, loan_id, group_id, disbursed_on, disbursed_cents,
      rate_thousandths, monthly_payment_cents, principal_cents, accrued_interest_micros, fees_cents, interest_through)
      values ('pat', 'account-1', ${id}, 'A', '2020-01-01', 10000, ${rate}, 100, 10000, 0, 0, '2026-11-20')`);
    await db.execute(sql`insert into loan_postponements (borrower_key, account_id, loan_id, confirmation_number, group_id, kind,
      start_date, end_date, rate_before_thousandths, accrued_cents, capitalized_cents)
      values ('pat', 'account-1', ${id}, 'AAAA', 'A', 'military', '2026-11-01', '2027-11-01', ${before},
        ${hasEnded ? 0 : null}, ${hasEnded ? 0 : null})`);
  }
  await migrate('0032', '9999');
  const days = { from: '2026-11-01', until: '2027-11-01' };
  const rows = await db.select().from(loans).orderBy(loans.loanId);
  expect(rows.map(({ loanId, rate, reducedRates }) => [loanId, rate, reducedRates])).toEqual([
    ['capped', 6800, [{ benefit: 'scra', rate: 6000, ...days }]],
    ['ended', 6800, []],
    ['hostile', 6800, [{ benefit: 'hostileDuty', rate: 0, ...days }]],
    ['not reduced', 5000, []],
  ]);
  const periods = await db.select().from(loanPostponements).orderBy(loanPostponements.loanId);
  expect(periods.map(({ reducedRates }) => reducedRates)).toEqual(rows.map(({ reducedRates }) => reducedRates));
});

it('no tax form of an earlier year is due for borrowers from before forms were stored', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0035');
  await db.execute(sql`insert into borrowers (borrower_key, given_name, family_name, email, auto_debit)
    values ('pat', 'Pat', 'Marsh', 'pat@example.com', false)`);
  await migrate('0035', '9999');
  // By the clock of the database.
  const year = new Date().getUTCFullYear();
  expect(await db.select().from(borrowers)).toMatchObject([{ taxFormsFrom: year, taxFormsOn: `${year + 1}-01-31` }]);
});

it('the parts of a debit in the history become one payment, except canceled ones', async () => {
  const { db } = opened;
  await db.execute(sql.raw('drop schema public cascade'));
  await db.execute(sql.raw('create schema public'));
  await migrate('0000', '0035');
  const stored = [
    ['b', 'account-1', 'debit', 'Auto Debit', 60],
    ['a', 'account-1', 'debit', 'Auto Debit', 100],
    ['c', 'account-2', 'debit', 'Auto Debit', 40],
    ['d', 'account-1', 'debit', 'Cancelled', 7],
    ['e', 'account-1', 'debit', 'Cancelled', 8],
    ['f', 'account-1', null, 'Auto Debit', 9],
    ['g', 'account-1', null, 'Auto Debit', 9],
  ] as const;
  for (const [id, accountId, paymentId, description, amount] of stored) {
    await db.execute(sql`insert into payment_history (borrower_key, payment_detail_id, account_id, payment_id, description,
      effective_date, amount_cents, principal_cents, interest_cents, fees_cents, groups)
      values ('pat', ${id}, ${accountId}, ${paymentId}, ${description}, '2026-11-05', ${amount}, ${amount}, 0, 0, '[]')`);
  }
  await migrate('0035', '9999');
  const rows = await db.select().from(paymentHistory).orderBy(paymentHistory.paymentDetailId);
  expect(rows.map(({ paymentDetailId, partOf, otherParts }) => [paymentDetailId, partOf, otherParts])).toEqual([
    ['a', null, 60],
    ['b', 'a', 0],
    ...['c', 'd', 'e', 'f', 'g'].map((id) => [id, null, 0]),
  ]);
});
