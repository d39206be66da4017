/** CSP sources of inline scripts. The content security policy allows each script by the hash of its text. */
import { createHash } from 'node:crypto';

/** Returns the CSP source of a script. */
export const sourceOfScript = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the CSP sources of the inline scripts that the build has written into a document. */
export const inlineScriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => sourceOfScript(script));
