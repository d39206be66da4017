/**
 * Writes generated files into `docs/`, as part of `npm run diagrams`: the OpenAPI description that the server returns
 * at `/api/openapi.json`, without its examples, and JSON schemas of the drafts and the configuration files. The files
 * make changes visible in a review: a changed draft schema requires another draft version, and a changed configuration
 * schema affects every deployment.
 */
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { listCalls } from '#domain/api/calls.ts';
import { Navigation } from '#domain/portal/navigation.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import { toSchema } from '#server/http/api-schemas.ts';
import { describeApi } from '#server/http/openapi.ts';

/** Returns the OpenAPI description of a local server. */
function apiDescription() {
  const publicUrl = 'http://localhost:4400';
  return describeApi({
    calls: listCalls({ keepsAccounts: true }),
    servicer: sampleConfiguration.servicer.name,
    publicUrl,
    issuer: `${publicUrl}/oidc`,
    examples: {},
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

/** Returns the content of each generated file, by its path. */
export const descriptions = (): Readonly<Record<string, unknown>> => ({
  'docs/openapi.json': apiDescription(),
  'docs/drafts.schema.json': draftSchemas(),
  'docs/settings.schema.json': settingsSchemas(),
});

export default async function writeDescriptions(): Promise<void> {
  for (const [file, description] of Object.entries(descriptions())) {
    // Without line breaks, the formatter joins everything that fits into one line.
    const indentation = file === 'docs/openapi.json' ? 0 : 2;
    await writeFile(file, `${JSON.stringify(description, null, indentation)}\n`);
  }
}
