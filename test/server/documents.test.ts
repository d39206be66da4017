/** Uploaded documents: upload, download, ownership and encryption (P §2.9, §5.3, §7). */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { documents } from '#domain/documents/calls.ts';
import { UploadResponse, UploadedDocument } from '#domain/documents/shapes.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { Application } from '#domain/repayment/postponement/shapes.ts';
import { CannotOpen } from '#server/db/keys.ts';
import { anonymousDocuments, documents as rows, unfinishedUploads } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { bucketStore } from '#server/documents/bucket-store.ts';
import { openFile, sealFile } from '#server/documents/sealed-file.ts';
import { folderStore } from '#server/documents/store.ts';
import { EnvProblem, readEnv } from '#server/env.ts';
import { forgetAttempts } from '#server/rate-limits.ts';
import { settleAnonymousUpload } from '#server/portal/anonymous-upload.ts';
import { MAX_DOCUMENTS } from '#server/service/documents/documents.ts';
import { NOW, readContents } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { toStream } from '#server/streams.ts';
import { sentWithDocument as PERSON } from '#test/support/sample-requests.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ DOCUMENTS_ANONYMOUS_MB: '3' });
  token = await server.mintToken('avery');
}, 120_000);
beforeEach(() => forgetAttempts(server.opened.db));
afterAll(() => server.close());

const MEGABYTE = 1024 * 1024;
/** Returns content of this size that starts like a PDF. */
const pdf = (size = 2000): Buffer => samplePdf(undefined, size);
const getFile = (content: Uint8Array<ArrayBuffer> | Buffer, name = 'lease.pdf'): File =>
  new File([new Uint8Array(content)], name, { type: 'application/pdf' });

const params = { documentTypeId: '2', flag: 'false' };
const upload = (file: File, more: { readonly key?: string; readonly token?: string; readonly type?: string } = {}) =>
  server.make(documents.upload, {
    params: { ...params, documentTypeId: more.type ?? '2' },
    form: { file },
    idempotencyKey: more.key ?? randomUUID(),
    token: more.token ?? token,
  });
const uploaded = async (file: File, more?: Parameters<typeof upload>[1]) => {
  const answer = await readJson(await upload(file, more), UploadResponse);
  if (answer.outcome !== 'received') throw new Error(`Refused for ${answer.reason}`);
  return answer.receipt;
};

const anonymously = (form: Readonly<Record<string, string | File>>, key: string = randomUUID()) =>
  server.make(documents.uploadAnonymously, { form, idempotencyKey: key });

const list = async (as = token) =>
  readJson(await server.make(documents.list, { token: as }), v.array(UploadedDocument));
const download = (documentId: string, as: string) =>
  server.make(documents.download, { params: { documentId }, token: as });

/** Returns all chunks of a stream. */
async function readPieces(content: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return pieces;
}

/** Lists the stored and the incoming files. */
const listStored = async (): Promise<string[]> =>
  (await readdir(server.documentsFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Returns an encoded form in chunks. */
function formBytes(file: Uint8Array, fields: Readonly<Record<string, string>> = {}, name = 'file') {
  const boundary = 'a-boundary';
  const texts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="lease.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  return { type, head: Buffer.from(texts.join('') + head), file, tail: Buffer.from(`\r\n--${boundary}--\r\n`) };
}

/** Sends a body chunk by chunk. */
async function send(body: AsyncIterable<Uint8Array>, type: string): Promise<Response> {
  const address = new URL(server.toUrl(documents.upload, { params }), server.env.publicUrl);
  const headers = { 'content-type': type, 'idempotency-key': randomUUID(), authorization: `Bearer ${token}` };
  const stream = toStream(body);
  return server.app.request(
    new Request(address, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit),
  );
}

describe("a borrower's document", () => {
  it('is received with a confirmation number, is listed first, and downloads unchanged', async () => {
    const content = pdf(200_000);
    const receipt = await uploaded(getFile(content, 'My lease.pdf'));
    expect(receipt).toMatchObject({ fileName: 'My lease.pdf', fileSizeFormatted: '195 KB' });
    expect(receipt.confirmationNumber).toMatch(/^[2-9A-Z]{4}(?:-[2-9A-Z]{4}){2}$/);
    expect(receipt.uploadedDateTime.slice(0, 10)).toBe(NOW.toISOString().slice(0, 10));
    const [first] = await list();
    expect(first).toMatchObject({ fileName: 'My lease.pdf', fileSizeFormatted: '195 KB' });

    const answer = await download(first?.documentId ?? '', token);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '200000',
      'content-disposition': `attachment; filename="My lease.pdf"; filename*=UTF-8''My%20lease.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('does not exist for anyone else', async () => {
    await uploaded(getFile(pdf()));
    const [mine] = await list();
    const id = mine?.documentId ?? '';
    const stranger = await server.mintToken('noor');
    expect((await list(stranger)).map(({ documentId }) => documentId)).not.toContain(id);
    const readProblem = async (answer: Response) => ({ ...(await readJson(answer, Problem)), requestId: '' });
    const foreign = await readProblem(await download(id, stranger));
    expect(foreign).toEqual(await readProblem(await download(randomUUID(), stranger)));
    expect(foreign.status).toBe(404);
    expect((await download(id, await server.mintToken('casey'))).status).toBe(403);
  });

  it('is accepted below the maximum number of documents', async () => {
    const devon = await server.mintToken('devon');
    await uploaded(getFile(pdf()), { token: devon });
    const { db } = server.opened;
    const [row] = await db.select().from(rows).where(eq(rows.borrowerKey, 'devon'));
    if (row === undefined) throw new Error('The store is empty');
    const before = (await list(devon)).length;
    const others = Array.from({ length: MAX_DOCUMENTS - 1 - before }, () => ({
      ...row,
      documentId: randomUUID(),
      confirmationNumber: randomUUID(),
    }));
    await db.insert(rows).values(others);
    await uploaded(getFile(pdf()), { token: devon });
    const key = randomUUID();
    const refused = { outcome: 'refused', reason: 'documents.tooMany' };
    const last = getFile(pdf());
    expect(await (await upload(last, { token: devon, key })).json()).toEqual(refused);
    expect(await (await upload(last, { token: devon, key })).json()).toEqual(refused);
    expect(await db.$count(rows, eq(rows.borrowerKey, 'devon'))).toBe(MAX_DOCUMENTS);
    await db.delete(rows).where(eq(rows.borrowerKey, 'devon'));
  });

  it('of a demo person downloads too, also for an impersonator', async () => {
    const blake = await server.mintToken('blake');
    const shown = await list(blake);
    expect(shown.map(({ fileName }) => fileName)).toEqual(['deferment-request.pdf', 'unemployment-benefits.pdf']);
    const answer = await download(shown[0]?.documentId ?? '', blake);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content.toString('latin1')).toContain('Unemployment deferment request');
    expect(shown[0]?.fileSizeFormatted).toBe(`${content.length} bytes`);
  });

  it('is listed with its type and the next step of its application', async () => {
    const [proof] = await list(await server.mintToken('harper'));
    const applications = await server.make(postponement.applications, { token: await server.mintToken('harper') });
    const [application] = await readJson(applications, v.array(Application));
    expect(proof).toMatchObject({
      fileName: 'unemployment-benefits.pdf',
      typeName: 'Proof of unemployment',
      application: {
        confirmationNumber: application?.confirmationNumber,
        kind: 'unemployment',
        status: 'inReview',
        next: { event: 'decided', date: application?.next?.date },
      },
    });
    const [request] = await list(await server.mintToken('blake'));
    expect(request).toMatchObject({ fileName: 'deferment-request.pdf', application: null });
  });

  it('is stored encrypted under a random name, readable by the file owner only', async () => {
    const before = await listStored();
    const content = samplePdf('a secret sentence', 1000);
    await uploaded(getFile(content, 'secret-name.pdf'));
    const [made = '', ...others] = (await listStored()).filter((file) => !before.includes(file));
    expect(others).toEqual([]);
    expect(made).not.toContain('secret-name');
    expect((await readFile(made)).includes('secret sentence')).toBe(false);
    expect((await stat(made)).mode & 0o777).toBe(0o600);
    expect((await stat(server.documentsFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(server.documentsFolder, 'arriving'))).mode & 0o777).toBe(0o700);
    const [row] = await server.opened.db.select().from(rows).where(eq(rows.fileName, 'secret-name.pdf'));
    expect(row && seals.documents.open(row).contentKey).toMatch(/^[\w+/]{43}=$/);
    expect(await readContents(server.opened)).not.toContain(row && seals.documents.open(row).contentKey);
  });

  it('records who uploaded it', async () => {
    await uploaded(getFile(pdf(), 'by-frankie.pdf'), { token: await server.mintToken('frankie') });
    const [row] = await server.opened.db.select().from(rows).where(eq(rows.fileName, 'by-frankie.pdf'));
    const { sub } = await server.findClaims('frankie');
    expect(row).toMatchObject({ borrowerKey: 'avery', actorWebAccountId: sub, actorRole: 'borrower' });
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
    ['a\tb\u0000c.pdf', 'abc.pdf'],
    ['"final"\nversion.pdf', '_final_version.pdf'],
    ['Überweisung 東京.pdf', 'Überweisung 東京.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(96)}.pdf`],
  ])('has a sanitized name: %j', async (name, clean) => {
    expect((await uploaded(getFile(pdf(), name))).fileName).toBe(clean);
  });
});

describe('a document is stored once', () => {
  it('and a retry, also a concurrent one, gets the first response', async () => {
    const [key, file] = [randomUUID(), getFile(pdf(), 'once.pdf')];
    const files = (await listStored()).length;
    const both = await Promise.all([uploaded(file, { key }), uploaded(file, { key })]);
    const again = await uploaded(file, { key });
    expect(new Set([...both, again].map(({ confirmationNumber }) => confirmationNumber)).size).toBe(1);
    expect((await list()).filter(({ fileName }) => fileName === 'once.pdf')).toHaveLength(1);
    expect((await listStored()).length).toBe(files + 1);
    expect(await server.opened.db.select().from(unfinishedUploads)).toEqual([]);
  });

  it.each([
    ['another content', () => getFile(pdf(), 'a.pdf'), '2'],
    ['another name', (file: File) => new File([file], 'b.pdf'), '2'],
    ['another type', (file: File) => file, '3'],
  ] as const)('so its key rejects %s', async (_, other, type) => {
    const [key, file] = [randomUUID(), getFile(pdf(), 'a.pdf')];
    await uploaded(file, { key });
    expect((await upload(other(file), { key, type })).status).toBe(422);
  });

  it('and a settled key is rejected', async () => {
    const key = randomUUID();
    const settle = () => server.make(documents.settle, { body: { idempotencyKey: key }, token });
    expect(await (await settle()).json()).toEqual({ outcome: 'closed' });
    const files = await listStored();
    expect((await upload(getFile(pdf()), { key })).status).toBe(409);
    expect(await listStored()).toEqual(files);
    expect(await (await settle()).json()).toEqual({ outcome: 'closed' });
  });

  it('and its result is returned for its key, to the same borrower only', async () => {
    const key = randomUUID();
    const receipt = await uploaded(getFile(pdf(), 'told.pdf'), { key });
    const settle = async (as: string) =>
      (await server.make(documents.settle, { body: { idempotencyKey: key }, token: as })).json();
    expect(await settle(token)).toEqual({
      outcome: 'recorded',
      answer: { outcome: 'received', receipt },
      record: { fileName: 'told.pdf' },
    });
    expect(await settle(await server.mintToken('noor'))).toEqual({ outcome: 'closed' });
  });

  it('and settling a rejected document returns the rejection', async () => {
    const key = randomUUID();
    const answer = await (await upload(getFile(Buffer.from('MZ a program')), { key })).json();
    const settled = await (await server.make(documents.settle, { body: { idempotencyKey: key }, token })).json();
    expect(settled).toMatchObject({ outcome: 'recorded', answer });
  });
});

describe('an unacceptable document', () => {
  it.each([
    ['is a program with the name of a PDF', Buffer.from('MZ\u0090\u0000'), 'lease.pdf', 'file.content'],
    ['is an image with the name of a PDF', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'lease.pdf', 'file.content'],
    ['is a PDF with the name of an image', pdf(), 'scan.png', 'file.content'],
    ['is empty', Buffer.alloc(0), 'lease.pdf', 'file.empty'],
  ])('%s: rejected with the reason, and nothing is stored', async (_, content, name, reason) => {
    const [files, before] = [await listStored(), await list()];
    const answer = await upload(getFile(content, name));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ outcome: 'refused', reason });
    expect([await listStored(), await list()]).toEqual([files, before]);
  });

  it.each([
    ['has no extension', getFile(pdf(), 'lease'), '2', 'file.type'],
    ['is executable', getFile(pdf(), 'lease.pdf.exe'), '2', 'file.type'],
    ['is an HTML page', new File(['<script>'], 'lease.html'), '2', 'file.type'],
    ['has an unknown document type', getFile(pdf()), '77', 'documentType.required'],
  ])('%s: rejected with the field, and nothing is stored', async (_, file, type, code) => {
    const files = await listStored();
    const answer = await upload(file, { type });
    expect(answer.status).toBe(422);
    expect((await readJson(answer, Problem)).fields?.[0]).toMatchObject({ code });
    expect(await listStored()).toEqual(files);
  });

  it.each([
    ['no file', { note: 'x' }, 422],
    ['a file in another field', { other: getFile(pdf()) }, 400],
    ['an additional field', { file: getFile(pdf()), more: 'x' }, 422],
    ['two files', { file: getFile(pdf()), second: getFile(pdf()) }, 400],
  ])('is sent with %s', async (_, form: Readonly<Record<string, string | File>>, status) => {
    const files = await listStored();
    const answer = await server.make(documents.upload, { params, form, idempotencyKey: randomUUID(), token });
    expect(answer.status).toBe(status);
    await readJson(answer, Problem);
    expect(await listStored()).toEqual(files);
  });

  it('is sent as JSON, or with another flag', async () => {
    const request = { params, idempotencyKey: randomUUID(), token };
    expect((await server.make(documents.upload, { ...request, body: {} })).status).toBe(415);
    const flagged = { ...request, params: { ...params, flag: 'maybe' }, form: { file: getFile(pdf()) } };
    expect((await server.make(documents.upload, flagged)).status).toBe(400);
  });
});

describe('a request body', () => {
  it('is written to disk while it arrives', async () => {
    const { type, head, file, tail } = formBytes(pdf(2 * MEGABYTE));
    let goOn = () => undefined as void;
    const seen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* pieces() {
      yield head;
      yield file.subarray(0, MEGABYTE);
      await seen;
      yield file.subarray(MEGABYTE);
      yield tail;
    }
    const answer = send(pieces(), type);
    const arriving = join(server.documentsFolder, 'arriving');
    await expect
      .poll(async () => {
        const [name = ''] = await readdir(arriving);
        return name === '' ? 0 : (await stat(join(arriving, name))).size;
      })
      .toBeGreaterThan(MEGABYTE / 2);
    goOn();
    expect((await answer).status).toBe(200);
    expect(await readdir(arriving)).toEqual([]);
  });

  it('is read up to the maximum file size, and nothing remains', async () => {
    const { type, head } = formBytes(pdf());
    const files = await listStored();
    let sent = 0;
    async function* endless() {
      yield head;
      yield Buffer.from('%PDF-1.7\n');
      for (;;) {
        sent += 64 * 1024;
        yield Buffer.alloc(64 * 1024);
      }
    }
    const answer = await send(endless(), type);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(11 * MEGABYTE);
    expect(await listStored()).toEqual(files);
  });

  it('may be as large as configured, and not a byte larger', async () => {
    expect((await upload(getFile(pdf(10 * MEGABYTE)))).status).toBe(200);
    expect((await upload(getFile(pdf(10 * MEGABYTE + 1)))).status).toBe(413);
  });

  it('is read no faster than the disk writes, so it does not fill the memory', async () => {
    const { type, head, file, tail } = formBytes(pdf(10 * MEGABYTE));
    const arriving = join(server.documentsFolder, 'arriving');
    let most = 0;
    async function* pieces() {
      yield head;
      for (let at = 0; at < file.length; at += 64 * 1024) {
        const [name] = await readdir(arriving);
        const written = name === undefined ? 0 : (await stat(join(arriving, name))).size;
        most = Math.max(most, at - written);
        yield file.subarray(at, at + 64 * 1024);
      }
      yield tail;
    }
    expect((await send(pieces(), type)).status).toBe(200);
    expect(most).toBeLessThan(2 * MEGABYTE);
  });

  it.each([
    ['is incomplete', (form: ReturnType<typeof formBytes>) => [form.head, form.file]],
    ['contains no form', () => [Buffer.from('is not a form')]],
    [
      'has a text that is too long',
      () => {
        const { head, file, tail } = formBytes(pdf(), { more: 'x'.repeat(2000) });
        return [head, file, tail];
      },
    ],
  ])('that %s is rejected, and nothing remains', async (_, pieces) => {
    const form = formBytes(pdf());
    const files = await listStored();
    async function* body() {
      yield* pieces(form);
    }
    const answer = await send(body(), form.type);
    expect(answer.status).toBe(400);
    expect(await listStored()).toEqual(files);
  });

  it('leaves nothing if the sender disconnects', async () => {
    const form = formBytes(pdf(MEGABYTE));
    const files = await listStored();
    async function* body() {
      yield form.head;
      yield form.file;
      throw new Error('gone');
    }
    expect((await send(body(), form.type)).status).toBe(400);
    expect(await listStored()).toEqual(files);
  });
});

describe('a document without signing in', () => {
  it("is received with encrypted numbers, and appears in no borrower's list", async () => {
    const before = await list();
    const answer = await anonymously({ ...PERSON, attachment: getFile(pdf(), 'anonymous.pdf') });
    expect(await answer.json()).toMatchObject({ outcome: 'received', receipt: { fileName: 'anonymous.pdf' } });
    const [row] = await server.opened.db
      .select()
      .from(anonymousDocuments)
      .where(eq(anonymousDocuments.fileName, 'anonymous.pdf'));
    expect(row && seals.anonymousDocuments.open(row)).toMatchObject({
      firstName: 'Zoë',
      lastName: "O'Brien",
      accountNumber: '100200301',
      uniqueId: null,
    });
    expect(await list()).toEqual(before);
    const { accountNumber: _, ...others } = PERSON;
    await anonymously({ ...others, uniqueId: '987654321', attachment: getFile(pdf()) });
    expect(await readContents(server.opened)).not.toContain('987654321');
  });

  it('gets the same response whatever identity the sender enters', async () => {
    const shape = async (accountNumber: string) => {
      const answer = await anonymously({ ...PERSON, accountNumber, attachment: getFile(pdf()) });
      const { outcome, receipt } = v.parse(
        v.looseObject({ outcome: v.string(), receipt: v.looseObject({}) }),
        await answer.json(),
      );
      return [answer.status, outcome, Object.keys(receipt)];
    };
    expect(await shape('104882913')).toEqual(await shape('999999999'));
  });

  it.each([
    ['no first name', { firstName: '' }, 'firstName', 'Please enter your first name using letters, hyphens or spaces.'],
    [
      'digits in the last name',
      { lastName: 'R2D2' },
      'lastName',
      'Please enter your last name using letters, hyphens or spaces.',
    ],
    ['an account number of ten digits', { accountNumber: '1234567890' }, 'accountNumber', undefined],
    ['neither number', { accountNumber: undefined }, 'accountNumber', 'Please make a selection.'],
    ['a client of 0', { clientId: '0' }, 'clientId', undefined],
    ['an application of 0', { applicationId: '0' }, 'applicationId', undefined],
  ])('is rejected with %s', async (_, change, field, message) => {
    const files = await listStored();
    const said = Object.entries({ ...PERSON, ...change }).filter(
      (each): each is [string, string] => each[1] !== undefined,
    );
    const answer = await anonymously({ ...Object.fromEntries(said), attachment: getFile(pdf()) });
    expect(answer.status).toBe(422);
    const { fields = [] } = await readJson(answer, Problem);
    expect(fields.map((each) => each.field)).toEqual([field]);
    if (message !== undefined) expect(fields[0]?.message).toBe(message);
    expect(await listStored()).toEqual(files);
  });

  it('is stored once, and its key returns the result', async () => {
    const [key, attachment] = [randomUUID(), getFile(pdf(), 'twice.pdf')];
    const first = await (await anonymously({ ...PERSON, attachment }, key)).json();
    expect(await (await anonymously({ ...PERSON, attachment }, key)).json()).toEqual(first);
    expect((await anonymously({ ...PERSON, lastName: 'Other', attachment }, key)).status).toBe(422);
    const found = await server.opened.db
      .select()
      .from(anonymousDocuments)
      .where(eq(anonymousDocuments.fileName, 'twice.pdf'));
    expect(found).toHaveLength(1);
    const settle = (idempotencyKey: string) => server.make(documents.settleAnonymously, { body: { idempotencyKey } });
    expect(await (await settle(key)).json()).toMatchObject({ outcome: 'recorded', answer: first });
    const other = randomUUID();
    expect(await (await settle(other)).json()).toEqual({ outcome: 'closed' });
    expect((await anonymously({ ...PERSON, attachment }, other)).status).toBe(409);
    expect(
      await settleAnonymousUpload({ db: server.opened.db, documentUploads: server.documents }, other, undefined),
    ).toEqual({ outcome: 'closed' });
  });

  it('is rejected for its content, which its key returns too', async () => {
    const key = randomUUID();
    const form = { ...PERSON, attachment: getFile(Buffer.from('MZ'), 'scan.tiff') };
    const refused = { outcome: 'refused', reason: 'file.content' };
    expect(await (await anonymously(form, key)).json()).toEqual(refused);
    expect(await (await anonymously(form, key)).json()).toEqual(refused);
    expect(
      await settleAnonymousUpload({ db: server.opened.db, documentUploads: server.documents }, key, undefined),
    ).toMatchObject({
      outcome: 'recorded',
      answer: refused,
    });
  });

  it('is rejected if the total size would be exceeded', async () => {
    const large = { ...PERSON, attachment: getFile(pdf(2 * MEGABYTE)) };
    expect(await (await anonymously(large)).json()).toMatchObject({ outcome: 'received' });
    const files = await listStored();
    expect(await (await anonymously(large)).json()).toEqual({ outcome: 'refused', reason: 'documents.full' });
    expect(await listStored()).toEqual(files);
    expect(await (await anonymously({ ...PERSON, attachment: getFile(pdf()) })).json()).toMatchObject({
      outcome: 'received',
    });
  });

  it('is rejected for a while after too many uploads, before the body is read', async () => {
    const { type, head } = formBytes(pdf(), PERSON, 'attachment');
    let read = 0;
    const from = (address: string) => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            read += 1;
            controller.enqueue(read === 1 ? head : Buffer.alloc(1024));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const url = new URL(server.toUrl(documents.uploadAnonymously, {}), server.env.publicUrl);
      const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
      const incoming = { headers: {}, socket: { remoteAddress: address } };
      return server.app.request(
        new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
        undefined,
        {
          incoming,
        },
      );
    };
    for (let count = 0; count < 20; count += 1) expect((await from('192.0.2.7')).status).toBe(400);
    const before = read;
    const answer = await from('192.0.2.7');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await readJson(answer, Problem)).detail).toContain('Try again in 60 minutes.');
    expect(read).toBe(before);
    expect((await from('192.0.2.8')).status).toBe(400);
  });
});

describe('after a crash', () => {
  it('deletes files without a row and incomplete uploads after an hour', async () => {
    const { opened, documents: documentUploads, documentsFolder } = server;
    const begin = async () => {
      const file = await documentUploads.sink.take({ name: 'x.pdf', content: Readable.from([pdf()]) });
      return file;
    };
    const files = await listStored();
    const stored = await begin();
    await documentUploads.store(opened.db, stored);
    const staged = await begin();
    const left = [join(documentsFolder, stored.fileId), join(documentsFolder, 'arriving', staged.fileId)];
    const Now = Date.now();
    await documentUploads.sweep(opened.db, Now);
    expect(await listStored()).toEqual([...files, ...left].sort());
    await utimes(left[1] ?? '', new Date(Now), new Date(Now));
    await documentUploads.sweep(opened.db, Now + 61 * 60_000);
    expect(await listStored()).toEqual(files);
    expect(await opened.db.select().from(unfinishedUploads)).toEqual([]);
  });
});

describe('an encrypted file', () => {
  const key = randomBytes(32);
  const whole = async (pieces: AsyncIterable<Uint8Array>) => Buffer.concat(await readPieces(pieces));
  const seal = (content: Uint8Array) => whole(sealFile(Readable.from([content]), key));
  const open = (sealed: Uint8Array, by = key) => whole(openFile(Readable.from([sealed]), by));
  const CHUNK = 64 * 1024;

  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('of %i bytes decrypts unchanged', async (size) => {
    const content = randomBytes(size);
    expect((await open(await seal(content))).equals(content)).toBe(true);
  });

  it('does not decrypt with another key, modified, truncated, or reordered', async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const part = CHUNK + 16;
    const changed = Buffer.from(sealed);
    changed[10] = (changed[10] ?? 0) ^ 1;
    const moved = Buffer.concat([sealed.subarray(part, 2 * part), sealed.subarray(0, part), sealed.subarray(2 * part)]);
    await expect(open(sealed, randomBytes(32))).rejects.toBeInstanceOf(CannotOpen);
    for (const wrong of [changed, sealed.subarray(0, part), sealed.subarray(0, -1), sealed.subarray(0, 5), moved]) {
      await expect(open(wrong)).rejects.toBeInstanceOf(CannotOpen);
    }
  });
});

describe('document stores', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const fileWith = async (content: Buffer) => {
    const file = join(folder, randomUUID());
    await writeFile(file, content);
    return file;
  };
  const read = async (content: Promise<AsyncIterable<Uint8Array>>) => Buffer.concat(await readPieces(await content));

  it('in a folder reject names outside of it', async () => {
    const store = folderStore(join(folder, 'store'));
    await expect(async () => store.get('../x')).rejects.toThrow();
    await expect(async () => store.put('../../x', await fileWith(pdf()))).rejects.toThrow();
    await store.put('one', await fileWith(Buffer.from('1')));
    expect((await read(store.get('one'))).toString()).toBe('1');
    await store.delete('one');
    await store.delete('one');
    await expect(store.get('one')).rejects.toThrow();
  });

  it('in a bucket receive signed requests with sizes and unbuffered bodies', async () => {
    const objects = new Map<string, Buffer>();
    const requests: Record<string, string | undefined>[] = [];
    const bucket: Server = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request;
      requests.push({
        method,
        url,
        authorization: headers.authorization,
        length: headers['content-length'],
        encoding: headers['transfer-encoding'],
        hash: [headers['x-amz-content-sha256']].flat()[0],
      });
      if (headers.authorization?.includes('Credential=AKID/') !== true) response.writeHead(403).end();
      else if (method === 'PUT') {
        objects.set(url, Buffer.concat(await readPieces(request)));
        response.end();
      } else if (method === 'DELETE') response.writeHead(objects.delete(url) ? 204 : 404).end();
      else if (objects.has(url)) response.end(objects.get(url));
      else response.writeHead(404).end();
    });
    const port = await freePort();
    await new Promise<void>((resolve) => {
      bucket.listen(port, '127.0.0.1', resolve);
    });
    try {
      const url = `http://127.0.0.1:${port}/documents/`;
      const settings = { url, region: 'eu-west-1', accessKeyId: 'AKID', secretAccessKey: 'secret' };
      const store = bucketStore(settings);
      const content = randomBytes(3 * MEGABYTE);
      const file = await fileWith(content);
      await store.put('a-name', file);
      await expect(stat(file)).rejects.toThrow();
      expect(requests[0]).toMatchObject({
        method: 'PUT',
        url: '/documents/a-name',
        length: String(content.length),
        encoding: undefined,
        hash: 'UNSIGNED-PAYLOAD',
      });
      expect(requests[0]?.['authorization']).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=\S*host\S*, Signature=[0-9a-f]{64}$/,
      );
      expect((await read(store.get('a-name'))).equals(content)).toBe(true);
      await store.delete('a-name');
      await store.delete('a-name');
      await expect(store.get('a-name')).rejects.toThrow('refused to give a document (404)');
      const stranger = bucketStore({ ...settings, accessKeyId: 'OTHER' });
      await expect(stranger.put('b', await fileWith(pdf()))).rejects.toThrow('refused to take a document (403)');
    } finally {
      bucket.close();
      bucket.closeAllConnections();
    }
  });

  it('are configured by the environment, with errors for missing settings', () => {
    const bucket = { DOCUMENTS_BUCKET: 'https://s3.example.org/documents', DOCUMENTS_REGION: 'eu-west-1' };
    expect(readEnv({}).bucket).toBeUndefined();
    expect(readEnv({ ...bucket, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }).bucket).toEqual({
      url: 'https://s3.example.org/documents',
      region: 'eu-west-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    expect(() => readEnv(bucket)).toThrow(EnvProblem);
    expect(() => readEnv({ DOCUMENTS_BUCKET: 'documents' })).toThrow(EnvProblem);
    expect(() => readEnv({ DOCUMENTS_ANONYMOUS_MB: '-1' })).toThrow(EnvProblem);
  });
});
