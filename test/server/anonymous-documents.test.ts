/**
 * Documents uploaded without signing in (P §5.3): accepted documents are stored once and completely, rejected documents
 * leave nothing.
 */
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { documents } from '#domain/documents/calls.ts';
import { UploadResponse } from '#domain/documents/shapes.ts';
import { anonymousDocuments } from '#server/db/schema/index.ts';
import { forgetAttempts } from '#server/rate-limits.ts';
import { sentWithDocument as PERSON } from '#test/support/sample-requests.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { samplePdfFile } from '#test/support/sample-pdf.ts';

const MEGABYTE = 1024 * 1024;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DOCUMENTS_ANONYMOUS_MB: '2' });
}, 120_000);
beforeEach(async () => {
  await forgetAttempts(server.opened.db);
  await server.opened.db.delete(anonymousDocuments);
});
afterAll(() => server.close());

const pdf = (size: number, name = 'lease.pdf'): File => samplePdfFile(name, undefined, size);

const upload = (attachment: File, key: string = randomUUID(), change: Readonly<Record<string, string>> = {}) =>
  server.make(documents.uploadAnonymously, { form: { ...PERSON, ...change, attachment }, idempotencyKey: key });
const answered = async (attachment: File, key?: string) => readJson(await upload(attachment, key), UploadResponse);
const settle = async (idempotencyKey: string): Promise<unknown> =>
  (await server.make(documents.settleAnonymously, { body: { idempotencyKey } })).json();

/** Returns the sizes of the stored files by file name. */
async function listStored(): Promise<ReadonlyMap<string, number>> {
  const found = await readdir(server.documentsFolder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)));
}

/** Returns the sizes of the files that an action has added. */
async function addedBy(act: () => Promise<unknown>): Promise<number[]> {
  const before = await listStored();
  await act();
  return [...(await listStored())].flatMap(([file, size]) => (before.has(file) ? [] : [size]));
}

const rows = (fileName: string) =>
  server.opened.db.select().from(anonymousDocuments).where(eq(anonymousDocuments.fileName, fileName));

describe('an accepted document', () => {
  it("is stored completely in a separate file, with the sender's details", async () => {
    const [size, ...others] = await addedBy(() => upload(pdf(50_000, 'whole.pdf')));
    expect(others).toEqual([]);
    expect(size).toBeGreaterThanOrEqual(50_000);
    expect(await rows('whole.pdf')).toEqual([
      expect.objectContaining({ size: 50_000, documentTypeId: 2, clientId: 1, applicationId: 1, webAccountId: null }),
    ]);
  });

  it.each([
    ['accountNumber', '1002003019', 'Your account number must be nine digits.'],
    ['uniqueId', '9876543210', 'Social Security number must be 9 digits.'],
  ])('is rejected with the message of the field if %s has one digit too many', async (field, typed, message) => {
    const refused = await upload(pdf(3000, 'long.pdf'), randomUUID(), { [field]: typed });
    expect(refused.status).toBe(422);
    expect((await readJson(refused, Problem)).fields).toMatchObject([{ field, message }]);
    expect(await rows('long.pdf')).toEqual([]);
  });

  it('is stored once, however often it is sent with the same key', async () => {
    const [key, file] = [randomUUID(), pdf(3000, 'again.pdf')];
    const added = await addedBy(async () => {
      const first = await answered(file, key);
      expect(first.outcome).toBe('received');
      expect(await answered(file, key)).toEqual(first);
    });
    expect(added).toHaveLength(1);
    expect(await rows('again.pdf')).toHaveLength(1);
  });

  it('is stored once if it is sent twice concurrently', async () => {
    const [key, file] = [randomUUID(), pdf(3000, 'together.pdf')];
    const added = await addedBy(async () => {
      const [one, other] = await Promise.all([answered(file, key), answered(file, key)]);
      expect(one.outcome).toBe('received');
      expect(other).toEqual(one);
    });
    expect(added).toHaveLength(1);
    expect(await rows('together.pdf')).toHaveLength(1);
  });

  it('cannot be sent again with the same key after it was deleted', async () => {
    const key = randomUUID();
    const file = pdf(3000, 'gone.pdf');
    await upload(file, key);
    await server.opened.db.delete(anonymousDocuments);
    const refused = await upload(file, key);
    expect(refused.status).toBe(409);
    expect((await readJson(refused, Problem)).detail).toContain('document');
  });

  it('is reported with its file name when its key is settled', async () => {
    const key = randomUUID();
    const answer = await answered(pdf(3000, 'told.pdf'), key);
    expect(await settle(key)).toEqual({ outcome: 'recorded', answer, record: { fileName: 'told.pdf' } });
  });

  it('may fill the remaining storage exactly', async () => {
    expect((await answered(pdf(MEGABYTE))).outcome).toBe('received');
    expect((await answered(pdf(MEGABYTE, 'last.pdf'))).outcome).toBe('received');
    const key = randomUUID();
    const full = { outcome: 'refused', reason: 'documents.full' };
    expect(await addedBy(async () => expect(await answered(pdf(1000), key)).toEqual(full))).toEqual([]);
    expect(await settle(key)).toMatchObject({ outcome: 'recorded', answer: full });
  });
});

describe('stores nothing', () => {
  it.each([
    ['if the file is empty', new File([], 'empty.pdf'), 'file.empty'],
    ['if the content does not match the file name', new File(['MZ'], 'scan.tiff'), 'file.content'],
  ])('%s', async (_, file, reason) => {
    const added = await addedBy(async () => expect(await answered(file)).toEqual({ outcome: 'refused', reason }));
    expect(added).toEqual([]);
    expect(await rows(file.name)).toEqual([]);
  });

  it('with a key that was settled before', async () => {
    const key = randomUUID();
    expect(await settle(key)).toEqual({ outcome: 'closed' });
    const added = await addedBy(async () => {
      const answer = await upload(pdf(3000, 'late.pdf'), key);
      expect(answer.status).toBe(409);
      expect((await readJson(answer, Problem)).detail).toContain('document');
    });
    expect(added).toEqual([]);
    expect(await rows('late.pdf')).toEqual([]);
  });

  it('with the key of another document', async () => {
    const key = randomUUID();
    await upload(pdf(3000, 'first.pdf'), key);
    const added = await addedBy(async () => {
      const answer = await upload(pdf(3000, 'second.pdf'), key);
      expect(answer.status).toBe(422);
      expect((await readJson(answer, Problem)).title).toBe('This Idempotency-Key belongs to another document.');
    });
    expect(added).toEqual([]);
  });

  it.each([
    [
      { documentTypeId: '99' },
      'lease.pdf',
      { field: 'documentTypeId', code: 'documentType.required', message: 'Please select a document type.' },
    ],
    [{}, 'lease.exe', { field: 'file', code: 'file.type' }],
  ])('for an unaccepted file type: %j %s', async (change, name, field) => {
    const added = await addedBy(async () => {
      const answer = await upload(pdf(3000, name), randomUUID(), change);
      expect(answer.status).toBe(422);
      const problem = await readJson(answer, Problem);
      expect(problem.title).toBe('This document cannot be uploaded.');
      expect(problem.fields).toEqual([expect.objectContaining(field)]);
      expect(problem.detail).toBe(problem.fields?.[0]?.message);
    });
    expect(added).toEqual([]);
  });
});
