/** Scripts that stand in documents. A content security policy allows each of them by the hash of its text. */
import { createHash } from 'node:crypto';

/** Returns what allows a script in a content security policy. */
export const sourceOfScript = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns what allows the scripts that the build has written into a document. */
export const inlineScriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => sourceOfScript(script));
