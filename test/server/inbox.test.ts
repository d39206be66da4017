/** The inbox on the server: pagination, ownership, read status and files; and paperless enrollment. */
import { and, eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { Problem } from '#domain/call.ts';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { InboxPage, InboxText } from '#domain/messages/inbox/shapes.ts';
import { paperless } from '#domain/messages/paperless/calls.ts';
import { ClaimsStatus, PaperlessResponse, PaperlessStatus } from '#domain/messages/paperless/shapes.ts';
import { insertMany } from '#server/db/bulk.ts';
import { inboxMessages, paperlessEnrollments } from '#server/db/schema/index.ts';
import { TODAY } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const list = async (name: string, filter: 'all' | 'unread' = 'all', page = 1, size = 10) =>
  readJson(
    await server.make(inbox.messages, {
      query: { filter, page: String(page), size: String(size) },
      token: await server.mintToken(name),
    }),
    InboxPage,
  );

const mark = async (name: string, ids: readonly string[], readFlag: boolean) =>
  server.make(inbox.mark, {
    body: { messages: ids.map((messageId) => ({ messageId, isDirect: true })), readFlag },
    token: await server.mintToken(name),
  });

const listIds = ({ messages }: InboxPage) => messages.map(({ documentId }) => documentId);

describe('the messages of a demo person', () => {
  it('are 23 for blake, 5 of them unread, of both kinds, newest first', async () => {
    const first = await list('blake');
    expect(first).toMatchObject({ page: 1, total: 23, unread: 5 });
    expect(first.messages).toHaveLength(10);
    const all = await list('blake', 'all', 1, 100);
    const days = all.messages.map(({ docReceivedDate }) => docReceivedDate);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(new Set(all.messages.map(({ isPlainText }) => isPlainText))).toEqual(new Set([true, false]));
    expect(new Set(listIds(all)).size).toBe(23);
  });

  it('are paginated without gaps or duplicates; a page beyond the end is the last one', async () => {
    const all = await list('blake', 'all', 1, 100);
    const pages = [await list('blake', 'all', 1), await list('blake', 'all', 2), await list('blake', 'all', 3)];
    expect(pages.flatMap(listIds)).toEqual(listIds(all));
    const beyond = await list('blake', 'all', 9);
    expect([beyond.page, listIds(beyond)]).toEqual([3, listIds(pages[2] ?? all)]);
    expect((await list('blake', 'unread', 9)).page).toBe(1);
    expect(await list('emery', 'all', 4)).toEqual({ messages: [], page: 1, total: 0, unread: 0 });
  });

  it('are filtered on the unread tab', async () => {
    const unread = await list('blake', 'unread', 1, 3);
    expect(unread.messages.map(({ readFlag }) => readFlag)).toEqual([false, false, false]);
    expect((await list('blake', 'unread', 2, 3)).messages).toHaveLength(2);
  });

  it('reject an invalid page and an excessive page size', async () => {
    const token = await server.mintToken('blake');
    for (const query of [
      { filter: 'all', page: '0', size: '10' },
      { filter: 'all', page: '1', size: '101' },
      { filter: 'other', page: '1', size: '10' },
    ]) {
      expect((await server.make(inbox.messages, { query, token })).status).toBe(400);
    }
  });
});

describe('marking messages', () => {
  it('marks several at once, records who did it, and does not change messages with that status', async () => {
    const [first, second, third] = listIds(await list('blake', 'unread'));
    const ids = [first ?? '', second ?? ''];
    expect((await mark('blake', ids, true)).status).toBe(200);
    const after = await list('blake', 'unread');
    expect(after.unread).toBe(3);
    expect(listIds(after)).toContain(third);
    const findRow = async () =>
      (
        await server.opened.db
          .select()
          .from(inboxMessages)
          .where(eq(inboxMessages.documentId, ids[0] ?? ''))
      )[0];
    const marked = await findRow();
    expect(marked).toMatchObject({ actorRole: 'borrower', actorIsImpersonator: false });
    expect(marked?.readAt).not.toBeNull();
    await mark('blake', ids, true);
    expect((await findRow())?.readAt).toEqual(marked?.readAt);
    expect(await (await mark('blake', ids, false)).json()).toEqual({ unread: 5 });
  });

  it('marks nothing if one message belongs to another borrower', async () => {
    const { db } = server.opened;
    await db.insert(inboxMessages).values({
      borrowerKey: 'avery',
      documentId: 'averys-own',
      isDirect: true,
      isPlainText: true,
      subject: 'A message',
      text: 'Text',
      receivedOn: TODAY,
    });
    const [own] = listIds(await list('blake', 'unread'));
    expect((await mark('blake', [own ?? '', 'averys-own'], true)).status).toBe(404);
    expect((await list('blake')).unread).toBe(5);
    const read = await db
      .select()
      .from(inboxMessages)
      .where(and(eq(inboxMessages.borrowerKey, 'avery'), isNotNull(inboxMessages.readAt)));
    expect(read).toEqual([]);
    for (const call of [inbox.message, inbox.plainText]) {
      const params = { documentId: 'averys-own' };
      expect((await server.make(call, { params, token: await server.mintToken('blake') })).status).toBe(404);
      expect((await server.make(call, { params, token: await server.mintToken('avery') })).status).toBe(200);
    }
  });
});

it('responds in the same way for a message of another borrower and for an unknown one', async () => {
  await server.opened.db.insert(inboxMessages).values({
    borrowerKey: 'avery',
    documentId: 'averys-letter',
    isDirect: true,
    isPlainText: false,
    subject: 'A letter',
    text: 'Text',
    receivedOn: TODAY,
  });
  const token = await server.mintToken('blake');
  for (const call of [inbox.message, inbox.pdf, inbox.plainText]) {
    const answers = await Promise.all(
      ['averys-letter', 'nobodys-letter'].map(async (documentId) => {
        const response = await server.make(call, { params: { documentId }, token });
        const { requestId: _, ...problem } = v.parse(Problem, await response.json());
        return [response.status, problem];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([404, expect.objectContaining({ status: 404 })]);
  }
});

describe('message files', () => {
  const messageOfKind = async (isPlainText: boolean) => {
    const { messages } = await list('blake', 'all', 1, 100);
    const found = messages.find((message) => message.isPlainText === isPlainText);
    if (found === undefined) throw new Error('blake has both kinds');
    return found;
  };
  const ask = async (call: typeof inbox.pdf | typeof inbox.plainText, documentId: string) =>
    server.make(call, { params: { documentId }, token: await server.mintToken('blake') });

  it('are tagged PDFs with a title, downloaded under date and subject', async () => {
    const letter = await messageOfKind(false);
    const response = await ask(inbox.pdf, letter.documentId);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const name = `${letter.docReceivedDate}-Your-billing-statement-is-available.pdf`;
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(pdf.startsWith('%PDF-1.7')).toBe(true);
    for (const part of ['/MarkInfo', '/StructTreeRoot', '/Lang (en-US)', '/DisplayDocTitle true', '/FontFile2']) {
      expect(pdf).toContain(part);
    }
  });

  it('are text with subject and date', async () => {
    const note = await messageOfKind(true);
    const response = await ask(inbox.plainText, note.documentId);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="([\w-]+\.txt)"; filename\*=UTF-8''\1$/,
    );
    expect(await response.text()).toMatch(/^Your address was confirmed\n\d\d\/\d\d\/\d{4}\n\nYou confirmed/);
  });

  it('are not available in the other format', async () => {
    expect((await ask(inbox.plainText, (await messageOfKind(false)).documentId)).status).toBe(404);
    expect((await ask(inbox.pdf, (await messageOfKind(true)).documentId)).status).toBe(404);
  });

  it('show their text on a page without marking it as read', async () => {
    const [unread] = (await list('blake', 'unread')).messages;
    const token = await server.mintToken('blake');
    const params = { documentId: unread?.documentId ?? '' };
    const read = await readJson(await server.make(inbox.message, { params, token }), InboxText);
    expect(read).toMatchObject({ ...unread, readFlag: false });
    expect(read.text).toContain('You confirmed your contact information on this site.');
    expect((await list('blake')).unread).toBe(5);
  });
});

it('are read in index order with 10,000 messages', async () => {
  const { db } = server.opened;
  await insertMany(
    db,
    inboxMessages,
    Array.from({ length: 10_000 }, (_, at) => ({
      borrowerKey: 'noor',
      documentId: `m-${String(at).padStart(5, '0')}`,
      isDirect: true,
      isPlainText: at % 2 === 0,
      subject: `Message ${at}`,
      text: 'Text',
      receivedOn: addDays(TODAY, -(at % 3000)),
      readAt: at % 10 === 0 ? null : new Date('2026-01-01T00:00:00Z'),
    })),
  );
  await db.execute('analyze inbox_messages');
  const page = await list('noor', 'all', 1);
  expect([page.total, page.unread, page.messages.length]).toEqual([10_000, 1000, 10]);
  const plan = async (condition: string) => {
    const explained = await db.execute(
      `explain select document_id from inbox_messages where borrower_key = 'noor' ${condition}
       order by received_on desc, document_id desc limit 10`,
    );
    return JSON.stringify(v.parse(v.object({ rows: v.array(v.unknown()) }), explained).rows);
  };
  expect(await plan('')).toMatch(/Index (?:Only )?Scan using inbox_messages_by_day/);
  expect(await plan('and read_at is null')).toMatch(/Index (?:Only )?Scan using inbox_messages_unread/);
  expect(await plan('')).not.toContain('Sort');
}, 30_000);

describe('paperless enrollment', () => {
  const Any = v.union([PaperlessResponse, PaperlessStatus, ClaimsStatus, Problem]);
  const ask = async (call: (typeof paperless)[keyof typeof paperless], name: string) =>
    readJson(await server.make(call, { token: await server.mintToken(name) }), Any);

  it('is on for blake and off for avery, who may enroll and unenroll', async () => {
    expect(await ask(paperless.status, 'blake')).toEqual({ enrolled: true });
    expect(await ask(paperless.status, 'avery')).toEqual({ enrolled: false });
    expect(await ask(paperless.claimsStatus, 'avery')).toEqual({ shouldShowMessage: false });
    expect(await ask(paperless.enroll, 'avery')).toEqual({ result: true });
    expect(await ask(paperless.status, 'avery')).toEqual({ enrolled: true });
    expect(await ask(paperless.enroll, 'avery')).toEqual({ result: true });
    expect(await ask(paperless.unenroll, 'avery')).toEqual({ result: true });
    expect(await ask(paperless.status, 'avery')).toEqual({ enrolled: false });
    const [row] = await server.opened.db
      .select()
      .from(paperlessEnrollments)
      .where(eq(paperlessEnrollments.borrowerKey, 'avery'));
    expect(row).toMatchObject({ enrolled: false, actorRole: 'borrower' });
  });

  it('is rejected for riley, who is not eligible', async () => {
    expect(await ask(paperless.claimsStatus, 'riley')).toEqual({ shouldShowMessage: true });
    expect(await ask(paperless.enroll, 'riley')).toEqual({ result: false });
    expect(await ask(paperless.status, 'riley')).toEqual({ enrolled: false });
  });
});
