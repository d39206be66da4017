/**
 * `npm run post-due`: posts the due payments, executes the due steps of applications and issues the due tax forms of all
 * borrowers in the database that `DATABASE_URL` names.
 */
import { businessDate } from '#domain/calendar.ts';
import { toThreshold } from '#domain/repayment/term/qualification.ts';
import { getKeyFile, keysFrom } from './db/key-file.ts';
import { setKeys } from './db/keys.ts';
import { openDatabase } from './db/open.ts';
import { isSealedDatabase } from './db/key-rotation.ts';
import { EnvProblem, type ServerEnv, readEnv } from './env.ts';
import { explain } from './explain.ts';
import { logError } from './log.ts';
import { OIDC_BASE } from './http/routes.ts';
import { loadSettings } from './http/settings.ts';
import { paths } from './paths.ts';
import { convertAll } from './service/conversion/conversion.ts';
import { type StepSettings, postAllDue } from './service/due-work/post-all.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the configuration of the portal, from the deployment's folder if it has one. */
export async function readStepSettings(env: ServerEnv): Promise<StepSettings> {
  const folders = [...(env.dataFolder === undefined ? [] : [env.dataFolder]), paths.public];
  const issuer = env.oidcIssuer ?? `${env.publicUrl}${OIDC_BASE}`;
  const { configuration } = await loadSettings({ folders, publicUrl: env.publicUrl, issuer });
  return {
    applicationDurations: configuration.applicationDurations,
    hostilePaySince: configuration.hostilePayMinimumDisbursementDate,
    termThreshold: toThreshold(configuration.termRepaymentAmount),
    documents: {
      settings: { types: configuration.documents.types, typeIdsOfApplications: configuration.postponementDocuments },
    },
  };
}

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
      setKeys(await keysFrom({ key: env.key, oldKeys: env.oldKeys, file: getKeyFile(paths.data), isSealed }));
      const settings = await readStepSettings(env);
      const today = businessDate(env.now ?? new Date());
      await convertAll(opened.db, today, (done) => say(`Converted ${done} borrowers to bills and dated entries.`));
      const { posted, failed } = await postAllDue(opened.db, today, settings, (_, error) =>
        logError('bringing a borrower up to date', error),
      );
      say(`Brought ${posted} borrowers up to date; failed for ${failed}.`);
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
