/**
 * Measures an upgrade to records (docs/operations.md) on PostgreSQL: the comparison of all accounts, and their
 * conversion. The borrowers are copies of demo borrowers, whose records are replaced by sums before.
 */
import { count, lte, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { openDatabase } from '#server/db/open.ts';
import { accounts } from '#server/db/schema/index.ts';
import { addBulkCopies } from '#server/demo/bulk-copies.ts';
import { USUAL_ACCOUNTS } from '#server/demo/data.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { compareAll } from '#server/service/conversion/comparison.ts';
import { convertAll } from '#server/service/conversion/conversion.ts';
import { DEMO_FOLDER, ROLE_IDS, TODAY } from '../support/database.ts';
import { storeSumsOfAll } from '../support/former-database.ts';

const NAME = 'portal_scale_conversion';

/** Milliseconds per borrower. */
export interface ConversionSpeed {
  readonly compare: number;
  readonly convert: number;
}

/** Measures with this number of copies, in a database that is created on the server `origin` and dropped afterwards. */
export async function measureConversion(origin: string, copies: number): Promise<ConversionSpeed> {
  const admin = new Client({ connectionString: origin });
  await admin.connect();
  await admin.query(`drop database if exists ${NAME} with (force)`);
  await admin.query(`create database ${NAME}`);
  try {
    const address = new URL(origin);
    address.pathname = `/${NAME}`;
    const opened = await openDatabase({ databaseUrl: address.href });
    try {
      return await opened.withoutLimits(async (db) => {
        await loadDemoData(db, DEMO_FOLDER, TODAY, ROLE_IDS);
        await storeSumsOfAll(db, TODAY);
        const usual = await db
          .select({ key: accounts.borrowerKey })
          .from(accounts)
          .groupBy(accounts.borrowerKey)
          .having(lte(count(), USUAL_ACCOUNTS));
        await addBulkCopies(
          db,
          usual.map(({ key }) => key),
          copies,
        );
        await db.execute(sql`analyze`);
        const measureTime = async (work: () => Promise<unknown>): Promise<number> => {
          const began = performance.now();
          await work();
          return performance.now() - began;
        };
        const compared = await measureTime(() => compareAll(db, TODAY, () => undefined));
        let borrowers = 0;
        const converted = await measureTime(async () => {
          borrowers = await convertAll(db, TODAY);
        });
        return { compare: compared / borrowers, convert: converted / borrowers };
      });
    } finally {
      await opened.close();
    }
  } finally {
    await admin.query(`drop database ${NAME}`).finally(() => admin.end());
  }
}
