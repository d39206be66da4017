/** Statements, payment schedules, tax forms and letters at the server: their sums, their PDFs, and their owners. */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import { type DocumentKind, DocumentPage, LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';
import { type PlainDate, addDays, formatUsDate, toMonth } from '#domain/calendar.ts';
import { type Cents, ZERO, formatUsd, parseTyped, subtractCents, sumCents } from '#domain/money.ts';
import { accounts, paymentHistory } from '#server/db/schema/index.ts';
import { readPdf } from '#test/support/pdf.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const list = async (
  name: string,
  kind: DocumentKind,
  page = 1,
  size = 12,
): Promise<v.InferOutput<typeof DocumentPage>> =>
  readJson(
    await server.make(loanDocuments.list, {
      query: { kind, page: String(page), size: String(size) },
      token: await server.mintToken(name),
    }),
    DocumentPage,
  );

const ask = async (name: string, documentId: string, call: typeof loanDocuments.read | typeof loanDocuments.pdf) =>
  server.make(call, { params: { documentId }, token: await server.mintToken(name) });

const read = async (name: string, documentId: string) =>
  readJson(await ask(name, documentId, loanDocuments.read), LoanDocument);

const readPdfText = async (name: string, documentId: string) => {
  const response = await ask(name, documentId, loanDocuments.pdf);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdf(await response.arrayBuffer());
};

/** The rows of a table by its caption; none where there is no such table. */
const listRows = ({ blocks }: LoanDocument, caption: string | RegExp) =>
  blocks.flatMap((block) =>
    block.kind === 'table' && (typeof caption === 'string' ? block.caption === caption : caption.test(block.caption))
      ? block.rows
      : [],
  );

const listFacts = (document: LoanDocument, caption: string): Readonly<Record<string, string>> =>
  Object.fromEntries(listRows(document, caption).map(([label = '', value = '']) => [label, value]));

const amount = (text = ''): Cents => {
  const cents = parseTyped(text);
  if (cents === undefined) throw new Error(`No amount: ${text}`);
  return cents;
};

const readHistory = async (name: string) => {
  const rows = await server.opened.db
    .select({
      accountId: paymentHistory.accountId,
      date: paymentHistory.effectiveDate,
      amount: paymentHistory.amount,
      interest: paymentHistory.interest,
      number: accounts.accountNumber,
    })
    .from(paymentHistory)
    .innerJoin(
      accounts,
      and(eq(accounts.borrowerKey, paymentHistory.borrowerKey), eq(accounts.accountId, paymentHistory.accountId)),
    )
    .where(eq(paymentHistory.borrowerKey, name));
  return rows;
};

const TAGGED = ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD'];

describe('statements', () => {
  it('are 12 a page, the newest first, and their payments are those of the history in whole months', async () => {
    const first = await list('avery', 'statement');
    expect([first.documents.length, first.page]).toEqual([12, 1]);
    expect(first.documents[0]).toMatchObject({ title: 'Statement for October 2026', date: '2026-10-31' });
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(first.total / 12) }, (_, index) => list('avery', 'statement', index + 1)),
    );
    const all = pages.flatMap(({ documents }) => documents);
    expect(new Set(all.map(({ documentId }) => documentId)).size).toBe(first.total);
    const dates = all.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const history = (await readHistory('avery')).filter(({ date }) => date < '2026-11-01');
    expect(sumCents(all.map((row) => row.amount))).toBe(sumCents(history.map((row) => row.amount)));
    expect((await list('avery', 'statement', 99)).page).toBe(pages.length);
  });

  it('are consecutive: each begins with the closing principal of the previous one', async () => {
    const { documents } = await list('blake', 'statement', 1, 100);
    const statements = await Promise.all(documents.map(({ documentId }) => read('blake', documentId)));
    const summaries = statements.map((statement) => listFacts(statement, 'Summary of the statement'));
    for (const [index, summary] of summaries.entries()) {
      const [before, after] = [amount(summary['Principal at the start']), amount(summary['Principal at the end'])];
      expect(subtractCents(before, amount(summary['Paid on principal']))).toBe(after);
      const older = summaries[index + 1];
      if (older !== undefined) expect(amount(older['Principal at the end'])).toBe(before);
      expect(amount(summary['Total payments'])).toBe(documents[index]?.amount);
      const statement = statements[index];
      const lines = statement === undefined ? [] : listRows(statement, 'Payments in this period');
      expect(sumCents(lines.map((line) => amount(line[5])))).toBe(amount(summary['Total payments']));
    }
    expect(documents.length).toBeGreaterThan(6);
  });

  it('are tagged PDFs with the same texts', async () => {
    const [newest] = (await list('avery', 'statement')).documents;
    const document = await read('avery', newest?.documentId ?? '');
    const pdf = await readPdfText('avery', document.documentId);
    expect(pdf.title).toBe('Statement for October 2026');
    expect(TAGGED.filter((tag) => !pdf.tags.includes(tag))).toEqual([]);
    for (const cell of listRows(document, /./).flat()) expect(pdf.text).toContain(cell);
    expect(pdf.text).toContain('Avery Lindqvist');
    expect(pdf.text).toContain('Lincoln, NE 68506');
  });

  it('of 40 accounts come quickly, and there are none before repayment', async () => {
    const { documents, total } = await list('noor', 'statement');
    expect(documents).toHaveLength(12);
    expect(total).toBeGreaterThan(4000);
    expect(await list('gray', 'statement')).toEqual({ documents: [], page: 1, total: 0 });
  });
});

describe('a payment schedule', () => {
  it('pays exactly the amount owed: principal, and the interest of each row on the balance until the next', async () => {
    const { documents } = await list('avery', 'schedule');
    expect(documents).toHaveLength(3);
    for (const { documentId } of documents) {
      const document = await read('avery', documentId);
      for (const block of document.blocks) {
        if (block.kind !== 'table' || !block.caption.startsWith('Payments of')) continue;
        const summary = listFacts(document, block.caption.replace('Payments of', 'Summary of'));
        expect(block.rows.length).toBe(Number(summary['Payments']));
        expect(sumCents(block.rows.map((row) => amount(row[3])))).toBe(amount(summary['Total interest']));
        expect(sumCents(block.rows.map((row) => amount(row[1])))).toBe(amount(summary['Total payments']));
        for (const row of block.rows) {
          expect(sumCents([amount(row[2]), amount(row[3]), amount(row[4])])).toBe(amount(row[1]));
        }
        expect(block.rows.at(-1)?.[5]).toBe('$0.00');
      }
    }
  });

  it('is a PDF of several pages whose tables are tagged', async () => {
    const [first] = (await list('avery', 'schedule')).documents;
    const document = await read('avery', first?.documentId ?? '');
    const pdf = await readPdfText('avery', document.documentId);
    expect(pdf.pages).toBeGreaterThan(2);
    expect(TAGGED.filter((tag) => !pdf.tags.includes(tag))).toEqual([]);
    const rows = listRows(document, /^Payments of/);
    expect(pdf.tags.filter((tag) => tag === 'TR').length).toBeGreaterThan(rows.length);
    for (const row of rows) expect(pdf.text).toContain(row.join(' '));
  });

  it('ends with forgiveness on an income-driven plan', async () => {
    const { documents } = await list('indigo', 'schedule');
    const texts = JSON.stringify(await Promise.all(documents.map(({ documentId }) => read('indigo', documentId))));
    expect(texts).toContain('Income-Based Repayment (IBR)');
    expect(texts).toContain('Forgiven on 04/04/2049');
  });
});

describe('tax forms', () => {
  it('are one for each lender and whole year, with the interest of the history', async () => {
    const { documents } = await list('avery', 'tax', 1, 100);
    const history = await readHistory('avery');
    const years = [...new Set(history.map(({ date }) => date.slice(0, 4)))].filter((year) => year < '2026');
    const lenders = {
      E: 'U.S. Department of Education',
      D: 'Prairie States Education Trust',
      J: 'Meadowbrook Private Credit',
    };
    const expected = years
      .toSorted()
      .toReversed()
      .flatMap((year) =>
        Object.entries(lenders)
          .map(([letter, lender]) => ({
            title: `Form 1098-E information for ${year}`,
            about: lender,
            amount: sumCents(
              history
                .filter(({ date, number }) => date.startsWith(year) && number.startsWith(letter))
                .map(({ interest }) => interest),
            ),
          }))
          .filter(({ amount: interest }) => interest > 0)
          .toSorted((a, b) => a.about.localeCompare(b.about, 'en')),
      );
    expect(documents.map(({ title, about, amount: interest }) => ({ title, about, amount: interest }))).toEqual(
      expected,
    );
    expect(expected.length).toBeGreaterThan(5);
  });

  it('leave out payments that were canceled or returned', async () => {
    const before = await list('jules', 'tax');
    const [row] = (
      await server.opened.db.select().from(paymentHistory).where(eq(paymentHistory.borrowerKey, 'jules'))
    ).filter(({ effectiveDate }) => effectiveDate.startsWith('2025'));
    if (row === undefined) throw new Error('Jules has paid in 2025');
    const set = (description: string) =>
      server.opened.db
        .update(paymentHistory)
        .set({ description })
        .where(and(eq(paymentHistory.borrowerKey, 'jules'), eq(paymentHistory.paymentDetailId, row.paymentDetailId)));
    for (const description of ['Cancelled', 'Returned']) {
      await set(description);
      const [changed] = (await list('jules', 'tax')).documents;
      expect(changed?.amount).toBe(subtractCents(before.documents[0]?.amount ?? row.interest, row.interest));
    }
    await set(row.description);
  });

  it('and statements leave out a payment that was refunded in full; the statement has the refund (ruling 95)', async () => {
    const own = eq(paymentHistory.borrowerKey, 'jules');
    const [row] = (await server.opened.db.select().from(paymentHistory).where(own)).filter(({ effectiveDate }) =>
      effectiveDate.startsWith('2025'),
    );
    if (row === undefined) throw new Error('Jules has paid in 2025');
    const { paymentDetailId, effectiveDate, amount: paid, interest } = row;
    const readStatement = async (day: PlainDate) => {
      const { documents } = await list('jules', 'statement', 1, 100);
      const found = documents.find(({ date }) => toMonth(date) === toMonth(day));
      if (found === undefined) throw new Error('Jules has a statement of that month');
      return { listed: found.amount, document: await read('jules', found.documentId) };
    };
    const before = { tax: await list('jules', 'tax'), statement: await readStatement(effectiveDate) };
    const isRow = and(own, eq(paymentHistory.paymentDetailId, paymentDetailId));
    const refundedOn = addDays(effectiveDate, 6);
    await server.opened.db.update(paymentHistory).set({ refunded: paid, refundedOn }).where(isRow);
    const after = { tax: await list('jules', 'tax'), statement: await readStatement(effectiveDate) };
    const { document: statementOfRefund } = await readStatement(refundedOn);
    await server.opened.db.update(paymentHistory).set({ refunded: ZERO, refundedOn: null }).where(isRow);
    expect(after.tax.documents[0]?.amount).toBe(subtractCents(before.tax.documents[0]?.amount ?? interest, interest));
    expect(after.statement.listed).toBe(subtractCents(before.statement.listed, paid));
    expect(listRows(after.statement.document, 'Payments in this period')).toHaveLength(
      listRows(before.statement.document, 'Payments in this period').length - 1,
    );
    expect(statementOfRefund.blocks).toContainEqual({
      kind: 'paragraph',
      text: `Refunded ${formatUsd(paid)} on ${formatUsDate(refundedOn)}, from your payment of ${formatUsDate(effectiveDate)}.`,
    });
  });

  it('say box 1 in a tagged PDF, and only the last four digits', async () => {
    const [newest] = (await list('avery', 'tax')).documents;
    const pdf = await readPdfText('avery', newest?.documentId ?? '');
    expect(pdf.text).toContain(
      `Box 1: Student loan interest received by lender ${formatUsd(newest?.amount ?? amount('0'))}`,
    );
    expect(pdf.text).toContain('XXX-XX-4821');
    expect(TAGGED.filter((tag) => !pdf.tags.includes(tag))).toEqual([]);
  });
});

describe('a mortgage letter', () => {
  it('is a tagged PDF that verifies the account', async () => {
    const [letter] = (await list('jules', 'mortgageLetter')).documents;
    const document = await read('jules', letter?.documentId ?? '');
    const facts = listFacts(document, 'Proof of balance');
    expect(facts).toMatchObject({ Borrower: 'Jules Achterberg', 'Past due': '$0.00', Status: 'In repayment' });
    expect(amount(facts['Payoff on this date'])).toBe(letter?.amount);
    const pdf = await readPdfText('jules', document.documentId);
    expect(pdf.text).toContain('To whom it may concern:');
    expect(pdf.text).toContain('Larkfield Loan Servicing');
  });
});

describe('ownership of documents', () => {
  it("hides another borrower's like one that does not exist", async () => {
    const theirs = await Promise.all(
      (['statement', 'schedule', 'mortgageLetter'] as const).map(
        async (kind) => (await list('avery', kind)).documents[0],
      ),
    );
    for (const documentId of [
      ...theirs.map((document) => document?.documentId ?? ''),
      'tax.2025.prairie-states-education-trust',
      'tax.2026.u-s-department-of-education',
      'statement.nothing.2026-10',
      'schedule.nothing',
    ]) {
      for (const call of [loanDocuments.read, loanDocuments.pdf]) {
        expect((await ask('blake', documentId, call)).status, documentId).toBe(404);
      }
    }
  });

  it('has no statement of a month that is not over, nor of one before repayment', async () => {
    const [newest] = (await list('blake', 'statement')).documents;
    const id = newest?.documentId ?? '';
    for (const month of ['2026-11', '1999-01']) {
      expect((await ask('blake', id.replace('2026-10', month), loanDocuments.read)).status).toBe(404);
    }
    expect((await ask('blake', 'a b', loanDocuments.read)).status).toBe(400);
  });

  it('is closed to an authorized payer', async () => {
    const query = { kind: 'statement', page: '1', size: '12' };
    expect((await server.make(loanDocuments.list, { query, token: await server.mintToken('casey') })).status).toBe(403);
  });
});
