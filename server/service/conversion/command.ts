/** `npm run data -- --compare` and `--release` (docs/operations.md). */
import { businessDate } from '#domain/calendar.ts';
import { getKeyFile, keysFrom } from '../../db/key-file.ts';
import { isSealedDatabase } from '../../db/key-rotation.ts';
import { setKeys } from '../../db/keys.ts';
import { openDatabase } from '../../db/open.ts';
import { EnvProblem, type ServerEnv } from '../../env.ts';
import { paths } from '../../paths.ts';
import { compareAll, countUnconverted, formatLines, releaseAll } from './comparison.ts';

/**
 * Lists the accounts whose figures the conversion changes. With `isRelease`, also notifies their borrowers, which requires
 * that all accounts are converted. Returns the exit code.
 */
export async function runComparison(env: ServerEnv, isRelease: boolean, say: (line: string) => void): Promise<number> {
  if (env.databaseUrl === undefined) throw new EnvProblem('DATABASE_URL is not set.');
  const opened = await openDatabase({ databaseUrl: env.databaseUrl, migrations: paths.migrations });
  try {
    const isSealed = await isSealedDatabase(opened.db);
    setKeys(await keysFrom({ key: env.key, oldKeys: env.oldKeys, file: getKeyFile(paths.data), isSealed }));
    const today = businessDate(env.now ?? new Date());
    return await opened.withoutLimits(async (db) => {
      const unconverted = await countUnconverted(db);
      if (isRelease && unconverted > 0) {
        say(`${unconverted} accounts are not converted. Run npm run post-due first.`);
        return 1;
      }
      let [changed, compared, skipped, released] = [0, 0, 0, 0];
      await compareAll(db, today, async (batch) => {
        for (const account of batch.changed) for (const line of formatLines(account)) say(line);
        changed += batch.changed.length;
        compared += batch.compared;
        skipped += batch.skipped;
        if (isRelease) released += await releaseAll(db, batch.changed, today);
      });
      say(`${changed} of ${compared} accounts differ.`);
      if (skipped > 0) say(`${skipped} accounts were not compared: something happened on them after the conversion.`);
      if (isRelease) say(`${released} letters are new in inboxes.`);
      return 0;
    });
  } finally {
    await opened.close();
  }
}
