/** `npm run post-due`: posts the due payments of all borrowers in the database that `DATABASE_URL` names. */
import { businessDate } from '#domain/calendar.ts';
import { keyFileOf, keysFrom } from './db/key-file.ts';
import { setKeys } from './db/keys.ts';
import { openDatabase } from './db/open.ts';
import { isSealedDatabase } from './db/key-rotation.ts';
import { EnvProblem, readEnv } from './env.ts';
import { explain } from './explain.ts';
import { logError } from './log.ts';
import { paths } from './paths.ts';
import { postAllDue } from './service/post-all.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the exit code: 1 where posting failed for a borrower, or could not begin. */
export default async function main(): Promise<number> {
  try {
    const env = readEnv(process.env);
    if (env.databaseUrl === undefined) {
      throw new EnvProblem(
        'DATABASE_URL is not set. The embedded database belongs to the server, which posts on demand.',
      );
    }
    const opened = await openDatabase({ databaseUrl: env.databaseUrl, migrations: paths.migrations });
    try {
      const isSealed = await isSealedDatabase(opened.db);
      setKeys(await keysFrom({ key: env.key, oldKeys: env.oldKeys, file: keyFileOf(paths.data), isSealed }));
      const { posted, failed } = await postAllDue(opened.db, businessDate(env.now ?? new Date()), (_, error) =>
        logError('posting the due payments of a borrower', error),
      );
      say(`Posted the due payments of ${posted} borrowers; failed for ${failed}.`);
      return failed === 0 ? 0 : 1;
    } finally {
      await opened.close();
    }
  } catch (error) {
    const explained = explain(error);
    if (explained === undefined) throw error;
    process.stderr.write(`${explained}\n`);
    return 1;
  }
}
