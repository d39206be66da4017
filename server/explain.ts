/** Why the server could not start, for the person who starts it. */
import { codeOf } from './db/lock.ts';
import { describeError } from './log.ts';

/** Errors whose message is written for the person who starts the server. */
const EXPECTED = new Set([
  'EnvProblem',
  'SettingsProblem',
  'ContentProblem',
  'DemoDataProblem',
  'FolderInUse',
  'KeyProblem',
  'DocumentStoreProblem',
]);

/** What a failure of the system means for the settings. A database address may hold a password, so it is not repeated. */
function settingAtFault(error: unknown): string | undefined {
  if (error instanceof Error && EXPECTED.has(error.name)) return error.message;
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return 'The port is taken by another process. Choose another one. Example: PORT=4401';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000' || code === '57P03') {
    return `DATABASE_URL cannot be used (${code}): check host, port, user, password and database. Example: DATABASE_URL=postgres://user:password@localhost:5432/portal`;
  }
  return undefined;
}

/** One line that says what to do, where that is known; else the error with its place, without what it holds. */
export const explain = (error: unknown): string => settingAtFault(error) ?? describeError(error);
