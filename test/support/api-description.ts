/**
 * Writes what others rely on into `docs/`, as part of `npm run diagrams`: the description of the API as the server gives it at
 * `/api/openapi.json`, the forms of drafts and of the files of settings as JSON schemas, and what rules and questions say to
 * people. None of them so changes without being seen: a draft that is kept in another form needs another version, a host has to
 * write its settings anew, and somebody reads the words again.
 */
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { callsOf } from '#domain/calls.ts';
import { Navigation } from '#domain/portal/navigation.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import { loadApiExamples } from '#server/http/api-examples.ts';
import { schemaOf } from '#server/http/api-schemas.ts';
import { describeApi } from '#server/http/openapi.ts';

/** The description of a server on this machine. */
async function apiDescription() {
  const publicUrl = 'http://localhost:4400';
  return describeApi({
    calls: callsOf({ keepsAccounts: true }),
    servicer: sampleConfiguration.servicer.name,
    publicUrl,
    issuer: `${publicUrl}/oidc`,
    examples: await loadApiExamples(),
  });
}

const shapes = import.meta.glob<Record<string, unknown>>('/domain/*/shapes.ts', { eager: true });

const Schema = v.custom<v.GenericSchema>(
  (value) => typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema',
);

/** The forms of all drafts, by their names. */
function draftSchemas() {
  const named = Object.values(shapes)
    .flatMap((area) => Object.entries(area))
    .filter(([name]) => name.endsWith('Draft'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, schema]) => [name, schemaOf(v.parse(Schema, schema))]));
}

const settingsSchemas = () => ({
  'config.json': schemaOf(Configuration),
  'feature-flags.json': schemaOf(FeatureFlags),
  'icons.json': schemaOf(Icons),
  'navigation.json': schemaOf(Navigation),
});

const words = import.meta.glob<Record<string, unknown>>('/domain/*/{messages,*-messages,questions}.ts', {
  eager: true,
});

/** Stands for each parameter of a message under its name, in braces. */
const PARAMETERS: unknown = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** What is said, in whatever it stands; messages with their parameters' names. What asks more of a parameter is left out. */
function wordsIn(said: unknown): unknown {
  if (typeof said === 'function') {
    try {
      return wordsIn(Reflect.apply(said, undefined, [PARAMETERS]));
    } catch {
      return undefined;
    }
  }
  if (Array.isArray(said)) return said.map(wordsIn);
  if (typeof said === 'object' && said !== null)
    return Object.fromEntries(Object.entries(said).map(([name, part]) => [name, wordsIn(part)]));
  return said;
}

/** The words of each area, by the files in which they stand. */
const allWords = () =>
  Object.fromEntries(Object.entries(words).map(([file, area]) => [file.slice(1), wordsIn({ ...area })]));

/** What each file says, by its address. */
export const descriptions = async (): Promise<Readonly<Record<string, unknown>>> => ({
  'docs/openapi.json': await apiDescription(),
  'docs/drafts.schema.json': draftSchemas(),
  'docs/settings.schema.json': settingsSchemas(),
  'docs/words.json': allWords(),
});

export default async function writeDescriptions(): Promise<void> {
  for (const [file, description] of Object.entries(await descriptions())) {
    // Without line breaks the formatter puts what fits into one line.
    const indentation = file === 'docs/openapi.json' ? 0 : 2;
    await writeFile(file, `${JSON.stringify(description, null, indentation)}\n`);
  }
}
