/**
 * Writes the description of the API as the server gives it at `/api/openapi.json` into `docs/openapi.json`: part of
 * `npm run diagrams`. What is sent over the wire so never changes without being seen.
 */
import { writeFile } from 'node:fs/promises';
import { callsOf } from '#domain/calls.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { describeApi } from '#server/http/openapi.ts';

export const API_DESCRIPTION = 'docs/openapi.json';

/** The description of a server on this machine, as JSON. */
export const apiDescription = (): string => {
  const publicUrl = 'http://localhost:4400';
  const description = describeApi({
    calls: callsOf({ keepsAccounts: true }),
    servicer: sampleConfiguration.servicer.name,
    publicUrl,
    issuer: `${publicUrl}/oidc`,
  });
  return `${JSON.stringify(description, null, 2)}\n`;
};

export default async function writeApiDescription(): Promise<void> {
  await writeFile(API_DESCRIPTION, apiDescription());
}
