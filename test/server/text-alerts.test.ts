/** Text alerts: codes and their limits, who may change them, and the texts that events produce. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { and, eq, isNull, like } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { textAlerts as calls } from '#domain/messages/text-alerts/calls.ts';
import { ALERTS, type Alert } from '#domain/messages/text-alerts/shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  accounts,
  inboxMessages,
  notices,
  paymentMethods,
  scheduledPayments,
  securityEvents,
  submissions,
  textAlertCodes,
  textAlerts,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { DocumentUploads } from '#server/documents/document-uploads.ts';
import { folderStore } from '#server/documents/store.ts';
import { setLog } from '#server/log.ts';
import { MailDelivery } from '#server/mail/delivery.ts';
import { outboxTextSender } from '#server/mail/outbox-texts.ts';
import type { TextMessage, TextSender } from '#server/mail/texts.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postForTextAlerts } from '#server/service/due-work/post-all.ts';
import type { Scope } from '#server/service/scope.ts';
import { storeConfirmed } from '#test/support/confirmed.ts';
import { TODAY, openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
let lines: string[];
let logBefore: ReturnType<typeof setLog>;
beforeAll(async () => {
  opened = await openDemo();
  await storeConfirmed(opened.db, avery());
}, 120_000);
afterAll(() => opened.close());
beforeEach(async () => {
  for (const table of [notices, textAlerts, textAlertCodes, submissions, securityEvents]) await opened.db.delete(table);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') });
  lines = [];
  logBefore = setLog((line) => lines.push(line));
});
afterEach(() => {
  setLog(logBefore);
  vi.useRealTimers();
});

const PHONE = '4025550142';
const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const avery = () => createScope(opened, 'avery');
const asEmployee = (scope: Scope): Scope => ({ ...scope, person: { ...scope.person, isImpersonator: true } });
/** Applications for unemployment deferment need a document. */
const documentUploads = new DocumentUploads({
  store: folderStore('unused'),
  staging: 'unused',
  settings: {
    types: [{ id: 4, name: 'Proof of unemployment' }],
    maxFileMegabytes: 1,
    maxAnonymousMegabytes: 1,
    maxBorrowerMegabytes: 1,
    maxDailyMegabytes: 1,
    anonymousDays: 1,
    typeIdsOfApplications: sampleConfiguration.postponementDocuments,
  },
});
const scopeOn = (who: string, today: PlainDate): Scope => ({
  ...createScope(opened, who),
  documents: documentUploads,
  today,
  now: new Date(`${today}T15:00:00Z`),
});

type Change = v.InferInput<typeof calls.change.body>;
const change = (body: Change, scope: Scope = avery(), idempotencyKey: string = randomUUID()) =>
  handlers['textAlerts.change'](scope, { idempotencyKey, body: v.parse(calls.change.body, body) });
const read = (scope: Scope = avery()) => handlers['textAlerts.read'](scope, {});
const createStart = (alerts: readonly Alert[] = ['paymentPosted'], phone = '(402) 555-0142'): Change => ({
  change: 'start',
  phone,
  alerts: [...alerts],
  consentVersion: 'tested',
});

const delivering = (texts: TextSender) =>
  new MailDelivery({
    db: opened.db,
    transport: { send: () => Promise.resolve() },
    texts,
    from: { name: 'Larkfield Loan Servicing', address: 'help@larkfield.example' },
    product: 'StudentAid.gov',
    servicer: { name: 'Larkfield Loan Servicing', phone: '1-800-555-0142' },
    publicUrl: 'https://loans.example',
  });

/** Delivers the outbox and returns the texts that were sent. */
async function deliver(): Promise<TextMessage[]> {
  const sent: TextMessage[] = [];
  await delivering({ send: (message) => Promise.resolve(void sent.push(message)) }).deliverDue();
  return sent;
}

/** Delivers the pending code and returns it. */
async function sentCode(): Promise<string> {
  const codes = (await deliver()).filter(({ kind }) => kind === 'textCode');
  expect(codes).toHaveLength(1);
  return /\b\d{6}\b/.exec(codes[0]?.text ?? '')?.[0] ?? '';
}
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Signs a borrower up, with a confirmed number. */
async function signUp(who: string, alerts: readonly Alert[], phone?: string): Promise<void> {
  const scope = createScope(opened, who);
  await storeConfirmed(opened.db, scope);
  await change(createStart(alerts, phone), scope);
  expect(await change({ change: 'confirm', code: await sentCode() }, scope)).toEqual({ outcome: 'confirmed' });
}

const alertsIn = async (who: string) => {
  const rows = await opened.db.select().from(notices).where(eq(notices.borrowerKey, who)).orderBy(notices.noticeId);
  return rows.flatMap(({ kind, email, failedAt }) =>
    email === '' && kind !== 'textCode' && failedAt === null ? [kind] : [],
  );
};

/** The addresses that get an email about a new letter. */
/** The emails about letters other than statements. */
const lettersTo = async (who: string) => {
  const rows = await opened.db.select().from(notices).where(eq(notices.borrowerKey, who));
  return rows.flatMap(({ kind, email, noticeId }) =>
    kind === 'newLetter' && !noticeId.startsWith('newLetter-statement-') ? [email] : [],
  );
};

describe('a code', () => {
  it('activates a number; neither is stored in clear or logged, and the audit log names the actor', async () => {
    expect(await read()).toMatchObject({ phone: null, pending: null, canChange: true, isAvailable: true });
    expect(await change(createStart())).toEqual({ outcome: 'codeSent' });
    const stored = async () => {
      const tables = [notices, textAlerts, textAlertCodes, submissions, securityEvents];
      return JSON.stringify(await Promise.all(tables.map((table) => opened.db.select().from(table))));
    };
    const before = await stored();
    const code = await sentCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(await read()).toMatchObject({ phone: null, pending: { phone: '*****0142' } });
    expect(await change({ change: 'confirm', code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toEqual({
      outcome: 'confirmed',
    });
    expect(await read()).toMatchObject({ phone: '*****0142', alerts: ['paymentPosted'], pending: null });
    const after = await stored();
    for (const text of [before, after, lines.join()]) {
      expect(text).not.toContain(PHONE);
      expect(text).not.toContain('555-0142');
      expect(text).not.toContain(`"${code}"`);
    }
    const [row] = await opened.db.select().from(textAlerts);
    expect(row).toMatchObject({ consentVersion: 'tested', consentedAt: avery().now, stoppedAt: null });
    const events = await opened.db.select().from(securityEvents).orderBy(securityEvents.at);
    expect(events.map(({ kind, webAccountId, role, detail }) => [kind, webAccountId, role, detail])).toEqual([
      ['textCodeSent', avery().webAccountId, 'borrower', null],
      ['textAlertsStarted', avery().webAccountId, 'borrower', 'paymentPosted'],
    ]);
    const [sent] = await opened.db.select().from(notices).where(eq(notices.kind, 'textCode'));
    expect(sent).toMatchObject({ code: null, email: '' });
  });

  it('has five tries', async () => {
    await change(createStart());
    const code = await sentCode();
    const outcomes = [];
    for (let times = 0; times < 5; times += 1)
      outcomes.push(await change({ change: 'confirm', code: otherThan(code) }));
    expect(outcomes).toEqual([
      ...[4, 3, 2, 1].map((triesLeft) => ({ outcome: 'wrongCode', triesLeft })),
      { outcome: 'codeOver' },
    ]);
    expect(await change({ change: 'confirm', code })).toEqual({ outcome: 'codeOver' });
    expect(await read()).toMatchObject({ phone: null });
  });

  it('works for ten minutes, and is not sent later', async () => {
    await change(createStart());
    const code = await sentCode();
    minutesPass(10);
    expect(await change({ change: 'confirm', code })).toEqual({ outcome: 'codeOver' });
    await change({ change: 'resend' });
    minutesPass(10);
    expect(await deliver()).toEqual([]);
  });

  it('is replaced by the next one, and at most three are sent in an hour', async () => {
    await change(createStart());
    const first = await sentCode();
    minutesPass(1);
    expect(await change({ change: 'resend' })).toEqual({ outcome: 'codeSent' });
    const second = await sentCode();
    if (first !== second) {
      expect(await change({ change: 'confirm', code: first })).toMatchObject({ outcome: 'wrongCode' });
    }
    expect(await change({ change: 'resend' })).toEqual({ outcome: 'codeSent' });
    expect(await change({ change: 'resend' })).toEqual({ outcome: 'tooManyCodes', minutes: 59 });
    expect(await change(createStart(['letter'], '402-555-0199'))).toEqual({ outcome: 'tooManyCodes', minutes: 59 });
    // A refused request does not end the code that was sent last.
    expect(await change({ change: 'confirm', code: await sentCode() })).toEqual({ outcome: 'confirmed' });
    minutesPass(59);
    expect(await change(createStart())).toEqual({ outcome: 'codeSent' });
  });

  it('works once, also for concurrent requests', async () => {
    await change(createStart());
    const code = await sentCode();
    const outcomes = await Promise.all([1, 2].map(() => change({ change: 'confirm', code })));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['codeOver', 'confirmed']);
  });

  it('counts a repeated request once, and the outcome contains neither number nor code', async () => {
    const [key, wrongKey] = [randomUUID(), randomUUID()];
    await change(createStart(), avery(), key);
    expect(await change(createStart(), avery(), key)).toEqual({ outcome: 'codeSent' });
    const code = otherThan(await sentCode());
    for (let times = 0; times < 2; times += 1) {
      expect(await change({ change: 'confirm', code }, avery(), wrongKey)).toEqual({
        outcome: 'wrongCode',
        triesLeft: 4,
      });
    }
    const settle = (idempotencyKey: string) => handlers['textAlerts.settle'](avery(), { body: { idempotencyKey } });
    expect(await settle(key)).toEqual({
      outcome: 'recorded',
      answer: { outcome: 'codeSent' },
      record: { change: 'start' },
    });
    const unknown = randomUUID();
    expect(await settle(unknown)).toEqual({ outcome: 'closed' });
    await expect(change({ change: 'stop' }, avery(), unknown)).rejects.toMatchObject({ status: 409 });
  });

  it('of the demo is a file in the outbox that the page names, without the number (ruling 115)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-texts-'));
    await change(createStart());
    await delivering(outboxTextSender(folder)).deliverDue();
    const { pending } = await read();
    expect(pending?.outboxFile).toMatch(/^outbox\/text-code-[\w-]+\.txt$/);
    const file = await readFile(join(folder, basename(pending?.outboxFile ?? '')), 'utf8');
    await rm(folder, { recursive: true });
    expect(file).not.toContain(PHONE);
    expect(await opened.db.$count(inboxMessages, like(inboxMessages.subject, '%code%'))).toBe(0);
    const code = /code is (\d{6})\./.exec(file)?.[1] ?? '';
    expect(await change({ change: 'confirm', code })).toEqual({ outcome: 'confirmed' });
  });
});

describe('a change', () => {
  it('of the number keeps the earlier one active until the new one is confirmed', async () => {
    await signUp('avery', ['paymentPosted']);
    await change(createStart(['paymentPosted'], '402-555-0199'));
    expect(await read()).toMatchObject({ phone: '*****0142', pending: { phone: '*****0199' } });
    const code = await sentCode();
    await change({ change: 'cancel' });
    expect(await read()).toMatchObject({ phone: '*****0142', pending: null });
    expect(await change({ change: 'confirm', code })).toEqual({ outcome: 'codeOver' });
    await change(createStart(['paymentPosted'], '402-555-0199'));
    await change({ change: 'confirm', code: await sentCode() });
    expect(await read()).toMatchObject({ phone: '*****0199', pending: null });
  });

  it('chooses other alerts only while alerts are on', async () => {
    expect(await change({ change: 'choose', alerts: ['letter'] })).toEqual({ outcome: 'nothingToChange' });
    await signUp('avery', ['paymentPosted']);
    expect(await change({ change: 'choose', alerts: ['letter', 'paymentDue'] })).toEqual({ outcome: 'saved' });
    expect((await read()).alerts).toEqual(['letter', 'paymentDue']);
    expect(await change({ change: 'stop' })).toEqual({ outcome: 'stopped' });
    expect(await change({ change: 'stop' })).toEqual({ outcome: 'stopped' });
    expect(await read()).toMatchObject({ phone: null, alerts: [] });
    expect(await change({ change: 'resend' })).toEqual({ outcome: 'nothingToChange' });
  });

  it.each([
    [createStart(['letter'], '555'), [['phone', 'phone.invalid']]],
    [
      createStart([], ' '),
      [
        ['phone', 'phone.required'],
        ['alerts', 'textAlerts.required'],
      ],
    ],
    [
      { change: 'start', phone: PHONE, alerts: ['letter'], consentVersion: 'older' },
      [['consentVersion', 'textConsent.changed']],
    ],
    [{ change: 'confirm', code: '12345' }, [['code', 'textCode.format']]],
    [{ change: 'choose', alerts: [] }, [['alerts', 'textAlerts.required']]],
  ] satisfies [Change, string[][]][])('is refused with its fields: %j', async (body, expected) => {
    const refused: unknown = await change(body).catch((error: unknown) => error);
    const { status, fields } = v.parse(
      v.object({ status: v.number(), fields: v.array(v.object({ field: v.string(), code: v.string() })) }),
      refused,
    );
    expect([status, fields.map(({ field, code }) => [field, code])]).toEqual([422, expected]);
    expect(await opened.db.select().from(textAlertCodes)).toEqual([]);
  });

  it('is refused for an impersonator, who may look, and by a server without texts', async () => {
    await signUp('avery', ['paymentPosted']);
    const frankie = asEmployee(avery());
    expect(await read(frankie)).toMatchObject({ canChange: false, phone: '*****0142' });
    const refusals = [
      change({ change: 'stop' }, frankie),
      handlers['textAlerts.settle'](frankie, { body: { idempotencyKey: randomUUID() } }),
      change({ change: 'stop' }, { ...avery(), texting: { ...avery().texting, isAvailable: false } }),
    ];
    for (const refusal of refusals) await expect(refusal).rejects.toMatchObject({ status: 403 });
    expect(calls.change.access).toEqual(['borrower']);
    expect((await read()).phone).toBe('*****0142');
  });
});

describe('an alert', () => {
  const schedule = async (who: string, on: string, bankAccountNumber: string) => {
    const [account] = await opened.db.select().from(accounts).where(eq(accounts.borrowerKey, who));
    await opened.db.insert(scheduledPayments).values(
      seals.scheduledPayments.seal({
        borrowerKey: who,
        accountId: account?.accountId ?? '',
        paymentId: randomUUID(),
        paymentDetailId: randomUUID(),
        groupId: null,
        effectiveDate: toPlainDate(on),
        amount: toCents(2500),
        profileId: null,
        routingNumber: '114000093',
        bankAccountNumber,
        accountTypeId: 1,
        accountHolder: 'A B',
        paymentMethod: 'Frost Bank',
        paymentType: 'Online Payment',
        keepsDueDate: false,
        authorizedAt: avery().now,
      }),
    );
  };
  const advance = (who: string, on: PlainDate) => bringUpToDate(scopeOn(who, on), on);

  it('is sent when a payment is posted or returned, but not after a stop', async () => {
    const copied = 'avery';
    await signUp(copied, ['paymentPosted', 'paymentReturned']);
    await schedule(copied, '2026-11-23', '47119999');
    await advance(copied, toPlainDate('2026-11-25'));
    expect(await alertsIn(copied)).toEqual(['textPaymentPosted']);
    await advance(copied, toPlainDate('2026-12-04'));
    expect((await alertsIn(copied)).filter((kind) => kind === 'textPaymentReturned')).toHaveLength(1);
    const texts = (await deliver()).map(({ to, text }) => [to, text]);
    expect(texts).toContainEqual([
      PHONE,
      'Larkfield Loan Servicing: We applied a payment to your loans. Log in to see it. Reply STOP to stop.',
    ]);
    expect((await read()).sent.map(({ text }) => text)).toHaveLength(Math.min(texts.length, 5));
    const before = await alertsIn(copied);
    await change({ change: 'stop' });
    await schedule(copied, '2026-12-07', '47110000');
    await advance(copied, toPlainDate('2026-12-11'));
    expect(await alertsIn(copied)).toEqual(before);
  });

  it('that is pending is not sent after a stop', async () => {
    await signUp('avery', ['paymentPosted']);
    await schedule('avery', '2026-12-14', '47110000');
    await advance('avery', toPlainDate('2026-12-18'));
    expect(await alertsIn('avery')).toEqual(['textPaymentPosted']);
    await change({ change: 'stop' });
    expect(await deliver()).toEqual([]);
  });

  it('is sent for the steps of an application, and for other letters only with paperless', async () => {
    await signUp('blake', ['application', 'letter'], '402-555-0177');
    const blake = scopeOn('blake', TODAY);
    await handlers['deferment.applyUnemployment'](blake, {
      idempotencyKey: randomUUID(),
      body: { unemploymentDate: blake.today, unemploymentBenefits: true },
    });
    expect(await alertsIn('blake')).toEqual(['textLetter']);
    await advance('blake', toPlainDate('2026-11-23'));
    expect(await alertsIn('blake')).toEqual(['textDocumentMissing', 'textLetter']);
    await advance('blake', toPlainDate('2026-12-24'));
    expect((await alertsIn('blake')).filter((kind) => kind !== 'textLetter').toSorted()).toEqual([
      'textApplicationClosed',
      'textDocumentMissing',
      'textDocumentMissing',
    ]);
    // Avery has no paperless, and so no letters in the inbox.
    await signUp('avery', ['letter']);
    await schedule('avery', '2026-12-21', '47119999');
    await advance('avery', toPlainDate('2027-01-04'));
    expect(await alertsIn('avery')).toEqual([]);
  });

  it('announces each payment and each draft once, without a call from the borrower', async () => {
    const failures: unknown[] = [];
    const check = (today: PlainDate) =>
      postForTextAlerts(opened.db, today, scopeOn('avery', today), (_, error) => failures.push(error));
    for (const [who, phone] of [
      ['avery', '402-555-0142'],
      ['blake', '402-555-0177'],
    ] as const) {
      await signUp(who, [...ALERTS], phone);
    }
    const rows = async (kind: 'textPaymentDue' | 'textDraftComing') =>
      opened.db
        .select()
        .from(notices)
        .where(and(eq(notices.kind, kind), isNull(notices.failedAt)));
    const start = toPlainDate('2027-01-05');
    const daysByUser = new Map<string, PlainDate>();
    for (let today = start; today <= addDays(start, 31); today = addDays(today, 1)) {
      await check(today);
      for (const { noticeId, borrowerKey } of [...(await rows('textPaymentDue')), ...(await rows('textDraftComing'))]) {
        const key = `${borrowerKey} ${noticeId}`;
        if (!daysByUser.has(key)) daysByUser.set(key, today);
      }
    }
    expect(failures).toEqual([]);
    const due = await rows('textPaymentDue');
    const drafts = await rows('textDraftComing');
    expect(new Set(due.map(({ borrowerKey }) => borrowerKey))).toContain('avery');
    expect(new Set(drafts.map(({ borrowerKey }) => borrowerKey))).toEqual(new Set(['blake']));
    for (const { borrowerKey, noticeId, aboutDay } of [...due, ...drafts]) {
      const announcedOn = daysByUser.get(`${borrowerKey} ${noticeId}`) ?? start;
      if (announcedOn > start) expect(addDays(announcedOn, 5)).toBe(aboutDay);
    }
    // A second check on the same day, as by another server, adds nothing.
    const counted = (await opened.db.select().from(notices)).length;
    await check(addDays(start, 31));
    expect((await opened.db.select().from(notices)).length).toBe(counted);
  });

  it('waits for the daytime; a code does not', async () => {
    await signUp('avery', ['paymentPosted']);
    await schedule('avery', '2027-02-15', '47110000');
    await advance('avery', toPlainDate('2027-02-19'));
    vi.setSystemTime(new Date('2026-11-21T15:59:00Z'));
    expect(await deliver()).toEqual([]);
    await change(createStart(['letter'], '402-555-0199'));
    expect((await deliver()).map(({ kind }) => kind)).toEqual(['textCode']);
    vi.setSystemTime(new Date('2026-11-21T16:00:00Z'));
    expect((await deliver()).map(({ kind, to }) => [kind, to])).toEqual([['textPaymentPosted', PHONE]]);
  });

  it('is not needed for the email about a letter, which borrowers with paperless get', async () => {
    for (const who of ['avery', 'blake']) {
      await schedule(who, '2026-11-23', '47119999');
      await advance(who, toPlainDate('2026-12-04'));
      await advance(who, toPlainDate('2026-12-07'));
    }
    expect(await lettersTo('avery')).toEqual([]);
    expect(await lettersTo('blake')).toEqual(['blake.okafor@example.com']);
  });

  it('is sent when the bank refuses a draft of auto debit', async () => {
    await signUp('blake', ['paymentReturned'], '402-555-0177');
    const own = eq(paymentMethods.borrowerKey, 'blake');
    for (const row of await opened.db.select().from(paymentMethods).where(own)) {
      // The bank refuses drafts from this number.
      const refused = seals.paymentMethods.seal({ ...seals.paymentMethods.open(row), accountNumber: '47118888' });
      await opened.db
        .update(paymentMethods)
        .set({ accountNumber: refused.accountNumber })
        .where(and(own, eq(paymentMethods.profileId, row.profileId)));
    }
    await advance('blake', toPlainDate('2027-04-20'));
    // The draft and its retry.
    const kinds = await alertsIn('blake');
    expect(kinds.length).toBeGreaterThanOrEqual(2);
    expect(new Set(kinds)).toEqual(new Set(['textPaymentReturned']));
    expect(await lettersTo('blake')).toEqual([]);
    const rows = await opened.db.select().from(notices).where(eq(notices.borrowerKey, 'blake'));
    expect(rows.filter(({ kind }) => kind.startsWith('draftRefused'))).toHaveLength(kinds.length);
  });
});
