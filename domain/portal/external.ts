/** External URLs that the portal opens (ruling 48): https, on a configured host, without hidden parts. */

/** The path that opens an external URL: `/externalRedirect?externalUrl=…&target=…`. */
export const EXTERNAL_REDIRECT = '/externalRedirect';

/** An external URL and the window to open it in. */
export interface ExternalAddress {
  readonly url: string;
  /** A window name for `window.open` and links: `_blank`, `_self` or a custom name. */
  readonly target: string;
}

/**
 * Returns the normalized URL; undefined unless it is an https URL of one of the hosts, on the default port, without
 * username or password.
 */
function allowedUrl(text: string, hosts: readonly string[]): string | undefined {
  // Browsers treat a backslash as a slash and drop invisible characters, so reject both.
  if (!/^https:\/\/[^/\\\s][^\\\s]*$/i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 'https:' || url.port !== '') return undefined;
  return url.username === '' && url.password === '' && hosts.includes(url.hostname) ? url.href : undefined;
}

/**
 * Returns the URL and window from the query parameters; undefined if they are not allowed. The default target is a new
 * window.
 */
export function parseExternalAddress(
  parameters: URLSearchParams,
  hosts: readonly string[],
): ExternalAddress | undefined {
  const url = allowedUrl(parameters.get('externalUrl') ?? '', hosts);
  const target = parameters.get('target') ?? '';
  if (url === undefined || !/^(?:_blank|_self|_parent|_top|[a-z][\w-]{0,49})?$/i.test(target)) return undefined;
  return { url, target: target === '' ? '_blank' : target };
}
