/** Every kind of PDF: its structure (PDF/UA), and the address of a borrower in another country (ruling 110). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/accounts/loan-documents/shapes.ts';
import type { CallSpec } from '#domain/call.ts';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { payoff } from '#domain/payments/payoff/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { borrowers, contactInformation } from '#server/db/schema/index.ts';
import { drawPdf } from '#server/pdf/write-pdf.ts';
import { snapshotBlocks, readSnapshot } from '#server/service/accounts/record/snapshot.ts';
import { createScope } from '#test/support/database.ts';
import { type PdfElement, type ReadPdf, flattenElements, readPdf } from '#test/support/pdf.ts';
import { type TestServer, type WireRequest, readJson, startTestServer } from '#test/support/server.ts';
import configuration from '../../public/config.json';

/** After the next bills, and after the decision on harper's application. */
const LATER = new Date('2026-12-28T15:00:00Z');
const ADDRESS = { country: 'GR', street: 'Ερμού 5', city: 'Αθήνα', state: 'I', zip: '105 63' };
const LINES = ['Ερμού 5', 'Αθήνα, Attikí 105 63', 'Greece'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(LATER);
  await server.opened.db.update(contactInformation).set(ADDRESS).where(eq(contactInformation.borrowerKey, 'harper'));
}, 120_000);
afterAll(() => server.close());

async function ask(call: CallSpec, request: WireRequest = {}): Promise<Response> {
  const response = await server.make(call, { ...request, token: await server.mintToken('harper') });
  expect(response.status).toBe(200);
  return response;
}
const read = async (call: CallSpec, params: Readonly<Record<string, string>>): Promise<ReadPdf> =>
  readPdf(await (await ask(call, { params })).arrayBuffer());

async function readDocument(kind: DocumentKind): Promise<ReadPdf> {
  const answer = await ask(loanDocuments.list, { query: { kind, page: '1', size: '12' } });
  const [newest] = (await readJson(answer, loanDocuments.list.response)).documents;
  return read(loanDocuments.pdf, { documentId: newest?.documentId ?? '' });
}

async function payoffQuote(): Promise<ReadPdf> {
  const { quote } = await readJson(await ask(payoff.quote), payoff.quote.response);
  return read(payoff.pdf, { accountId: quote?.accountId ?? '', date: quote?.date ?? '' });
}

async function decision(): Promise<ReadPdf> {
  const [application] = await readJson(await ask(postponement.applications), postponement.applications.response);
  return read(postponement.letter, { confirmationNumber: application?.confirmationNumber ?? '' });
}

async function inboxLetter(): Promise<ReadPdf> {
  const query = { page: '1', size: '25', filter: 'all' };
  const { messages } = await readJson(await ask(inbox.messages, { query }), inbox.messages.response);
  const letter = messages.find(({ isPlainText }) => !isPlainText);
  return read(inbox.pdf, { documentId: letter?.documentId ?? '' });
}

async function record(): Promise<ReadPdf> {
  const scope = { ...createScope(server.opened, 'harper'), servicer: configuration.servicer };
  const blocks = await snapshotBlocks(await readSnapshot(scope));
  const { bytes } = await drawPdf({ title: 'Your student loan accounts', blocks, issuer: scope.servicer });
  return readPdf(bytes.buffer);
}

const KINDS: Readonly<Record<string, () => Promise<ReadPdf>>> = {
  ...Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, () => readDocument(kind)])),
  'payoff quote': payoffQuote,
  'letter of a decision': decision,
  'letter of the inbox': inboxLetter,
  record: record,
};

const roles = (elements: readonly PdfElement[]): string[] => [...new Set(elements.map(({ role }) => role))];

function checkTable({ children: rows }: PdfElement): void {
  expect(roles(rows)).toEqual(['TR']);
  const [head, ...body] = rows.map(({ children }) => children);
  expect(head?.map(({ role, scope }) => `${role} ${scope}`)).toEqual(head?.map(() => 'TH Column'));
  expect(body.length).toBeGreaterThan(0);
  for (const cells of body) {
    const [first, ...others] = cells;
    expect([first?.role, first?.scope]).toEqual(['TH', 'Row']);
    expect(roles(others)).toEqual(['TD']);
    expect(cells).toHaveLength(head?.length ?? 0);
  }
}

describe.each(Object.keys(KINDS))('the PDF of kind %s', (kind) => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    const make = KINDS[kind];
    if (make === undefined) throw new Error('Unknown kind of PDF');
    pdf = await make();
  }, 120_000);

  it('has a title, a language, one main heading and a separate paragraph for each address line', () => {
    const { root, title, language } = pdf;
    expect([title, language, root.role]).toEqual([expect.stringMatching(/\w/), 'en-US', 'Document']);
    expect(root.children.filter(({ role }) => role === 'H1').map(({ text }) => text)).toEqual([title]);
    const { name, address, phone } = configuration.servicer;
    const letterhead = [name, ...address, phone];
    expect(root.children.slice(0, letterhead.length).map(({ role, text }) => `${role} ${text}`)).toEqual(
      letterhead.map((line) => `P ${line}`),
    );
  });

  it('has tables of rows, whose header cells declare their scope', () => {
    const tables = flattenElements(pdf.root).filter(({ role }) => role === 'Table');
    for (const table of tables) checkTable(table);
    expect(pdf.root.children.filter(({ role }) => role === 'Table')).toEqual(tables);
    for (const element of flattenElements(pdf.root)) {
      if (['P', 'H1', 'H2', 'TH', 'TD'].includes(element.role)) expect(element.children).toEqual([]);
    }
  });

  it('has bookmarks if it is long', () => {
    expect(pdf.bookmarks.length > 0).toBe(pdf.pages > 3);
  });
});

it.each(['statement', 'schedule', 'tax', 'payoff quote', 'record'])(
  'the PDF of kind %s is addressed with the names of region and country',
  async (kind) => {
    const pdf = await KINDS[kind]?.();
    const [borrower] = await server.opened.db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'harper'));
    const written = pdf?.root.children.map(({ text }) => text) ?? [];
    const at = written.indexOf(`${borrower?.givenName} ${borrower?.familyName}`);
    expect(written.slice(at + 1, at + 4)).toEqual(LINES);
  },
);
