/** Addresses elsewhere that the portal opens (ruling 48): https, on a configured host, and nothing hidden in them. */

/** The address under which a page of the portal opens another one: `/externalRedirect?externalUrl=…&target=…`. */
export const EXTERNAL_REDIRECT = '/externalRedirect';

/** What is to be opened, and in which window. */
export interface ExternalAddress {
  readonly url: string;
  /** A window's name as `window.open` and links take it: `_blank`, `_self` or a name of its own. */
  readonly target: string;
}

/** Undefined for anything but an https address of one of the hosts, on the usual port, without a name or password in it. */
function allowedUrl(text: string, hosts: readonly string[]): string | undefined {
  // Browsers read a backslash as a slash and drop what cannot be seen; neither belongs in an address.
  if (!/^https:\/\/[^/\\\s][^\\\s]*$/i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 'https:' || url.port !== '') return undefined;
  return url.username === '' && url.password === '' && hosts.includes(url.hostname) ? url.href : undefined;
}

/** What the parameters ask for; undefined where it may not be opened. Without a target it is a new window. */
export function externalAddressOf(parameters: URLSearchParams, hosts: readonly string[]): ExternalAddress | undefined {
  const url = allowedUrl(parameters.get('externalUrl') ?? '', hosts);
  const target = parameters.get('target') ?? '';
  if (url === undefined || !/^(?:_blank|_self|_parent|_top|[a-z][\w-]{0,49})?$/i.test(target)) return undefined;
  return { url, target: target === '' ? '_blank' : target };
}
