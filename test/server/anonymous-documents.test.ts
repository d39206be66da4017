/** Documents of people who are not signed in (P §5.3): that each is kept once, whole, and nothing of those that are not. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { documents } from '#domain/documents/calls.ts';
import { UploadAnswer } from '#domain/documents/shapes.ts';
import { anonymousDocuments } from '#server/db/schema.ts';
import { forgetAttempts } from '#server/oidc/attempts.ts';
import { sentWithDocument as PERSON } from '#test/support/sent.ts';
import { type TestServer, jsonOf, startTestServer } from '#test/support/server.ts';

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

const pdf = (size: number, name = 'lease.pdf'): File =>
  new File([new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]))], name);

const upload = (attachment: File, key: string = randomUUID(), change: Readonly<Record<string, string>> = {}) =>
  server.make(documents.uploadAnonymously, { form: { ...PERSON, ...change, attachment }, idempotencyKey: key });
const answered = async (attachment: File, key?: string) => jsonOf(await upload(attachment, key), UploadAnswer);
const settle = async (idempotencyKey: string): Promise<unknown> =>
  (await server.make(documents.settleAnonymously, { body: { idempotencyKey } })).json();

/** The sizes of the files that are kept, by their places. */
async function kept(): Promise<ReadonlyMap<string, number>> {
  const found = await readdir(server.documentsFolder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)));
}

/** The files that something has left behind. */
async function addedBy(act: () => Promise<unknown>): Promise<number[]> {
  const before = await kept();
  await act();
  return [...(await kept())].flatMap(([file, size]) => (before.has(file) ? [] : [size]));
}

const rows = (fileName: string) =>
  server.opened.db.select().from(anonymousDocuments).where(eq(anonymousDocuments.fileName, fileName));

describe('a document that is received', () => {
  it('is kept whole, in a file of its own, with what was said of it', async () => {
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
  ])('is refused where %s has one digit too many, with the message of the field', async (field, typed, message) => {
    const refused = await upload(pdf(3000, 'long.pdf'), randomUUID(), { [field]: typed });
    expect(refused.status).toBe(422);
    expect((await jsonOf(refused, Problem)).fields).toMatchObject([{ field, message }]);
    expect(await rows('long.pdf')).toEqual([]);
  });

  it('is kept once, however often it is sent under its key', async () => {
    const [key, file] = [randomUUID(), pdf(3000, 'again.pdf')];
    const added = await addedBy(async () => {
      const first = await answered(file, key);
      expect(first.outcome).toBe('received');
      expect(await answered(file, key)).toEqual(first);
    });
    expect(added).toHaveLength(1);
    expect(await rows('again.pdf')).toHaveLength(1);
  });

  it('is kept once also when it is sent twice at the same moment', async () => {
    const [key, file] = [randomUUID(), pdf(3000, 'together.pdf')];
    const added = await addedBy(async () => {
      const [one, other] = await Promise.all([answered(file, key), answered(file, key)]);
      expect(one.outcome).toBe('received');
      expect(other).toEqual(one);
    });
    expect(added).toHaveLength(1);
    expect(await rows('together.pdf')).toHaveLength(1);
  });

  it('that is gone is not sent again under its key', async () => {
    const key = randomUUID();
    const file = pdf(3000, 'gone.pdf');
    await upload(file, key);
    await server.opened.db.delete(anonymousDocuments);
    const refused = await upload(file, key);
    expect(refused.status).toBe(409);
    expect((await jsonOf(refused, Problem)).detail).toContain('document');
  });

  it('is told of by its key, by the name of its file', async () => {
    const key = randomUUID();
    const answer = await answered(pdf(3000, 'told.pdf'), key);
    expect(await settle(key)).toEqual({ outcome: 'recorded', answer, record: { fileName: 'told.pdf' } });
  });

  it('may fill what there is room for to the last byte', async () => {
    expect((await answered(pdf(MEGABYTE))).outcome).toBe('received');
    expect((await answered(pdf(MEGABYTE, 'last.pdf'))).outcome).toBe('received');
    const key = randomUUID();
    const full = { outcome: 'refused', reason: 'documents.full' };
    expect(await addedBy(async () => expect(await answered(pdf(9), key)).toEqual(full))).toEqual([]);
    expect(await settle(key)).toMatchObject({ outcome: 'recorded', answer: full });
  });
});

describe('nothing is kept of a document', () => {
  it.each([
    ['that is empty', new File([], 'empty.pdf'), 'file.empty'],
    ['that is no such file', new File(['MZ'], 'scan.tiff'), 'file.content'],
  ])('%s', async (_, file, reason) => {
    const added = await addedBy(async () => expect(await answered(file)).toEqual({ outcome: 'refused', reason }));
    expect(added).toEqual([]);
    expect(await rows(file.name)).toEqual([]);
  });

  it('under a key that was asked about before', async () => {
    const key = randomUUID();
    expect(await settle(key)).toEqual({ outcome: 'closed' });
    const added = await addedBy(async () => {
      const answer = await upload(pdf(3000, 'late.pdf'), key);
      expect(answer.status).toBe(409);
      expect((await jsonOf(answer, Problem)).detail).toContain('document');
    });
    expect(added).toEqual([]);
    expect(await rows('late.pdf')).toEqual([]);
  });

  it('under the key of another', async () => {
    const key = randomUUID();
    await upload(pdf(3000, 'first.pdf'), key);
    const added = await addedBy(async () => {
      const answer = await upload(pdf(3000, 'second.pdf'), key);
      expect(answer.status).toBe(422);
      expect((await jsonOf(answer, Problem)).title).toBe('This Idempotency-Key belongs to another document.');
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
  ])('of a type that is not taken: %j %s', async (change, name, field) => {
    const added = await addedBy(async () => {
      const answer = await upload(pdf(3000, name), randomUUID(), change);
      expect(answer.status).toBe(422);
      const problem = await jsonOf(answer, Problem);
      expect(problem.title).toBe('This document cannot be uploaded.');
      expect(problem.fields).toEqual([expect.objectContaining(field)]);
      expect(problem.detail).toBe(problem.fields?.[0]?.message);
    });
    expect(added).toEqual([]);
  });
});
