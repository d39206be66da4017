/**
 * The script with which pages for signed-in people begin (`src/app/session/early-authorization.ts`). It stands in the document, so that
 * the sign-in provider is asked two round trips earlier than a file could ask it. The policy of the pages allows this one text.
 */
import { readFile } from 'node:fs/promises';
import { sourceOfScript } from './inline-scripts.ts';

/** What the script is told. */
export interface EarlyAuthorizationFacts {
  /** The provider's authorization endpoint, an address. */
  readonly endpoint: string;
  readonly clientId: string;
  readonly apiAudience: string;
}

export interface EarlyAuthorization {
  /** The element, as HTML. It must come before any stylesheet, for which the browser would have it wait. */
  readonly element: string;
  /** What allows it in a content security policy. */
  readonly source: string;
}

const attribute = (name: string, value: string): string =>
  ` data-${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** A script of the build for a document. Throws where its text could end the element. */
export function earlyAuthorizationOf(script: string, facts: EarlyAuthorizationFacts): EarlyAuthorization {
  if (/<\/script|<!--/i.test(script)) throw new Error('The script would end in the middle of the document');
  const attributes =
    attribute('endpoint', facts.endpoint) +
    attribute('client-id', facts.clientId) +
    attribute('api-audience', facts.apiAudience);
  return {
    element: `<script${attributes}>${script}</script>`,
    source: sourceOfScript(script),
  };
}

/** The script in a file, which need not exist. */
export async function readEarlyAuthorization(
  file: string | undefined,
  facts: EarlyAuthorizationFacts,
): Promise<EarlyAuthorization | undefined> {
  const script = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  return script === undefined ? undefined : earlyAuthorizationOf(script.trim(), facts);
}
