/**
 * The inline script of pages that require a session (`src/app/session/authorization-prefetch.ts`). It is part of the
 * document, so that the authorization request starts two round trips earlier than a script file could start it. The
 * content security policy allows it by its hash.
 */
import { readFile } from 'node:fs/promises';
import { sourceOfScript } from './inline-scripts.ts';

/** The values that the script reads from its data attributes. */
export interface AuthorizationPrefetchDeps {
  /** URL of the provider's authorization endpoint. */
  readonly endpoint: string;
  readonly clientId: string;
  readonly apiAudience: string;
}

export interface AuthorizationPrefetch {
  /**
   * The script element as HTML. It must precede all stylesheets, because a pending stylesheet blocks inline scripts.
   */
  readonly element: string;
  /** CSP source (hash) that allows the script. */
  readonly source: string;
}

const attribute = (name: string, value: string): string =>
  ` data-${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/**
 * Returns the element and CSP source for a built script. Throws if the script contains text that would close the
 * element.
 */
export function createAuthorizationPrefetch(script: string, facts: AuthorizationPrefetchDeps): AuthorizationPrefetch {
  if (/<\/script|<!--/i.test(script)) throw new Error('The script contains text that would close its element');
  const attributes =
    attribute('endpoint', facts.endpoint) +
    attribute('client-id', facts.clientId) +
    attribute('api-audience', facts.apiAudience);
  return {
    element: `<script${attributes}>${script}</script>`,
    source: sourceOfScript(script),
  };
}

/** Reads the script from a file. Returns undefined if the file does not exist. */
export async function readAuthorizationPrefetch(
  file: string | undefined,
  facts: AuthorizationPrefetchDeps,
): Promise<AuthorizationPrefetch | undefined> {
  const script = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  return script === undefined ? undefined : createAuthorizationPrefetch(script.trim(), facts);
}
