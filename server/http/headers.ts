/** The headers of every answer: its request's id, and what keeps browsers safe. */
import type { MiddlewareHandler } from 'hono';
import type { Configuration } from '#domain/portal/shapes.ts';
import { REQUEST_ID_HEADER, withRequestId } from '../request-id.ts';
import { noteRequest } from './route-labels.ts';
import { isHttps } from './routes.ts';

export interface HeaderFacts {
  readonly publicUrl: string;
  /** The sign-in provider's issuer. */
  readonly issuer: string;
  /** Where the conversation page of the live chat stands. */
  readonly chatUrl: string;
  /** The videos that static pages may embed (`globalsitesettings/AllowableVideoIDs`). */
  readonly videoIds: readonly string[];
  /** The scripts of others that are configured. */
  readonly scripts: Configuration['scripts'];
  /** The scripts that stand in the documents themselves, by their hashes. */
  readonly inlineScripts?: readonly string[];
}

/** What holds for every answer, whatever it is. */
export const commonHeaders = (publicUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': [
    'accelerometer=()',
    'camera=()',
    'display-capture=()',
    'geolocation=()',
    'gyroscope=()',
    'magnetometer=()',
    'microphone=()',
    'midi=()',
    'payment=()',
    'usb=()',
  ].join(', '),
  'cross-origin-opener-policy': 'same-origin',
  ...(isHttps(publicUrl) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Answers each request within its id, and gives every answer, of whatever kind, that id and the common headers. */
export function everyAnswer(publicUrl: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(publicUrl));
  return (c, next) =>
    withRequestId(c.req.header(REQUEST_ID_HEADER), async (id) => {
      await next();
      noteRequest(c, id);
      // By `c.header` each of them would make the answer anew.
      const { headers } = c.res;
      for (const [name, value] of common) headers.set(name, value);
      headers.set(REQUEST_ID_HEADER, id);
    });
}

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** Where videos are played: the player that sets no cookies. The sanitizer of managed content knows the same address. */
const VIDEOS = 'https://www.youtube-nocookie.com/embed/';

/** The ids in a text of managed content, which has commas between them (P §4). What is no id is left out. */
export const videoIdsOf = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^[\w-]{1,32}$/.test(id));

/** What the configured scripts of others need: to be loaded, and to send what they measure to where they come from (P §4). */
export function scriptSources(scripts: Configuration['scripts']): { files: string[]; origins: string[] } {
  const addresses = Object.values(scripts).flatMap((address) => (address === '' ? [] : [new URL(address)]));
  return {
    files: addresses.map(({ origin, pathname }) => origin + pathname),
    origins: [...new Set(addresses.map(({ origin }) => origin))],
  };
}

/** The policy of the portal's pages. Text from outside reaches the page only through the portal's own sanitizing policies. */
export function portalPolicy({
  publicUrl,
  issuer,
  chatUrl,
  videoIds,
  scripts,
  inlineScripts = [],
}: HeaderFacts): string {
  const { origin } = new URL(issuer);
  const measuring = scriptSources(scripts);
  const elsewhere = origin === publicUrl ? [] : [origin];
  const framed = [...elsewhere, new URL(chatUrl).origin].filter((each) => each !== publicUrl);
  return policy({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts, ...measuring.files],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...measuring.origins],
    'connect-src': ["'self'", ...elsewhere, ...measuring.origins],
    'frame-src': ["'self'", ...new Set(framed), ...videoIds.map((id) => `${VIDEOS}${id}`)],
    'frame-ancestors': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['portal-content', 'portal-script', 'dompurify'],
  });
}

/** The policy of the pages that the server writes itself: sign-in and the description of the API. */
export const serverPagePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
});

/** The policy of the flow workbench. Its worker computes layouts; pictures are in their addresses while they become a PNG. */
export const flowsPolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['flows-worker'],
});

/**
 * The policy of the conversation page. It stands in a sandboxed frame, where `'self'` is nobody: the server's address is
 * written out.
 */
export const chatPagePolicy = (publicUrl: string): string =>
  policy({
    'default-src': ["'none'"],
    'style-src': [publicUrl],
    'img-src': [publicUrl],
    'font-src': [publicUrl],
    'frame-ancestors': [publicUrl],
    'base-uri': ["'none'"],
    'form-action': [publicUrl],
  });
