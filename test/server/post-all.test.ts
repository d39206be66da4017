/** The sweep that posts the due payments of all borrowers, also when several runs work at the same time. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  accounts,
  bills,
  borrowers,
  groupTerms,
  loanEntries,
  loanGroups,
  loans,
  paymentHistory,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { NOW, openEmpty, createScope } from '#test/support/database.ts';
import { OWN_ACCOUNT, OWN_BANK, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());

const failures: unknown[] = [];
const sweep = (today: string) =>
  postAllDue(opened.db, day(today), createScope(opened, 'pat'), (borrowerKey) => failures.push(borrowerKey));

const schedule = (borrowerKey: string, on: string) =>
  opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      borrowerKey,
      accountId: OWN_ACCOUNT.accountId,
      paymentId: randomUUID(),
      paymentDetailId: randomUUID(),
      groupId: null,
      effectiveDate: day(on),
      amount: dollars(25),
      profileId: null,
      ...OWN_BANK,
      keepsDueDate: false,
      authorizedAt: NOW,
    }),
  );

/** Stores another borrower with the same loans as Pat. */
async function storeLikePat(borrowerKey: string): Promise<void> {
  for (const table of [borrowers, accounts, loanGroups, groupTerms, bills, loans, loanEntries] as const) {
    const rows = await opened.db.select().from(table);
    await opened.db.insert(table).values(rows.slice(0, 1).map((row) => ({ ...row, borrowerKey })) as never);
  }
}

beforeEach(async () => {
  failures.length = 0;
  await clearBorrowers(opened.db);
  await storeBorrower(opened.db, { A: {} });
  await storeLikePat('quill');
  await storeLikePat('rowan');
});

describe('the sweep', () => {
  it('posts the due payments of every borrower, and no others', async () => {
    await schedule('pat', '2026-11-20');
    await schedule('quill', '2026-11-20');
    await schedule('rowan', '2026-11-23');
    // Posted on the second banking day after the date: Friday's on Tuesday.
    expect(await sweep('2026-11-23')).toEqual({ posted: 0, failed: 0 });
    expect(await sweep('2026-11-24')).toEqual({ posted: 2, failed: 0 });
    expect(await opened.db.$count(scheduledPayments)).toBe(1);
    expect(await sweep('2026-11-24')).toEqual({ posted: 0, failed: 0 });
    expect(await sweep('2026-11-25')).toEqual({ posted: 1, failed: 0 });
    expect(await opened.db.$count(paymentHistory)).toBe(3);
  });

  it('posts each payment once when several runs work at the same time', async () => {
    for (const borrower of ['pat', 'quill', 'rowan']) {
      await schedule(borrower, '2026-11-20');
      await schedule(borrower, '2026-11-20');
    }
    await Promise.all([sweep('2026-11-24'), sweep('2026-11-24'), sweep('2026-11-24')]);
    expect(await opened.db.$count(paymentHistory)).toBe(6);
    const rows = await opened.db.select({ principal: loans.principal }).from(loans);
    expect(rows.map(({ principal }) => principal)).toEqual([dollars(9_950), dollars(9_950), dollars(9_950)]);
    expect(failures).toEqual([]);
  });

  it('continues with the others if posting fails for one', async () => {
    await schedule('pat', '2026-11-20');
    await schedule('quill', '2026-11-20');
    // The history has a payment of Pat's with this id already.
    const [row] = (await opened.db.select().from(scheduledPayments)).filter(({ borrowerKey }) => borrowerKey === 'pat');
    await opened.db.insert(paymentHistory).values(
      seals.paymentHistory.seal({
        ...OWN_ACCOUNT,
        paymentDetailId: row?.paymentDetailId ?? '',
        effectiveDate: day('2026-01-05'),
        amount: dollars(1),
        principal: dollars(1),
        interest: dollars(0),
        fees: dollars(0),
        description: 'Online Payment',
        groups: [],
      }),
    );
    expect(await sweep('2026-11-24')).toEqual({ posted: 1, failed: 1 });
    expect(failures).toEqual(['pat']);
  });
});
