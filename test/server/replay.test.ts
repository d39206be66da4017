/** The state that is stored for an account is the one that its records give. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#server/db/schema/index.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { TODAY, openDemo } from '#test/support/database.ts';
import { replayedState, storedState } from '#test/support/replayed.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

describe('replay', () => {
  it('gives the stored balances, bills and splits of all demo people from the first disbursement on', async () => {
    const { db } = opened;
    const all = await db.select().from(accounts);
    expect(all.length).toBe(60);
    for (const account of all) {
      const replayed = await replayedState(db, account, TODAY);
      expect(replayed, `${account.borrowerKey} ${account.accountId}`).toEqual(await storedState(db, account, TODAY));
    }
  }, 120_000);
});
