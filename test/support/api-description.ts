/**
 * Writes generated files into `docs/`, as part of `npm run diagrams`: the OpenAPI description that the server returns
 * at `/api/openapi.json`, JSON schemas of the drafts and the configuration files, and the texts of rules and questions.
 * The files make changes visible in a review: a changed draft schema requires another draft version, a changed
 * configuration schema affects every deployment, and changed texts need proofreading.
 */
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { listCalls } from '#domain/api/calls.ts';
import { Navigation } from '#domain/portal/navigation.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import { loadApiExamples } from '#server/http/api-examples.ts';
import { toSchema } from '#server/http/api-schemas.ts';
import { describeApi } from '#server/http/openapi.ts';

/** Returns the OpenAPI description of a local server. */
async function apiDescription() {
  const publicUrl = 'http://localhost:4400';
  return describeApi({
    calls: listCalls({ keepsAccounts: true }),
    servicer: sampleConfiguration.servicer.name,
    publicUrl,
    issuer: `${publicUrl}/oidc`,
    examples: await loadApiExamples(),
  });
}

const shapes = import.meta.glob<Record<string, unknown>>('/domain/**/shapes.ts', { eager: true });

const Schema = v.custom<v.GenericSchema>(
  (value) => typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema',
);

/** Returns the schemas of all drafts, by name. */
function draftSchemas() {
  const named = Object.values(shapes)
    .flatMap((area) => Object.entries(area))
    .filter(([name]) => name.endsWith('Draft'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, schema]) => [name, toSchema(v.parse(Schema, schema))]));
}

const settingsSchemas = () => ({
  'config.json': toSchema(Configuration),
  'feature-flags.json': toSchema(FeatureFlags),
  'icons.json': toSchema(Icons),
  'navigation.json': toSchema(Navigation),
});

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

/** Returns the texts of each area, by the file that defines them. */
const allWords = () =>
  Object.fromEntries(Object.entries(words).map(([file, area]) => [file.slice(1), wordsIn({ ...area })]));

/** Returns the content of each generated file, by its path. */
export const descriptions = async (): Promise<Readonly<Record<string, unknown>>> => ({
  'docs/openapi.json': await apiDescription(),
  'docs/drafts.schema.json': draftSchemas(),
  'docs/settings.schema.json': settingsSchemas(),
  'docs/words.json': allWords(),
});

export default async function writeDescriptions(): Promise<void> {
  for (const [file, description] of Object.entries(await descriptions())) {
    // Without line breaks, the formatter joins everything that fits into one line.
    const indentation = file === 'docs/openapi.json' ? 0 : 2;
    await writeFile(file, `${JSON.stringify(description, null, indentation)}\n`);
  }
}
