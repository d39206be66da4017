/** Explains startup failures to the operator. */
import { getErrorCode } from './db/lock.ts';
import { describeError } from './log.ts';

/** Errors whose message is written for the operator. */
const EXPECTED = new Set([
  'EnvProblem',
  'SettingsProblem',
  'ContentProblem',
  'DemoDataProblem',
  'FolderInUse',
  'KeyProblem',
  'DocumentStoreProblem',
]);

/** Returns the setting that caused a system error. Does not repeat the database URL, which may contain a password. */
function settingAtFault(error: unknown): string | undefined {
  if (error instanceof Error && EXPECTED.has(error.name)) return error.message;
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE') return 'Another process uses the port. Choose another one. Example: PORT=4401';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000' || code === '57P03') {
    return `DATABASE_URL cannot be used (${code}): check host, port, user, password and database. Example: DATABASE_URL=postgres://user:password@localhost:5432/portal`;
  }
  return undefined;
}

/** Returns one line with instructions if the cause is known, and otherwise the error with its stack, without data. */
export const explain = (error: unknown): string => settingAtFault(error) ?? describeError(error);
