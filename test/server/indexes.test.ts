/** Queries read rows in index order, so that PostgreSQL does not sort. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMany } from '#server/db/bulk.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { documents } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { NOW, openDemo } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 60_000);
afterAll(() => opened.close());

const Rows = v.object({ rows: v.array(v.unknown()) });
const createPlan = async (query: string) =>
  JSON.stringify(v.parse(Rows, await opened.db.execute(`explain ${query}`)).rows);

it('no descending index puts nulls last, because queries put them first', async () => {
  // Of an index's options, bit 1 means descending and bit 2 nulls first.
  const found = await opened.db.execute(
    `select indexrelid::regclass::text as name from pg_index
     where exists (select from unnest(indoption) as option where option & 3 = 1)`,
  );
  expect(v.parse(Rows, found).rows).toEqual([]);
});

it("a borrower's documents are read in index order", async () => {
  await insertMany(
    opened.db,
    documents,
    Array.from({ length: 500 }, (_, at) =>
      seals.documents.seal({
        borrowerKey: 'noor',
        documentId: `d-${at}`,
        documentTypeId: 2,
        fileName: 'lease.pdf',
        mediaType: 'application/pdf',
        size: 16,
        fileId: `f-${at}`,
        confirmationNumber: `c-${at}`,
        contentKey: '',
        uploadedAt: new Date(NOW.getTime() - (at % 50) * 1000),
      }),
    ),
  );
  await opened.db.execute('analyze documents');
  const plan = await createPlan(
    `select document_id from documents where borrower_key = 'noor' order by uploaded_at desc, document_id desc limit 10`,
  );
  expect(plan).toMatch(/Index (?:Only )?Scan using documents_by_time/);
  expect(plan).not.toContain('Sort');
});

it('the latest payments of an account are read in index order with 10,000 payments', async () => {
  await opened.db.execute('analyze payment_history');
  const plan = await createPlan(
    `select payment_detail_id from payment_history
     where borrower_key = 'noor' and account_id = (select min(account_id) from payment_history where borrower_key = 'noor')
     order by effective_date desc, payment_detail_id desc limit 1`,
  );
  expect(plan).toMatch(/Index (?:Only )?Scan using payment_history_by_account/);
  expect(plan).not.toContain('Sort');
});

it.each([
  ['payment_history_by_day', 'effective_date desc, payment_detail_id', 'the history by date'],
  ['payment_history_by_day', 'effective_date, payment_detail_id desc', 'the history by date, the oldest first'],
  [
    'payment_history_by_amount',
    'amount_cents + other_parts_cents desc, effective_date desc, payment_detail_id',
    'the history by amount',
  ],
  [
    'payment_history_by_amount',
    'amount_cents + other_parts_cents, effective_date, payment_detail_id desc',
    'the history by amount, the smallest first',
  ],
])('index %s serves the order "%s": %s, with 10,000 payments', async (index, order) => {
  await opened.db.execute('analyze payment_history');
  const plan = await createPlan(
    `select payment_detail_id from payment_history where borrower_key = 'noor' and part_of is null
     order by ${order} limit 10`,
  );
  expect(plan).toMatch(new RegExp(`Index (?:Only )?Scan (?:Backward )?using ${index}`));
  expect(plan).not.toContain('Sort');
});

it('the other parts of debits are read by an index with 10,000 payments', async () => {
  await opened.db.execute('analyze payment_history');
  const plan = await createPlan(
    `select amount_cents from payment_history where borrower_key = 'noor' and part_of in ('H001-00001', 'H001-00002')`,
  );
  expect(plan).toMatch(/Scan (?:using|on) payment_history_parts/);
});
