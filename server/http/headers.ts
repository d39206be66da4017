/** Response headers: request id and security headers. */
import type { MiddlewareHandler } from 'hono';
import type { Configuration } from '#domain/portal/shapes.ts';
import { REQUEST_ID_HEADER, withRequestId } from '../request-id.ts';
import { noteRequest } from './route-labels.ts';
import { isHttps } from './routes.ts';

export interface HeaderDeps {
  readonly publicUrl: string;
  /** The issuer of the sign-in provider. */
  readonly issuer: string;
  /** URL of the live chat's conversation page. */
  readonly chatUrl: string;
  /** The ids of the videos that static pages may embed (`globalsitesettings/AllowableVideoIDs`). */
  readonly videoIds: readonly string[];
  /** The configured third-party scripts. */
  readonly scripts: Configuration['scripts'];
  /** CSP sources (hashes) of the inline scripts. */
  readonly inlineScripts?: readonly string[];
}

/** The headers of every response. */
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

/**
 * Middleware that handles each request within its request id, and adds that id and the common headers to the response.
 */
export function addCommonHeaders(publicUrl: string): MiddlewareHandler {
  const common = Object.entries(commonHeaders(publicUrl));
  return (c, next) =>
    withRequestId(c.req.header(REQUEST_ID_HEADER), async (id) => {
      await next();
      noteRequest(c, id);
      // `c.header` would copy the response for each header.
      const { headers } = c.res;
      for (const [name, value] of common) headers.set(name, value);
      headers.set(REQUEST_ID_HEADER, id);
    });
}

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** The video player that sets no cookies. The sanitizer of managed content allows the same URL. */
const VIDEOS = 'https://www.youtube-nocookie.com/embed/';

/** Returns the video ids in a comma-separated text of managed content (P §4). Skips invalid ids. */
export const parseVideoIds = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^[\w-]{1,32}$/.test(id));

/**
 * Returns the CSP sources for the configured third-party scripts: their files, and their origins for the data that they
 * send (P §4).
 */
export function scriptSources(scripts: Configuration['scripts']): { files: string[]; origins: string[] } {
  const addresses = Object.values(scripts).flatMap((address) => (address === '' ? [] : [new URL(address)]));
  return {
    files: addresses.map(({ origin, pathname }) => origin + pathname),
    origins: [...new Set(addresses.map(({ origin }) => origin))],
  };
}

/**
 * Returns the content security policy of the portal's pages. Text from outside is rendered only through the portal's
 * own Trusted Types policies.
 */
export function portalPolicy({
  publicUrl,
  issuer,
  chatUrl,
  videoIds,
  scripts,
  inlineScripts = [],
}: HeaderDeps): string {
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

/** The content security policy of server-rendered pages: sign-in and the API description. */
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

/** The policy of the flow workbench. Its worker computes layouts; the PNG export loads diagrams from data URLs. */
export const flowsPolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['flows-worker'],
});

/**
 * Returns the content security policy of the chat's conversation page. The page is in a sandboxed frame with an opaque
 * origin, where `'self'` matches nothing, so the policy contains the server's URL.
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
