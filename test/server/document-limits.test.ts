/** Limits for uploads: bytes per borrower, retention of visitors' documents, body size, and failures of the store. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { documents } from '#domain/documents/calls.ts';
import { UploadResponse, UploadedDocument } from '#domain/documents/shapes.ts';
import { anonymousDocuments, documents as rows, serverSettings } from '#server/db/schema/index.ts';
import { DocumentStoreProblem, checkStoreId } from '#server/documents/store-id.ts';
import { errorResponse } from '#server/http/gate.ts';
import { listen, stopListening } from '#server/http/listen.ts';
import { NOW } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { sentWithDocument } from '#test/support/sample-requests.ts';
import { type TestServer, readJson, startTestServer, UNHURRIED } from '#test/support/server.ts';
import { samplePdfFile } from '#test/support/sample-pdf.ts';

const MEGABYTE = 1024 * 1024;
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ DOCUMENTS_DAILY_MB: '1', DOCUMENTS_BORROWER_MB: '2' });
  token = await server.mintToken('avery');
}, 120_000);
beforeEach(async () => {
  server.clock.set(NOW);
  await server.opened.db.delete(rows).where(eq(rows.borrowerKey, 'avery'));
});
afterAll(() => server.close());

const pdf = (size: number): File => samplePdfFile('lease.pdf', undefined, size);

async function upload(size: number): Promise<string> {
  const answer = await server.make(documents.upload, {
    params: { documentTypeId: '2', flag: 'false' },
    form: { file: pdf(size) },
    idempotencyKey: randomUUID(),
    token,
  });
  const read = await readJson(answer, UploadResponse);
  return read.outcome === 'refused' ? read.reason : read.outcome;
}

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe("a borrower's upload limits", () => {
  it('apply within 24 hours and in total', async () => {
    expect(await upload(MEGABYTE / 2)).toBe('received');
    expect(await upload(MEGABYTE / 2)).toBe('received');
    expect(await upload(1000)).toBe('documents.tooManyToday');
    server.clock.set(new Date(NOW.getTime() + DAY + MINUTE));
    expect(await upload(MEGABYTE)).toBe('received');
    server.clock.set(new Date(NOW.getTime() + 2 * DAY + 2 * MINUTE));
    expect(await upload(1000)).toBe('documents.tooMany');
  });

  it('apply to concurrent uploads too, and a rejected upload leaves no file', async () => {
    const before = await filesIn(server.documentsFolder);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => upload(0.6 * MEGABYTE)));
    expect(outcomes.toSorted()).toEqual([...Array<string>(3).fill('documents.tooManyToday'), 'received']);
    expect(await filesIn(server.documentsFolder)).toBe(before + 1);
  });
});

it('deletes a document uploaded without signing in after 90 days, with its file', async () => {
  const { opened, documents: documentUploads, documentsFolder } = server;
  const count = () => opened.db.$count(anonymousDocuments);
  const before = await filesIn(documentsFolder);
  const form = { ...sentWithDocument, attachment: pdf(2000) };
  expect((await server.make(documents.uploadAnonymously, { form, idempotencyKey: randomUUID() })).status).toBe(200);
  await documentUploads.expireAnonymous(opened.db, new Date(NOW.getTime() + 89 * DAY));
  expect([await count(), await filesIn(documentsFolder)]).toEqual([1, before + 1]);
  await documentUploads.expireAnonymous(opened.db, new Date(NOW.getTime() + 91 * DAY));
  expect([await count(), await filesIn(documentsFolder)]).toEqual([0, before]);
});

describe('a virus scanner', () => {
  /** Starts a server that responds like clamd and reports any content with a certain word as infected. */
  async function clamd() {
    const port = await freePort();
    const scanner = createServer((socket) => {
      let received = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('data', (part) => {
        received = Buffer.concat([received, part]);
        if (!received.subarray(-4).equals(Buffer.alloc(4))) return;
        // The command ends with a zero byte, followed by length-prefixed chunks.
        let content = Buffer.alloc(0);
        for (let at = received.indexOf(0) + 1; at < received.length - 4;) {
          const length = received.readUInt32BE(at);
          content = Buffer.concat([content, received.subarray(at + 4, at + 4 + length)]);
          at += 4 + length;
        }
        socket.end(content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
      });
    });
    await new Promise<void>((resolve) => scanner.listen(port, '127.0.0.1', resolve));
    return { scanner, port };
  }

  const send = async (own: TestServer, content: string) => {
    const answer = await own.make(documents.upload, {
      params: { documentTypeId: '2', flag: 'false' },
      form: { file: samplePdfFile('lease.pdf', content) },
      idempotencyKey: randomUUID(),
      token: await own.mintToken('avery'),
    });
    const read = await readJson(answer, UploadResponse);
    return read.outcome === 'refused' ? read.reason : read.outcome;
  };
  const statesIn = async (own: TestServer) =>
    (await own.opened.db.select().from(rows).where(eq(rows.fileName, 'lease.pdf'))).map(({ scanState }) => scanState);

  it('decides whether a document is stored, and the row records if nothing was scanned', async () => {
    const { scanner, port } = await clamd();
    const own = await startTestServer({ DOCUMENTS_SCANNER: `tcp://127.0.0.1:${port}` });
    const files = await filesIn(own.documentsFolder);
    expect(await send(own, 'x'.repeat(300_000))).toBe('received');
    expect(await statesIn(own)).toEqual(['clean']);
    expect(await send(own, 'EICAR')).toBe('file.infected');
    expect(await filesIn(own.documentsFolder)).toBe(files + 1);
    await new Promise((resolve) => scanner.close(resolve));
    expect(await send(own, 'unscanned')).toBe('received');
    expect((await statesIn(own)).toSorted()).toEqual(['clean', 'notScanned']);
    await own.close();
  }, 120_000);
});

it('a virus scanner that hangs is skipped after five seconds, and the receipt says so', async () => {
  const port = await freePort();
  const sockets: Socket[] = [];
  const hanging = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => hanging.listen(port, '127.0.0.1', resolve));
  const own = await startTestServer({ DOCUMENTS_SCANNER: `tcp://127.0.0.1:${port}` });
  const began = performance.now();
  const answer = await own.make(documents.upload, {
    params: { documentTypeId: '2', flag: 'false' },
    form: { file: samplePdfFile() },
    idempotencyKey: randomUUID(),
    token: await own.mintToken('avery'),
  });
  expect(await readJson(answer, UploadResponse)).toMatchObject({
    outcome: 'received',
    receipt: { isScanSkipped: true },
  });
  expect(performance.now() - began).toBeLessThan(15_000);
  for (const socket of sockets) socket.destroy();
  hanging.close();
  await own.close();
}, 120_000);

describe('a failing document store', () => {
  it('causes a 503 with a reason for a document whose file is missing', async () => {
    expect(await upload(2000)).toBe('received');
    const [row] = await server.opened.db.select().from(rows).where(eq(rows.borrowerKey, 'avery'));
    await rm(join(server.documentsFolder, row?.fileId ?? 'none'));
    const [shown] = await readJson(await server.make(documents.list, { token }), v.array(UploadedDocument));
    const answer = await server.make(documents.download, { params: { documentId: shown?.documentId ?? '' }, token });
    expect(answer.status).toBe(503);
    expect((await readJson(answer, Problem)).detail).toBe(
      "We can't find the file of this document right now. Please try again later.",
    );
  });

  it('causes a 503 if the disk is full', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const answer = errorResponse('documents.upload', full, true);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});

describe('the document folder', () => {
  const folder = () => mkdtemp(join(tmpdir(), 'portal-store-'));

  it('must belong to the database', async () => {
    const { db } = server.opened;
    await db.delete(serverSettings).where(eq(serverSettings.key, 'documentStoreId'));
    const [first, second] = [await folder(), await folder()];
    // Instances that share a folder may start at the same time.
    await Promise.all([checkStoreId(db, first), checkStoreId(db, first)]);
    await checkStoreId(db, first);
    await expect(checkStoreId(db, second)).rejects.toThrow(DocumentStoreProblem);
    // The second attempt fails like the first one.
    await expect(checkStoreId(db, second)).rejects.toThrow(`are not in ${second}`);
    // Following the instructions in the message allows startup.
    await writeFile(join(second, 'store-id'), await readFile(join(first, 'store-id')));
    await checkStoreId(db, second);
  });
});

describe('a body that is too large', () => {
  it.each([
    ['a file, with its length', 'file', true],
    ['a file, without its length', 'file', false],
    ['JSON, with its length', 'json', true],
    ['JSON, without its length', 'json', false],
  ] as const)('gets a 413, and is read to its end only if its length is known: %s', async (_name, kind, hasLength) => {
    const port = await freePort();
    const { app } = server;
    const running = await listen({
      app,
      signIn: undefined,
      publicUrl: server.env.publicUrl,
      port,
      viteMiddleware: undefined,
      requestLimits: UNHURRIED,
    });
    const sockets: Socket[] = [];
    running.on('connection', (socket) => sockets.push(socket));
    const call = kind === 'file' ? documents.uploadAnonymously : documents.settle;
    const head = '--b\r\nContent-Disposition: form-data; name="attachment"; filename="lease.pdf"\r\n\r\n%PDF-1.7\n';
    const body = Buffer.concat([Buffer.from(kind === 'file' ? head : '"'), Buffer.alloc(20 * MEGABYTE, 'x')]);
    const type = kind === 'file' ? 'multipart/form-data; boundary=b' : 'application/json';
    const status = await new Promise((resolve, reject) => {
      const sending = httpRequest({
        port,
        method: call.method,
        path: server.toUrl(call, {}),
        headers: {
          'content-type': type,
          'idempotency-key': randomUUID(),
          authorization: `Bearer ${token}`,
          ...(hasLength ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
        },
      });
      sending.on('error', reject);
      sending.on('response', (answer) => {
        sending.on('error', () => undefined);
        answer.on('error', () => undefined).resume();
        resolve(answer.statusCode);
      });
      sending.end(body);
    });
    await stopListening(running);
    expect(status).toBe(413);
    const [received = 0] = sockets.map(({ bytesRead }) => bytesRead);
    if (hasLength) expect(received).toBeGreaterThan(20 * MEGABYTE);
    else expect(received).toBeLessThan((kind === 'file' ? 13 : 3) * MEGABYTE);
  });
});
