/** Email: texts, delivery with retries by several processes, and the outbox folder. */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { credentials } from '#domain/session/credentials/calls.ts';
import { presentKeys, setKeys } from '#server/db/keys.ts';
import { accounts, notices, webAccounts } from '#server/db/schema/index.ts';
import { setLog } from '#server/log.ts';
import { MAX_ATTEMPTS, MailDelivery } from '#server/mail/delivery.ts';
import type { NoticeKind } from '#server/mail/messages.ts';
import { parseSmtpSettings } from '#server/mail/settings.ts';
import { type MailTransport, smtpTransport } from '#server/mail/transport.ts';
import { addNewBrowserNotice } from '#server/oidc/new-browser.ts';
import { TEST_COST, setHashCost } from '#server/credentials/password-hash.ts';
import { paths } from '#server/paths.ts';
import { addNotice } from '#server/mail/notices.ts';
import { start } from '#server/start.ts';
import { copyPeople, preparedFile } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { type TestMailServer, startMailServer } from '#test/support/mail-server.ts';
import { AUDIENCE, type TestServer, buildPlaceholder, readJson, startTestServer } from '#test/support/server.ts';
import { eventually } from '#test/support/eventually.ts';

let server: TestServer;
let mailServer: TestMailServer;
let lines: string[];
let logBefore: ReturnType<typeof setLog>;
beforeAll(async () => {
  [server, mailServer] = await Promise.all([startTestServer(), startMailServer()]);
}, 60_000);
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  await server.opened.db.delete(notices);
  mailServer.messages.length = 0;
  mailServer.behavior = 'accept';
  lines = [];
  logBefore = setLog((line) => lines.push(line));
});
afterEach(() => {
  setLog(logBefore);
  vi.useRealTimers();
});

const EMAIL = 'avery.lindqvist@example.com';
const CODE = '406213';
const add = async (kind: NoticeKind, more: object = {}) => {
  const noticeId = randomUUID();
  const { sub: webAccountId } = await server.findClaims('avery');
  const notice = { borrowerKey: 'avery', webAccountId, kind, email: EMAIL, noticeId };
  await addNotice(server.opened.db, { ...notice, ...(kind === 'recoveryCode' && { code: CODE }), ...more });
  return noticeId;
};
const rows = () => server.opened.db.select().from(notices);
const row = async (noticeId: string) =>
  (await server.opened.db.select().from(notices).where(eq(notices.noticeId, noticeId)))[0];

/** Creates a delivery, as in another process. */
const deliveryBy = (transport: MailTransport) =>
  new MailDelivery({
    db: server.opened.db,
    transport,
    from: { name: 'Larkfield Loan Servicing', address: 'help@larkfield.example' },
    product: 'StudentAid.gov',
    servicer: { name: 'Larkfield Loan Servicing', phone: '1-800-555-0142' },
    publicUrl: 'https://portal.example.org',
  });
const smtp = () => {
  const settings = parseSmtpSettings(mailServer.url);
  if (settings === undefined) throw new Error('There is no mail server');
  return smtpTransport(settings);
};
const deliver = () => deliveryBy(smtp()).deliverDue();

/** Advances the time. */
function passes(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

/** Returns the decoded text of an email in one line. */
const getText = (message: string): string => {
  const [, body = ''] = message.split(/\r\n\r\n([\s\S]*)/);
  return body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\s+/g, ' ');
};

const KINDS = [
  'registered',
  'recoveryCode',
  'passwordReset',
  'passwordChanged',
  'contactChanged',
  'newBrowser',
] as const satisfies readonly NoticeKind[];

describe('an email', () => {
  it.each(KINDS)('%s contains the first name and no number, amount, last name, username or link', async (kind) => {
    await add(kind);
    await deliver();
    const [message = ''] = mailServer.messages;
    expect(message).toContain(`To: ${EMAIL}`);
    expect(message).toContain('From: Larkfield Loan Servicing <help@larkfield.example>');
    expect(message).toContain('Auto-Submitted: auto-generated');
    expect(message).toContain('Content-Type: text/plain; charset=utf-8');
    const text = getText(message);
    expect(text).toMatch(/^Hello Avery, /);
    expect(text).toContain("If it wasn't you, call us at 1-800-555-0142 right away.");
    expect(text).not.toMatch(/Lindqvist|https?:|www\.|\$/);
    const numbers = await server.opened.db.select().from(accounts);
    for (const { accountNumber } of numbers) expect(message).not.toContain(accountNumber.slice(-9));
    for (const { loginName } of await server.opened.db.select().from(webAccounts)) {
      if (loginName !== 'avery') expect(text).not.toMatch(new RegExp(`\\b${loginName}\\b`));
    }
    expect(text).not.toMatch(/\bavery\b/);
    expect(text.includes(CODE)).toBe(kind === 'recoveryCode');
  });

  it.each([
    ['draftRefused', "We'll try once more on 12/11/2026."],
    ['draftRefusedAgain', 'To start auto debit again, ask your bank what went wrong.'],
    ['draftReturned', 'Your bank took back your last auto debit payment'],
    ['draftRefusedCovered', "We won't try again, because your other payments cover this bill."],
    ['autoDebitOn', 'was started on '],
    ['autoDebitChanged', "If you didn't, call us at 1-800-555-0142 right away."],
    ['autoDebitOff', 'If a payment is already on its way, we still take it.'],
    ['bankAccountAdded', 'log in and open Payment Methods.'],
    ['payerRemoved', 'Payments that the payer already scheduled stay scheduled.'],
  ] as const)(
    '%s says what happened and what to do, without an amount or an account (ruling 105)',
    async (kind, says) => {
      await add(kind, { aboutDay: '2026-12-11' });
      await deliver();
      const text = getText(mailServer.messages[0] ?? '');
      expect(text).toMatch(/^Hello Avery, /);
      expect(text).toContain(says);
      expect(text).not.toMatch(/\$|https?:|[EDJ]\d{9}|\{/);
    },
  );

  it("about an employee's change contains the borrower's first name", async () => {
    const { sub: webAccountId } = await server.findClaims('frankie');
    await add('contactChanged', { webAccountId });
    await deliver();
    expect(getText(mailServer.messages[0] ?? '')).toMatch(/^Hello Avery, /);
  });

  it('to a payer contains their own first name', async () => {
    const { sub: webAccountId } = await server.findClaims('casey');
    await add('passwordChanged', { webAccountId, email: 'casey.lindqvist@example.com' });
    await deliver();
    expect(getText(mailServer.messages[0] ?? '')).toMatch(/^Hello Casey, /);
  });

  it('for a borrower without a web account contains the first name too', async () => {
    await add('recoveryCode', { webAccountId: null });
    await deliver();
    expect(getText(mailServer.messages[0] ?? '')).toMatch(/^Hello Avery, /);
  });
});

describe('delivery by SMTP', () => {
  it('sends each email once, codes first, and deletes codes', async () => {
    const first = await add('passwordChanged');
    const code = await add('recoveryCode');
    await deliver();
    await deliver();
    expect(mailServer.messages.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1])).toEqual([
      `<${code}@portal.example.org>`,
      `<${first}@portal.example.org>`,
    ]);
    for (const { sentAt, code: stored, attempts } of await rows()) {
      expect([sentAt, stored, attempts]).toEqual([expect.any(Date), null, 1]);
    }
  });

  it('sends nothing twice if several processes deliver concurrently', async () => {
    for (let time = 0; time < 12; time += 1) await add('passwordChanged');
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(mailServer.messages).toHaveLength(12);
    expect(new Set(mailServer.messages.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1])).size).toBe(12);
  });

  it('retries with increasing delays while the mail server is unavailable', async () => {
    const noticeId = await add('passwordChanged');
    mailServer.behavior = 'refuseForNow';
    await deliver();
    await deliver();
    expect(await row(noticeId)).toMatchObject({ attempts: 1, sentAt: null, failedAt: null });
    passes(15_000);
    await deliver();
    passes(15_000);
    await deliver();
    expect(await row(noticeId)).toMatchObject({ attempts: 2 });
    mailServer.behavior = 'accept';
    passes(15_000);
    await deliver();
    expect(await row(noticeId)).toMatchObject({ attempts: 3, sentAt: expect.any(Date) as unknown });
    expect(mailServer.messages).toHaveLength(1);
  });

  it('defers the other emails if the mail server is unavailable', async () => {
    await add('passwordChanged');
    await add('registered');
    mailServer.behavior = 'refuseForNow';
    await deliver();
    expect((await rows()).filter(({ attempts }) => attempts === 0)).toHaveLength(1);
    expect((await rows()).filter(({ attempts }) => attempts === 1)).toHaveLength(1);
  });

  it('gives up on permanently rejected emails and sends the rest', async () => {
    const refused = await add('recoveryCode');
    const settings = smtp();
    const other = await add('passwordChanged', { email: 'other@example.com' });
    await deliveryBy({
      send: async (message) => {
        mailServer.behavior = message.to === EMAIL ? 'refuse' : 'accept';
        await settings.send(message);
      },
    }).deliverDue();
    expect(await row(refused)).toMatchObject({ sentAt: null, failedAt: expect.any(Date) as unknown, code: null });
    expect(await row(other)).toMatchObject({ sentAt: expect.any(Date) as unknown });
    // The log contains neither the address nor the code.
    const logged = lines.join('\n');
    expect(logged).toContain(
      'email kind=recoveryCode outcome=givenUp attempts=1 code=EENVELOPE command="RCPT TO" responseCode=550',
    );
    expect(logged).not.toMatch(/@example\.com|406213/);
  });

  it('gives up after the last attempt', async () => {
    const noticeId = await add('passwordChanged');
    await server.opened.db.update(notices).set({ attempts: MAX_ATTEMPTS - 1 });
    mailServer.behavior = 'refuseForNow';
    await deliver();
    expect(await row(noticeId)).toMatchObject({ attempts: MAX_ATTEMPTS, failedAt: expect.any(Date) as unknown });
  });

  it('does not send an expired code', async () => {
    const noticeId = await add('recoveryCode');
    passes(10 * 60_000);
    await deliver();
    expect(mailServer.messages).toEqual([]);
    expect(await row(noticeId)).toMatchObject({ sentAt: null, failedAt: expect.any(Date) as unknown, code: null });
  });

  it('does not send a code that was moved from another row, and sends the rest', async () => {
    const { db } = server.opened;
    const foreign = await add('recoveryCode', { borrowerKey: 'blake', webAccountId: null, code: '935174' });
    const own = await add('recoveryCode');
    const code = (await row(foreign))?.code ?? null;
    await db.update(notices).set({ code }).where(eq(notices.noticeId, own));
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    await deliver();
    expect(written.mock.calls.join('')).toContain('notices.code');
    written.mockRestore();
    expect(mailServer.messages.map(getText)).toEqual([expect.stringContaining('935174')]);
    expect(await row(own)).toMatchObject({ sentAt: null, failedAt: expect.any(Date) as unknown, code: null });
  });

  it('takes over the claim of a dead process after two minutes', async () => {
    const noticeId = await add('passwordChanged');
    // Never settles, as in a killed process.
    void deliveryBy({ send: () => new Promise(() => undefined) }).deliverDue();
    await eventually(async () => expect(await row(noticeId)).toMatchObject({ attempts: 1 }));
    await deliver();
    expect(mailServer.messages).toEqual([]);
    passes(2 * 60_000 + 1000);
    await deliver();
    expect(mailServer.messages).toHaveLength(1);
    expect(await row(noticeId)).toMatchObject({ attempts: 2, sentAt: expect.any(Date) as unknown });
  });

  it('resends an email after a lost response with the same Message-ID', async () => {
    const noticeId = await add('passwordChanged');
    mailServer.behavior = 'dropAfterData';
    await deliver();
    mailServer.behavior = 'accept';
    passes(15_000);
    await deliver();
    expect(mailServer.messages).toHaveLength(2);
    for (const message of mailServer.messages)
      expect(message).toContain(`Message-ID: <${noticeId}@portal.example.org>`);
  });

  it('does not store emails without an address', async () => {
    await add('passwordChanged', { email: '' });
    expect(await rows()).toEqual([]);
  });

  it('deletes emails after 400 days, except pending ones', async () => {
    const { db } = server.opened;
    const createdDaysAgo = (days: number) =>
      db.update(notices).set({ createdAt: new Date(Date.now() - days * 86_400_000) });
    const sent = await add('passwordChanged');
    await deliver();
    const pending = await add('passwordChanged');
    await createdDaysAgo(399);
    await server.mail.sweep();
    expect(await row(sent)).toBeDefined();
    await createdDaysAgo(401);
    await server.mail.sweep();
    expect([await row(sent), await row(pending)]).toEqual([undefined, expect.anything()]);
  });
});

describe('without a mail server', () => {
  afterEach(() => rm(server.outboxFolder, { recursive: true, force: true }));

  it('an email is a complete file in the outbox folder, readable by its owner only', async () => {
    const noticeId = await add('recoveryCode');
    await server.mail.deliverDue();
    const name = `recovery-code-${noticeId}.eml`;
    expect(await readdir(server.outboxFolder)).toEqual([name]);
    const file = join(server.outboxFolder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(server.outboxFolder)).mode & 0o777).toBe(0o700);
    expect(getText(await readFile(file, 'utf8'))).toContain(` ${CODE} `);
  });

  it('files are deleted after seven days, and the oldest of more than 500', async () => {
    const folder = server.outboxFolder;
    await mkdir(folder, { recursive: true });
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const put = async (name: string, time: Date) => {
      await writeFile(join(folder, name), '');
      await utimes(join(folder, name), time, time);
    };
    await put('week.eml', at(7.1));
    await put('days.eml', at(6.9));
    await add('passwordChanged');
    await server.mail.deliverDue();
    expect(await readdir(folder)).not.toContain('week.eml');
    expect(await readdir(folder)).toContain('days.eml');
    for (let number = 0; number < 500; number += 1) await put(`${number}.eml`, at(1));
    await add('passwordChanged');
    await server.mail.deliverDue();
    expect(await readdir(folder)).toHaveLength(500);
    expect(await readdir(folder)).not.toContain('days.eml');
  });
});

describe('the new-browser email', () => {
  const readSent = async (loginName: string) => {
    const [account] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, loginName));
    if (account !== undefined) await addNewBrowserNotice(server.opened.db, account, '2');
    return (await rows()).map(({ kind, email }) => [kind, email]);
  };

  it.each([
    ['a borrower', 'avery', [['newBrowser', EMAIL]]],
    ['a payer, at their own address', 'casey', [['newBrowser', 'casey.lindqvist@example.com']]],
    ['no one if the user is an employee', 'frankie', []],
    ['no one if the user has the federal identity', 'emery', []],
  ])('is sent to %s', async (_, loginName, expected) => {
    expect(await readSent(loginName)).toEqual(expected);
  });
});

describe('the changed-password email', () => {
  const createToken = async (loginName: string, audience: string[]) => {
    const claims = await server.findClaims(loginName);
    return server.issuer.mint({ ...claims, sid: await server.openSession(claims.sub) }, { audience });
  };

  it.each([
    ['a borrower', 'blake', [AUDIENCE], [['passwordChanged', 'blake.okafor@example.com']]],
    ['a payer, at their own address', 'casey', [AUDIENCE], [['passwordChanged', 'casey.lindqvist@example.com']]],
  ])('is sent to %s', async (_, loginName, audience, expected) => {
    const response = await server.make(credentials.changePassword, {
      token: await createToken(loginName, audience),
      body: { presentPassword: 'demo', newPassword: 'seven quiet herons' },
    });
    expect(await readJson(response, credentials.changePassword.response)).toEqual({ outcome: 'changed' });
    expect((await rows()).map(({ kind, email }) => [kind, email])).toEqual(expected);
  });
});

describe('a running server', () => {
  let folder: string;
  const tested = presentKeys();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  });
  // Starting a server sets both for the process.
  afterEach(() => {
    setKeys(tested);
    setHashCost(TEST_COST);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Starts the server, requests a code for avery, and returns the response. */
  async function askFor(
    code: (outboxFile: string | null, note: string | undefined) => Promise<void>,
    env: object = {},
  ) {
    const portal = await buildPlaceholder();
    await cp(paths.public, portal, { recursive: true });
    const [port, prepared] = [String(await freePort()), await preparedFile()];
    const database = { dataDir: join(folder, 'database'), prepared };
    const data = await copyPeople(folder, 'avery');
    const running = await start({ env: { PORT: port, PORTAL_DATA: data, ...env }, database, portal });
    try {
      const answer = await fetch(`http://localhost:${port}/api/1/recovery-codes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accountNumber: '104882913', dateOfBirth: '1994-04-17', ssnLastFour: '4821' }),
      });
      const { outboxFile } = await readJson(answer, credentials.requestCode.response);
      await code(outboxFile, running.outboxNote);
    } finally {
      await running.close();
      await rm(portal, { recursive: true });
    }
  }

  it('writes emails to files, announces this, and names the file with a code', async () => {
    await askFor(async (outboxFile, note) => {
      const outbox = join(folder, 'outbox');
      expect(note).toBe(`Email is not sent: SMTP_URL is not set, so messages are written to ${outbox}.`);
      expect(outboxFile).toMatch(`${outbox}/recovery-code-`);
      const read = () => readFile(outboxFile ?? '', 'utf8').catch(() => '');
      await vi.waitFor(async () => expect(await read()).toMatch(/^\d{6}\r$/m), { timeout: 20_000 });
    });
  });

  it('sends emails to its mail server, and names no file', async () => {
    await askFor(
      async (outboxFile, note) => {
        expect([outboxFile, note]).toEqual([null, undefined]);
        await vi.waitFor(
          () => expect(mailServer.messages.join()).toContain('Subject: Your code to set a new password'),
          {
            timeout: 20_000,
          },
        );
        expect(mailServer.messages[0]).toContain('From: Portal <portal@example.org>');
      },
      { SMTP_URL: mailServer.url, MAIL_FROM: 'Portal <portal@example.org>' },
    );
  });
});
