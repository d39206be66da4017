/** Paths that the server handles itself. All other paths belong to the portal. */

/** Returns whether the URL uses HTTPS. */
export const isHttps = (address: string): boolean => address.startsWith('https:');

/** Base path of all API calls. */
export const API_BASE = '/api/1/';

/** Base path of the embedded sign-in provider. */
export const OIDC_BASE = '/oidc';

/** The live chat's conversation page (ruling 13). */
export const CHAT_PAGE = '/chat';

/** Base path of the test endpoints, which exist in test mode only. */
export const TEST_BASE = '/__test__';

/** Liveness and readiness probes for load balancers and orchestrators. */
export const HEALTH_PATH = '/healthz';
export const READINESS_PATH = '/readyz';

/** The contact for security reports (RFC 9116). */
export const SECURITY_CONTACT_PATH = '/.well-known/security.txt';

/**
 * Settings that the portal loads before it starts. A deployment may replace these files, so the server always serves
 * them.
 */
export const SETTINGS_FILES = ['config.json', 'feature-flags.json', 'icons.json', 'navigation.json'] as const;

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** Returns whether the sign-in provider handles `path`. */
export const isProviderPath = (path: string): boolean => isBelow(path, OIDC_BASE);

/** Returns whether the server handles `path` itself, possibly with 404, and never with a page of the portal. */
export const isServerPath = (path: string): boolean =>
  isProviderPath(path) ||
  isBelow(path, '/api') ||
  isBelow(path, CHAT_PAGE) ||
  isBelow(path, TEST_BASE) ||
  path === HEALTH_PATH ||
  path === READINESS_PATH ||
  path === SECURITY_CONTACT_PATH ||
  SETTINGS_FILES.some((name) => path === `/${name}`);
