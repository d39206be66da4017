/** The contents of message files: the date and all paragraphs in order. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { inboxMessages } from '#server/db/schema/index.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import configuration from '../../public/config.json';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.mintToken('blake');
}, 60_000);
afterAll(() => server.close());

const listed = async () => {
  const query = { filter: 'all', page: '1', size: '100' };
  return (await readJson(await server.make(inbox.messages, { query, token }), inbox.messages.response)).messages;
};

/** Stores a letter with this text and returns its file. */
async function readFile(text: string): Promise<string> {
  const letter = (await listed()).find(({ isPlainText }) => !isPlainText);
  const params = { documentId: letter?.documentId ?? '' };
  await server.opened.db.update(inboxMessages).set({ text }).where(eq(inboxMessages.documentId, params.documentId));
  const answer = await server.make(inbox.pdf, { params, token });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString('latin1');
}

/** The lines of the letterhead: name, address, phone. */
const LETTERHEAD = 2 + configuration.servicer.address.length;

/** Counts the paragraphs of a document by its structure. Each line of the letterhead is one. */
const countParagraphs = (pdf: string): number => [...pdf.matchAll(/\/S \/P\b/g)].length;

it('a letter of one paragraph has its date and text below the letterhead', async () => {
  expect(countParagraphs(await readFile('Your statement is available.'))).toBe(LETTERHEAD + 2);
});

it('paragraphs of a letter are separated by one or more blank lines, and lines in them are not run together', async () => {
  expect(countParagraphs(await readFile('One.\n\nTwo.\nStill two.\n\n\n\nThree.'))).toBe(LETTERHEAD + 1 + 4);
});

it('a longer text results in a larger file', async () => {
  const [short, long] = [await readFile('Short.'), await readFile('A sentence of some length. '.repeat(200))];
  expect(long.length).toBeGreaterThan(short.length + 1000);
});

it('a message shows whether and when it was read', async () => {
  const [first] = await listed();
  const mark = async (readFlag: boolean) => {
    await server.make(inbox.mark, {
      body: { messages: [{ messageId: first?.documentId, isDirect: first?.isDirect }], readFlag },
      token,
    });
    return (await listed())[0]?.readFlag;
  };
  expect([await mark(true), await mark(false), await mark(true)]).toEqual([true, false, true]);
});
