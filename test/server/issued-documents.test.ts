/** Issued documents keep their content, and are listed with the derived ones of earlier times (ruling 91). */
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { toDocumentId } from '#domain/accounts/loan-documents/ids.ts';
import { type DocumentKind, DocumentPage, LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import {
  accounts,
  borrowers,
  contactInformation,
  inboxMessages,
  issuedDocuments,
  groupTerms,
  loans,
  notices,
  paperlessEnrollments,
  paymentHistory,
} from '#server/db/schema/index.ts';
import { DemoCopies } from '#server/demo/copies.ts';
import { addBulkCopies } from '#server/demo/bulk-copies.ts';
import { issueDocument } from '#server/service/loan-documents/issued-documents.ts';
import { issueSchedules } from '#server/service/loan-documents/derived-documents.ts';
import { DEMO_FOLDER, NOW, TODAY } from '#test/support/database.ts';
import { readPdf } from '#test/support/pdf.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import configuration from '../../public/config.json';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterEach(() => server.clock.set(NOW));
afterAll(() => server.close());

const { signIn } = configuration;
/** Stores a copy of a demo borrower. Returns its key, which is its sign-in name too. */
async function createCopy(like: string): Promise<string> {
  const copy = await new DemoCopies(server.opened.db, DEMO_FOLDER, signIn).copy(like, TODAY);
  return copy?.signIns[like] ?? '';
}

const on = (date: string) => server.clock.set(new Date(`${date}T15:00:00Z`));

const list = async (who: string, kind: DocumentKind, page = 1, size = 12) =>
  readJson(
    await server.make(loanDocuments.list, {
      query: { kind, page: String(page), size: String(size) },
      token: await server.mintToken(who),
    }),
    DocumentPage,
  );
const ask = async (who: string, documentId: string, call: typeof loanDocuments.read | typeof loanDocuments.pdf) =>
  server.make(call, { params: { documentId }, token: await server.mintToken(who) });
const read = async (who: string, documentId: string) =>
  readJson(await ask(who, documentId, loanDocuments.read), LoanDocument);
const readPdfText = async (who: string, documentId: string) =>
  readPdf(await (await ask(who, documentId, loanDocuments.pdf)).arrayBuffer());

const readFirstAccount = async (who: string) => {
  const [account] = await server.opened.db.select().from(accounts).where(eq(accounts.borrowerKey, who));
  if (account === undefined) throw new Error(`${who} has no account`);
  return account;
};

/** Changes the data of documents: the name, the address, balances and payments. */
async function changeEverything(who: string): Promise<void> {
  const { db } = server.opened;
  await db.update(borrowers).set({ familyName: 'Changed' }).where(eq(borrowers.borrowerKey, who));
  await db
    .update(contactInformation)
    .set({ street: '1 Changed Street' })
    .where(eq(contactInformation.borrowerKey, who));
  await db
    .update(groupTerms)
    .set({ monthlyPayment: toCents(12_345) })
    .where(eq(groupTerms.borrowerKey, who));
  await db.update(paymentHistory).set({ description: 'Returned' }).where(eq(paymentHistory.borrowerKey, who));
}

describe.each(['schedule', 'mortgageLetter'] as const)('a document that is opened: %s', (kind) => {
  it('is issued on the day of opening and keeps its content, also in its PDF', async () => {
    const who = await createCopy('jules');
    const { accountId } = await readFirstAccount(who);
    const [listed] = (await list(who, kind)).documents;
    expect(listed).toMatchObject({ documentId: `${kind}.${accountId}`, date: '2026-11-20' });
    expect(listed?.title).toMatch(/^New /);
    expect(await server.opened.db.$count(issuedDocuments, eq(issuedDocuments.borrowerKey, who))).toBe(0);

    const first = await read(who, `${kind}.${accountId}`);
    const issuedId = `${kind}.${accountId}.2026-11-20`;
    expect(first).toMatchObject({ documentId: issuedId, kind, date: '2026-11-20' });
    await changeEverything(who);
    // A second request of the day, one for the issued document, and one on a later day.
    expect(await read(who, `${kind}.${accountId}`)).toEqual(first);
    expect(await read(who, issuedId)).toEqual(first);
    on('2026-11-24');
    expect(await read(who, issuedId)).toEqual(first);
    const pdf = await readPdfText(who, issuedId);
    expect(pdf.text).toContain('Jules Achterberg');
    expect(pdf.text).not.toContain('Changed');

    const next = await read(who, `${kind}.${accountId}`);
    expect(next.documentId).toBe(`${kind}.${accountId}.2026-11-24`);
    expect(JSON.stringify(next)).toContain('Jules Changed');
    expect(await server.opened.db.$count(issuedDocuments, eq(issuedDocuments.borrowerKey, who))).toBe(2);
  });

  it('is the same for requests at the same time, by HEAD, and for the PDF alone', async () => {
    const who = await createCopy('jules');
    const { accountId } = await readFirstAccount(who);
    const documentId = `${kind}.${accountId}`;
    const token = await server.mintToken(who);
    const head = await server.app.request(server.toUrl(loanDocuments.read, { params: { documentId } }), {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const [one, other, pdf] = await Promise.all([
      read(who, documentId),
      read(who, documentId),
      readPdfText(who, documentId),
    ]);
    expect(other).toEqual(one);
    expect(pdf.title).toBe(one.title);
    expect(await server.opened.db.$count(issuedDocuments, eq(issuedDocuments.borrowerKey, who))).toBe(1);
  });

  it('is listed after those that can be opened today, the newest first, in pages', async () => {
    const who = await createCopy('avery');
    const all = (await list(who, kind)).documents;
    expect(all).toHaveLength(3);
    const [first, second, third] = all.map(({ documentId }) => documentId);
    await read(who, second ?? '');
    on('2026-11-23');
    await read(who, second ?? '');
    await read(who, third ?? '');
    const ids = [first, `${second}.2026-11-23`, `${third}.2026-11-23`, `${second}.2026-11-20`];
    const { documents } = await list(who, kind);
    expect(documents[0]?.documentId).toBe(first);
    expect(new Set(documents.map(({ documentId }) => documentId))).toEqual(new Set(ids));
    expect(documents.at(-1)).toMatchObject({
      documentId: `${second}.2026-11-20`,
      title: kind === 'schedule' ? 'Payment schedule' : 'Proof of balance',
      date: '2026-11-20',
    });
    const pages = await Promise.all([1, 2, 3].map((page) => list(who, kind, page, 2)));
    expect(pages.map(({ page, total }) => [page, total])).toEqual([
      [1, 4],
      [2, 4],
      [2, 4],
    ]);
    expect([...(pages[0]?.documents ?? []), ...(pages[1]?.documents ?? [])]).toEqual(documents);
  });

  it("is hidden from other borrowers, like a day on which it wasn't opened", async () => {
    const [who, other] = [await createCopy('jules'), await createCopy('blake')];
    const { accountId } = await readFirstAccount(who);
    const { documentId } = await read(who, `${kind}.${accountId}`);
    for (const call of [loanDocuments.read, loanDocuments.pdf]) {
      expect((await ask(other, documentId, call)).status).toBe(404);
      expect((await ask(who, `${kind}.${accountId}.2026-11-19`, call)).status).toBe(404);
      expect((await ask(who, `${documentId}.2`, call)).status).toBe(404);
    }
    expect(await server.opened.db.$count(issuedDocuments, eq(issuedDocuments.borrowerKey, other))).toBe(0);
  });
});

it('the schedules of an account that is paid in full stay listed, and there is no new one', async () => {
  const who = await createCopy('jules');
  const { db } = server.opened;
  const { accountId } = await readFirstAccount(who);
  const { documentId } = await read(who, `schedule.${accountId}`);
  await db
    .update(loans)
    .set({ principal: toCents(0), accruedInterest: 0n, fees: toCents(0), rate: 0 })
    .where(eq(loans.borrowerKey, who));
  on('2026-11-24');
  await issueSchedules({ db, borrowerKey: who }, [accountId], day('2026-11-24'));
  expect((await list(who, 'schedule')).documents.map((row) => row.documentId)).toEqual([documentId]);
  expect((await ask(who, `schedule.${accountId}`, loanDocuments.read)).status).toBe(404);
});

describe('a schedule that is issued because the terms changed', () => {
  it('replaces one of the same day for the borrower, and goes to the inbox with an email', async () => {
    const who = await createCopy('blake');
    const { db } = server.opened;
    const { accountId } = await readFirstAccount(who);
    const before = await read(who, `schedule.${accountId}`);
    await db.update(borrowers).set({ familyName: 'Changed' }).where(eq(borrowers.borrowerKey, who));
    await issueSchedules({ db, borrowerKey: who }, [accountId], TODAY);
    const after = await read(who, `schedule.${accountId}`);
    expect(after.documentId).toBe(`schedule.${accountId}.2026-11-20.2`);
    expect(JSON.stringify(after)).toContain('Changed');
    expect(await read(who, before.documentId)).toEqual(before);
    const [letter] = await db
      .select()
      .from(inboxMessages)
      .where(and(eq(inboxMessages.borrowerKey, who), eq(inboxMessages.subject, 'You have a new payment schedule')));
    expect(letter).toMatchObject({ receivedOn: TODAY, readAt: null });
    expect(await db.$count(paperlessEnrollments, eq(paperlessEnrollments.borrowerKey, who))).toBe(1);
    const sent = await db.select().from(notices).where(eq(notices.borrowerKey, who));
    expect(sent).toMatchObject([{ kind: 'newLetter' }]);
  });
});

describe('issued statements', () => {
  const issue = (borrowerKey: string, accountId: string, issuedOn: string) =>
    issueDocument(server.opened.db, {
      borrowerKey,
      documentId: toDocumentId({ kind: 'statement', accountId, issuedOn: day(issuedOn), number: 1 }),
      kind: 'statement',
      accountId,
      issuedOn: day(issuedOn),
      title: `Statement dated ${issuedOn}`,
      about: 'Direct Loans',
      amount: toCents(10_000),
      content: [{ kind: 'paragraph', text: issuedOn }],
    });

  it('are sorted among the monthly statements by date, and keep their ids', async () => {
    const who = await createCopy('blake');
    const { accountId } = await readFirstAccount(who);
    const before = await list(who, 'statement', 1, 100);
    await issue(who, accountId, '2026-10-02');
    await issue(who, accountId, '2026-11-02');
    const { documents, total } = await list(who, 'statement', 1, 100);
    const isIssued = ({ documentId }: { readonly documentId: string }) => /-\d\d-02$/.test(documentId);
    expect(documents.filter(isIssued)).toMatchObject([
      { documentId: `statement.${accountId}.2026-11-02`, date: '2026-11-02', amount: 10_000 },
      { documentId: `statement.${accountId}.2026-10-02`, title: 'Statement dated 2026-10-02' },
    ]);
    expect(documents.filter((each) => !isIssued(each))).toEqual(before.documents);
    expect(total).toBe(before.documents.length + 2);
    const dates = documents.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect((await list(who, 'statement', 2, 3)).documents).toEqual(documents.slice(3, 6));
    expect((await read(who, `statement.${accountId}.2026-10-02`)).blocks).toEqual([
      { kind: 'paragraph', text: '2026-10-02' },
    ]);
    expect((await ask('avery', `statement.${accountId}.2026-10-02`, loanDocuments.read)).status).toBe(404);
  });

  it('are never changed by issuing again', async () => {
    const who = await createCopy('blake');
    const { accountId } = await readFirstAccount(who);
    await issue(who, accountId, '2026-11-02');
    await issueDocument(server.opened.db, {
      borrowerKey: who,
      documentId: `statement.${accountId}.2026-11-02`,
      kind: 'statement',
      accountId,
      issuedOn: day('2026-11-02'),
      title: 'Another',
      about: 'Another',
      amount: toCents(0),
      content: [],
    });
    expect((await read(who, `statement.${accountId}.2026-11-02`)).title).toBe('Statement dated 2026-11-02');
  });
});

it('any call on the day issues the tax form of a demo borrower, and its statements', async () => {
  const who = await createCopy('sam');
  on('2027-02-01');
  await server.make(accountCalls.list, { token: await server.mintToken(who) });
  const rows = await server.opened.db.select().from(issuedDocuments).where(eq(issuedDocuments.borrowerKey, who));
  expect(rows.map(({ documentId }) => documentId).toSorted()).toEqual([
    expect.stringMatching(/^statement\..*\.2026-12-03$/),
    expect.stringMatching(/^statement\..*\.2027-01-03$/),
    'tax.2026.meadowbrook-private-credit',
  ]);
  const { documents } = await list(who, 'tax');
  expect(documents.map(({ documentId, date }) => [documentId, date])).toEqual([
    ['tax.2026.meadowbrook-private-credit', '2027-02-01'],
    ['tax.2025.meadowbrook-private-credit', '2026-02-02'],
  ]);
});

it('issued documents are copied with their borrower', async () => {
  const { accountId } = await readFirstAccount('jules');
  await read('jules', `mortgageLetter.${accountId}`);
  expect((await addBulkCopies(server.opened.db, ['jules'], 2)).rows['issued_documents']).toBe(2);
});
