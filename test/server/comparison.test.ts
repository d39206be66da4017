/** The list of figures that an upgrade to bills and dated entries changes, and the letters about them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import data from '#server/demo/data.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  accounts,
  autoDebitChanges,
  autoDebits,
  bills,
  borrowers,
  inboxMessages,
  loanGroups,
  loanPostponements,
} from '#server/db/schema/index.ts';
import {
  type Comparison,
  compareAll,
  countUnconverted,
  formatLines,
  releaseAll,
} from '#server/service/conversion/comparison.ts';
import { convertAll } from '#server/service/conversion/conversion.ts';
import { readGroups } from '#server/service/portfolio/groups.ts';
import type { Bill } from '#test/support/billing-by-sums.ts';
import { TODAY, openEmpty } from '#test/support/database.ts';
import { storeFormerSums } from '#test/support/former-database.ts';
import { ACCOUNT, OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());

/** Stores Pat's account as the former version had it: $100.00 a month, due on the 9th, with auto debit. */
async function storeFormer(changes: Partial<Bill>): Promise<void> {
  const { db } = opened;
  await clearBorrowers(db);
  await storeBorrower(db, { A: {} });
  const bill: Bill = {
    monthlyPayment: dollars(100),
    dueDay: 9,
    paymentDueDate: day('2026-12-09'),
    amountDue: dollars(100),
    pastDue: dollars(0),
    lastBumpDate: null,
    billedThrough: TODAY,
    ...changes,
  };
  const { groups } = await readGroups(db, 'pat');
  await storeFormerSums(
    db,
    groups.map(({ groupId, plan, loans }) => ({ groupId, plan, loans, bill })),
  );
  await db.update(accounts).set({ autoDebit: true });
  await db.update(borrowers).set({ autoDebit: true });
  await db
    .insert(autoDebits)
    .values({ ...OWN_ACCOUNT, draftedThrough: day('2026-11-09'), actionOn: day('2026-12-09') });
  await db.insert(autoDebitChanges).values({
    ...OWN_ACCOUNT,
    changeId: '00000000-0000-4000-8000-000000000001',
    kind: 'enrolled',
    profileId: 'method-1',
    extraAmount: dollars(25),
    changedOn: day('2026-01-02'),
    changedAt: new Date('2026-01-02T12:00:00Z'),
  });
}

/** Stores a forbearance that ended before today, as the former version did. */
const pause = (from: string, end: string) =>
  opened.db.insert(loanPostponements).values({
    ...OWN_ACCOUNT,
    groupId: 'A',
    loanId: 'A01',
    confirmationNumber: 'F1',
    kind: 'hardship',
    startDate: day(from),
    endDate: day(end),
    accrued: dollars(0),
    capitalized: dollars(0),
  });

async function compare(on: PlainDate = TODAY): Promise<Comparison> {
  const all: Comparison[] = [];
  await compareAll(opened.db, on, (batch) => void all.push(batch));
  expect(all).toHaveLength(1);
  const [first] = all;
  if (first === undefined) throw new Error('Nothing is compared');
  return first;
}

const lines = async (on?: PlainDate) => (await compare(on)).changed.flatMap(formatLines);

describe('the comparison of an upgrade', () => {
  beforeEach(() => storeFormer({}));

  it('lists no account whose figures stay, and stores nothing', async () => {
    for (const on of [TODAY, day('2026-12-09'), day('2027-04-01')]) {
      await opened.db.update(autoDebits).set({ draftedThrough: addDays(on, -1) });
      expect(await compare(on)).toEqual({ changed: [], compared: 1, skipped: 0 });
    }
    expect(await opened.db.$count(bills)).toBe(0);
    expect(await countUnconverted(opened.db)).toBe(1);
  });

  it('lists days past due without those of a pause, before and after the conversion', async () => {
    // The installments of 9 August and 9 November are past due; those of September and October were in a pause.
    await storeFormer({
      pastDue: dollars(200),
      postponedFrom: day('2026-09-01'),
      postponedThrough: day('2026-10-31'),
    });
    await pause('2026-09-01', '2026-11-01');
    const expected = [`${ACCOUNT}  days past due: 103, now 42 (days in a pause do not count (ruling 97))`];
    expect(await lines()).toEqual(expected);
    await convertAll(opened.db, TODAY);
    expect(await lines()).toEqual(expected);
  });

  it('names the reason why a debt is younger, and why an amount or a draft differs', async () => {
    await storeFormer({ pastDue: dollars(300) });
    await opened.db.update(loanGroups).set({ repaymentStarts: day('2026-10-09') });
    expect(await lines()).toEqual([
      `${ACCOUNT}  past due since: 09/09/2026, now 10/09/2026 (counted from the oldest unpaid bill, not by a division by the monthly payment)`,
      `${ACCOUNT}  days past due: 72, now 42 (counted from the oldest unpaid bill, not by a division by the monthly payment)`,
    ]);
    // The former version knew only the pause that was granted last.
    await storeFormer({ postponedFrom: day('2027-05-01'), postponedThrough: day('2027-05-31') });
    await pause('2027-02-01', '2027-03-01');
    await opened.db.update(loanPostponements).set({ accrued: null, capitalized: null });
    await opened.db.update(autoDebits).set({ draftedThrough: day('2027-01-09') });
    const reason = '(bills that are due in a pause are not owed (ruling 87))';
    expect(await lines(day('2027-02-05'))).toEqual([
      `${ACCOUNT}  days past due: 58, now 54 (days in a pause do not count (ruling 97))`,
      `${ACCOUNT}  due: $100.00, now $0.00 ${reason}`,
      `${ACCOUNT}  due date: 02/09/2027, now 03/09/2027 ${reason}`,
      `${ACCOUNT}  next auto debit payment: $125.00 on 02/09/2027, now $125.00 on 03/09/2027 ${reason}`,
    ]);
  });

  it('leaves out accounts on which something has happened since they were converted', async () => {
    await storeFormer({ pastDue: dollars(200) });
    await convertAll(opened.db, TODAY);
    await pause('2026-09-01', '2026-10-01');
    await opened.db.update(loanPostponements).set({ grantedOn: TODAY });
    expect(await compare()).toEqual({ changed: [], compared: 0, skipped: 1 });
  });
});

describe('the release', () => {
  it('puts one letter into the inbox that says what changed, however often it runs', async () => {
    await storeFormer({ pastDue: dollars(200), postponedFrom: day('2026-09-01'), postponedThrough: day('2026-10-31') });
    await pause('2026-09-01', '2026-11-01');
    await convertAll(opened.db, TODAY);
    const { changed } = await compare();
    expect(await releaseAll(opened.db, changed, TODAY)).toBe(1);
    expect(await releaseAll(opened.db, changed, day('2026-11-21'))).toBe(0);
    const letters = await opened.db.select().from(inboxMessages).where(eq(inboxMessages.borrowerKey, 'pat'));
    expect(letters).toMatchObject([{ subject: 'We corrected figures on your account', receivedOn: TODAY }]);
    expect(letters[0]?.text).toContain('Days past due: 42. Before: 103.');
    expect(letters[0]?.text).toContain('Days in a deferment or forbearance do not count as past due.');
  });
});

describe('npm run data', () => {
  it('needs the database of the servers for a comparison', async () => {
    const before = process.env['DATABASE_URL'];
    delete process.env['DATABASE_URL'];
    try {
      expect(await data(['--compare'])).toBe(1);
    } finally {
      if (before !== undefined) process.env['DATABASE_URL'] = before;
    }
  });
});
