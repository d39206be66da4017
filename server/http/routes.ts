/** Which addresses are the server's own; every other one belongs to the portal. */

/** Whether people reach an address by https. */
export const isHttps = (address: string): boolean => address.startsWith('https:');

/** Under this address stand all calls of the API. */
export const API_BASE = '/api/1/';

/** Under this address stands the embedded sign-in provider. */
export const OIDC_BASE = '/oidc';

/** The conversation page of the live chat (ruling 13). */
export const CHAT_PAGE = '/chat';

/** Under this address stand the test endpoints, when they exist at all. */
export const TEST_BASE = '/__test__';

/** Whether the process runs, and whether it can answer requests: for balancers and orchestrators. */
export const HEALTH_PATH = '/healthz';
export const READINESS_PATH = '/readyz';

/** What the portal loads before it starts. A deployment may replace these files, so the server always answers them. */
export const SETTINGS_FILES = ['config.json', 'feature-flags.json', 'icons.json', 'navigation.json'] as const;

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** Whether the sign-in provider answers `path`. */
export const isProviderPath = (path: string): boolean => isBelow(path, OIDC_BASE);

/** Whether the server itself answers `path`, be it with not-found, and never with a page of the portal. */
export const isServerPath = (path: string): boolean =>
  isProviderPath(path) ||
  isBelow(path, '/api') ||
  isBelow(path, CHAT_PAGE) ||
  isBelow(path, TEST_BASE) ||
  path === HEALTH_PATH ||
  path === READINESS_PATH ||
  SETTINGS_FILES.some((name) => path === `/${name}`);
