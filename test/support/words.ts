/** Generates the list of all texts of rules and questions, for proofreading. */
import { writeFile } from 'node:fs/promises';

const words = import.meta.glob<Record<string, unknown>>('/domain/**/{messages,*-messages,questions}.ts', {
  eager: true,
});

/** Placeholder that returns each message parameter as its name in braces. */
const PARAMETERS: unknown = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Restores the names of amounts and dates, which the formatters of messages cannot format. */
const withNames = (text: string): string =>
  text.replaceAll('$NaN', '{amount}').replaceAll(/[^\s/]{0,2}\/[^\s/]{0,2}\/\{\w{3}/g, '{date}');

/**
 * Returns the texts in a value, at any depth; messages show their parameters' names. Leaves out messages whose
 * parameters cannot be replaced by names.
 */
function wordsIn(said: unknown): unknown {
  if (typeof said === 'function') {
    try {
      return wordsIn(Reflect.apply(said, undefined, [PARAMETERS]));
    } catch {
      return undefined;
    }
  }
  if (typeof said === 'string') return withNames(said);
  if (Array.isArray(said)) return said.map(wordsIn);
  if (typeof said === 'object' && said !== null)
    return Object.fromEntries(Object.entries(said).map(([name, part]) => [name, wordsIn(part)]));
  return said;
}

/** Writes the texts of each area to a file, by the file that defines them. */
export default async function writeWords([file = '']: readonly string[]): Promise<void> {
  const texts = Object.entries(words).map(([source, area]) => [source.slice(1), wordsIn({ ...area })]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
}
