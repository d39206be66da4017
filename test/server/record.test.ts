/** The download of the borrower's record: its files and sums, the owners of its rows, and access to it. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { count, eq, sum } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents } from '#domain/documents/calls.ts';
import { addDays, toPlainDate } from '#domain/calendar.ts';
import { formatUsd, toCents } from '#domain/money.ts';
import { payers } from '#domain/profile/payers/calls.ts';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { record } from '#domain/accounts/record/calls.ts';
import { insertMany } from '#server/db/bulk.ts';
import {
  accounts,
  bills,
  documents as uploads,
  inboxMessages,
  paymentHistory,
  securityEvents,
} from '#server/db/schema/index.ts';
import { forgetAttempts } from '#server/rate-limits.ts';
import { portfolioIn } from '#server/service/portfolio/portfolio.ts';
import { readPayments } from '#server/service/accounts/record/rows.ts';
import { readSnapshot } from '#server/service/accounts/record/snapshot.ts';
import { type FileSum, type ZippedFile, streamZip } from '#server/service/accounts/record/zip.ts';
import { createScope } from '#test/support/database.ts';
import { readPdf } from '#test/support/pdf.ts';
import { AUDIENCE, type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
beforeEach(() => forgetAttempts(server.opened.db));
afterAll(() => server.close());

const ask = async (name: string, password = 'demo', token?: string) =>
  server.make(record.download, { body: { password }, token: token ?? (await server.mintToken(name)) });

const impersonator = async () => {
  const claims = await server.findClaims('frankie');
  const sid = await server.openSession(claims.sub);
  return server.issuer.mint({ ...claims, sid }, { audience: [AUDIENCE, 'impersonator'] });
};

/** Returns the files of a ZIP file by their paths. */
async function unzip(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const files = new Map<string, Uint8Array>();
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return files;
}

const readRecord = async (name: string) => {
  const response = await ask(name);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return unzip(new Uint8Array(await response.arrayBuffer()));
};

const textAt = (files: ReadonlyMap<string, Uint8Array>, path: string): string =>
  new TextDecoder().decode(files.get(path) ?? new Uint8Array());
const rowsAt = (files: ReadonlyMap<string, Uint8Array>, path: string) =>
  v.parse(v.array(v.record(v.string(), v.unknown())), JSON.parse(textAt(files, path)));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the record', () => {
  it('has the payments, messages, uploads and accounts of the borrower, with a sum of each file', async () => {
    const token = await server.mintToken('avery');
    const content = new Uint8Array(samplePdf(undefined, 300_000));
    await server.make(documents.upload, {
      params: { documentTypeId: '2', flag: 'false' },
      form: { file: new File([content], 'Größe lease.pdf', { type: 'application/pdf' }) },
      idempotencyKey: randomUUID(),
      token,
    });
    await server.make(emailUs.send, {
      body: { topic: 'payments', accountId: '', subject: 'A question', text: 'When is it due?' },
      idempotencyKey: randomUUID(),
      token,
    });
    await server.make(payers.change, {
      body: { change: 'invite', firstName: 'Robin', lastName: 'Quist', email: 'robin@example.org' },
      idempotencyKey: randomUUID(),
      token,
    });
    const { db } = server.opened;
    const [upload] = await db.select().from(uploads).where(eq(uploads.borrowerKey, 'avery'));
    const path = `uploads/${upload?.confirmationNumber}-${upload?.fileName}`;
    const files = await readRecord('avery');
    expect([...files.keys()]).toEqual([
      'README.txt',
      'account/snapshot.json',
      'account/snapshot.pdf',
      'payments/payments.csv',
      'payments/payments.json',
      'payments/bills.json',
      'payments/not-charged.json',
      'payments/auto-debit.json',
      'applications/applications.json',
      'documents/issued.json',
      'messages/inbox.json',
      'messages/sent.json',
      'account/changes.json',
      path,
      'manifest.json',
      'SHA256SUMS.txt',
    ]);
    expect(files.get(path)).toEqual(content);
    expect(rowsAt(files, 'account/changes.json')).toMatchObject([
      { setting: 'authorized payers', email: 'robin@example.org', acceptedAt: null, removedAt: null },
    ]);

    const sums = textAt(files, 'SHA256SUMS.txt').trimEnd().split('\n');
    expect(sums).toEqual(
      [...files].filter(([name]) => name !== 'SHA256SUMS.txt').map(([name, bytes]) => `${sha256(bytes)}  ${name}`),
    );
    expect(JSON.parse(textAt(files, 'manifest.json'))).toMatchObject({
      uploads: [{ fileName: upload?.fileName, path, sha256: sha256(content) }],
    });

    const [paid] = await db
      .select({ rows: count(), amount: sum(paymentHistory.amount) })
      .from(paymentHistory)
      .where(eq(paymentHistory.borrowerKey, 'avery'));
    const payments = rowsAt(files, 'payments/payments.json');
    expect(payments).toHaveLength(paid?.rows ?? -1);
    expect(payments.reduce((whole, { amount }) => whole + Math.round(Number(amount) * 100), 0)).toBe(
      Number(paid?.amount),
    );
    const billed = await db.$count(bills, eq(bills.borrowerKey, 'avery'));
    expect(rowsAt(files, 'payments/bills.json')).toHaveLength(billed);
    expect(textAt(files, 'payments/payments.csv').split('\r\n')).toHaveLength(payments.length + 2);
    expect(rowsAt(files, 'messages/sent.json')).toMatchObject([{ subject: 'A question', text: 'When is it due?' }]);

    const pdf = await readPdf(new Uint8Array(files.get('account/snapshot.pdf') ?? []).buffer);
    const [account] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'avery'));
    const snapshot = v.parse(
      v.object({ accounts: v.tuple([v.object({ accountPayment: v.object({ currentBalance: v.number() }) })]) }),
      JSON.parse(textAt(files, 'account/snapshot.json')),
    );
    const [{ accountPayment }] = snapshot.accounts;
    expect(pdf.text).toContain(account?.accountNumber);
    expect(pdf.text).toContain(formatUsd(toCents(Math.round(accountPayment.currentBalance * 100))));
    expect(textAt(files, 'README.txt')).toContain('WHAT IS IN IT\r\n');
  });

  it('has all 10,000 payments and no rows of other borrowers', async () => {
    const files = await readRecord('noor');
    const { db } = server.opened;
    const [own] = await db.select({ rows: count() }).from(paymentHistory).where(eq(paymentHistory.borrowerKey, 'noor'));
    const payments = rowsAt(files, 'payments/payments.json');
    expect(payments).toHaveLength(own?.rows ?? -1);
    expect(payments.length).toBeGreaterThan(5000);
    const whole = [...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join('\n');
    const others = await db.select().from(accounts);
    const strangers = others.filter(({ borrowerKey }) => borrowerKey !== 'noor');
    const ownNumbers = new Set(
      others.filter(({ borrowerKey }) => borrowerKey === 'noor').map((row) => row.accountNumber),
    );
    expect(strangers.filter((row) => !ownNumbers.has(row.accountNumber) && whole.includes(row.accountNumber))).toEqual(
      [],
    );
  });

  it('has letters, documents and sent messages in the order of their dates', async () => {
    const { db } = server.opened;
    const letter = { borrowerKey: 'avery', isDirect: true, isPlainText: true, text: 'Text' };
    // More letters than one batch has, with ids in the opposite order of their dates.
    const letters = Array.from({ length: 600 }, (_, index) => ({
      ...letter,
      documentId: `letter-${String(1000 - index)}`,
      subject: `Letter ${index}`,
      receivedOn: addDays(toPlainDate('2024-01-01'), index),
    }));
    await insertMany(db, inboxMessages, letters);
    const files = await readRecord('avery');
    for (const [path, field] of [
      ['messages/inbox.json', 'receivedOn'],
      ['documents/issued.json', 'issuedOn'],
      ['messages/sent.json', 'sentAt'],
    ] as const) {
      const days = rowsAt(files, path).map((row) => String(row[field]));
      expect(days).toEqual(days.toSorted());
    }
    expect(rowsAt(files, 'messages/inbox.json')).toHaveLength(
      await db.$count(inboxMessages, eq(inboxMessages.borrowerKey, 'avery')),
    );
  });

  it('gives other requests a turn between its accounts and batches of rows', async () => {
    const scope = createScope(server.opened, 'noor');
    let turns = 0;
    let isOver = false;
    const takeTurn = () => {
      turns += 1;
      if (!isOver) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await readSnapshot(scope);
    expect(turns).toBeGreaterThanOrEqual((await portfolioIn(scope)).accounts.length);
    turns = 0;
    let payments = 0;
    for await (const _ of readPayments(scope)) payments += 1;
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(Math.floor(payments / 500));
  });

  it('has the issued documents with their texts', async () => {
    const { accountId } = (
      await server.opened.db.select().from(accounts).where(eq(accounts.borrowerKey, 'jules'))
    )[0] ?? {
      accountId: '',
    };
    const letter = await readJson(
      await server.make(loanDocuments.read, {
        params: { documentId: `mortgageLetter.${accountId}` },
        token: await server.mintToken('jules'),
      }),
      loanDocuments.read.response,
    );
    const { documentId, kind, title, blocks } = letter;
    expect(rowsAt(await readRecord('jules'), 'documents/issued.json')).toEqual([
      {
        documentId,
        kind,
        issuedOn: '2026-11-20',
        title,
        about: expect.stringContaining('E1') as unknown,
        content: blocks,
        replaces: null,
      },
    ]);
  });

  it('is written to the audit log', async () => {
    const { db } = server.opened;
    await db.delete(securityEvents);
    await (await ask('avery')).arrayBuffer();
    const events = await db.select().from(securityEvents).where(eq(securityEvents.kind, 'recordDownloaded'));
    expect(events).toMatchObject([{ role: 'borrower', isImpersonator: false }]);
    expect(events[0]?.webAccountId).toMatch(/./);
  });
});

describe('a download', () => {
  it('needs the password, and ends after ten wrong ones', async () => {
    for (let time = 0; time < 10; time += 1) expect((await ask('blake', 'not the present one')).status).toBe(422);
    expect((await ask('blake')).status).toBe(429);
    const { db } = server.opened;
    const events = await db.select().from(securityEvents).where(eq(securityEvents.kind, 'recordDownloaded'));
    expect(events.filter(({ webAccountId }) => webAccountId?.includes('blake'))).toEqual([]);
  });

  it.each([
    ['an authorized payer', 'casey'],
    ['a person with a federal identity', 'emery'],
  ])('is refused to %s', async (_, name) => {
    expect((await ask(name)).status).toBe(403);
  });

  it('is refused to an impersonator', async () => {
    expect((await ask('frankie', 'demo', await impersonator())).status).toBe(403);
  });
});

describe('a ZIP file', () => {
  /** Yields `pieces` pieces of a megabyte and reports the number of requested ones. */
  const large = (pieces: number, seen: (piece: number) => void): AsyncIterable<Uint8Array> =>
    (async function* pieced() {
      for (let piece = 1; piece <= pieces; piece += 1) {
        seen(piece);
        yield randomBytes(1024 * 1024);
      }
    })();
  const one = async function* one(file: ZippedFile): AsyncGenerator<ZippedFile> {
    yield file;
  };

  it('is written only as fast as it is read', async () => {
    let requests = 0;
    const file = { path: 'large', content: large(64, (piece) => (requests = piece)), isCompressed: true };
    const sums: FileSum[] = [];
    let read = 0;
    for await (const bytes of streamZip(one(file), sums, new Date())) {
      read += bytes.length;
      expect(requests * 1024 * 1024 - read).toBeLessThan(8 * 1024 * 1024);
    }
    expect(sums).toMatchObject([{ path: 'large', size: 64 * 1024 * 1024 }]);
  });

  it('stops reading its files when its reader stops', async () => {
    let requests = 0;
    const file = { path: 'large', content: large(64, (piece) => (requests = piece)), isCompressed: true };
    for await (const bytes of streamZip(one(file), [], new Date())) if (bytes.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBeLessThan(8);
  });

  it('ends with the error of a file, so that half a record never looks whole', async () => {
    const broken = (async function* broken() {
      yield new Uint8Array(10);
      throw new Error('The disk is gone');
    })();
    const read = async () => {
      for await (const bytes of streamZip(one({ path: 'broken', content: broken }), [], new Date())) void bytes;
    };
    await expect(read()).rejects.toThrow('The disk is gone');
  });
});
