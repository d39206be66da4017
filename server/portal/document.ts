/** Data embedded in the portal's page: the data that every page needs first (docs/decisions/document-data.md). */
import { buildUrl } from '#domain/call.ts';
import { listInitialReads, listInitialTexts } from '#domain/api/initial-data.ts';
import { content as calls } from '#domain/portal/content/calls.ts';
import { toPagePath } from '#domain/portal/content/rules.ts';
import { portal } from '#domain/portal/calls.ts';
import type { DocumentData } from '#domain/portal/document.ts';
import { type PortalFeatures, getBasePath, findRedirect, routeExists, findRoute } from '#domain/portal/routes.ts';
import type { PageData } from '../http/documents.ts';
import type { Settings } from '../http/settings.ts';
import { SIGNING_ALGORITHM } from '../oidc/keys.ts';
import { type ContentStore, toVersions } from './content.ts';

/** Sections of managed texts in the layout of every page. */
const SHELL_SECTIONS = ['usds', 'globalsite'] as const;
const MESSAGES = { section: 'usds', name: 'universalmessages' };

/** Read before any page opens, without a version, so that it is always current. */
const MAINTENANCE_FLAG = { section: 'globalsite', name: 'disabled-mma-enabled' };

/** The name of the page component for static pages. */
const CONTENT_PAGE = 'content-page';

/** Returns the parts of the embedded provider's metadata that the portal uses. */
export const signInMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  end_session_endpoint: `${issuer}/session/end`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
});

/** Returns the texts of sections, by their API paths. */
const listSections = (content: ContentStore, names: readonly string[]): DocumentData['answers'] =>
  Object.fromEntries(
    names.map((section) => [
      buildUrl(calls.section, { section }, { version: content.version }),
      content.section(section),
    ]),
  );

/** Returns single texts, by their API paths. Omits missing texts. */
const listTexts = (content: ContentStore, requested: ReturnType<typeof listInitialTexts>): DocumentData['answers'] =>
  Object.fromEntries(
    requested.flatMap((params) => {
      const text = content.find(params);
      return text === undefined ? [] : [[buildUrl(calls.item, params, {}), text]];
    }),
  );

/**
 * Returns the settings and initial public data. `buildVersion` is undefined if the build has none, `ownIssuer` with an
 * external sign-in provider.
 */
export function documentData(
  { configuration, files }: Settings,
  content: ContentStore,
  buildVersion: string | undefined,
  ownIssuer: string | undefined,
): DocumentData {
  const version = content.version;
  const ids = { clientId: configuration.clientId, appId: configuration.applicationId };
  return {
    files: {
      ...files,
      'build-version.txt': buildVersion,
      ...(ownIssuer !== undefined && { 'openid-configuration': signInMetadata(ownIssuer) }),
    },
    answers: {
      [buildUrl(portal.contentVersion, ids)]: toVersions(content),
      [buildUrl(calls.list, MESSAGES, { version })]: content.list(MESSAGES),
      ...listTexts(content, [MAINTENANCE_FLAG]),
      ...listSections(content, SHELL_SECTIONS),
    },
  };
}

/** The data for paths without a page. */
const NOTHING: PageData = { answers: {}, initialReads: undefined, prerenderedAddress: undefined };

/** Returns the data of a static page, or none if it does not exist. */
function contentPageData(content: ContentStore, address: string): PageData {
  const path = toPagePath(address);
  const page = content.pages.get(path);
  if (page === undefined) return NOTHING;
  const query = { path, version: content.version };
  const answers = { [buildUrl(calls.page, {}, query)]: page };
  return { answers, initialReads: undefined, prerenderedAddress: `/content/${path}` };
}

/** Returns the data embedded in the page at an address: the sections of its route, or the static page itself. */
export function pageData(content: ContentStore, address: string): PageData {
  const route = findRoute(address);
  if (route === undefined || (route.page ?? route.redirectTo) === undefined) return NOTHING;
  if (route.page === CONTENT_PAGE) return contentPageData(content, address);
  const texts = listTexts(content, listInitialTexts(route));
  const listReads = (role: 'borrower' | 'payer') =>
    listInitialReads(route, role).filter(([first]) => !Object.hasOwn(texts, first));
  const isForSignedIn = route.audience === 'signedIn';
  return {
    answers: { ...listSections(content, route.sections ?? []), ...texts },
    initialReads: isForSignedIn ? { borrower: listReads('borrower'), payer: listReads('payer') } : undefined,
    prerenderedAddress: isForSignedIn || route.isPrerendered === true ? getBasePath(route) : undefined,
  };
}

/**
 * Returns whether the portal has a page at an address: a route of the route table, directly or through a redirect, or
 * an existing static page. Unknown steps of a flow count as pages, because the flow redirects to the right step.
 */
export function hasPage(content: ContentStore, facts: PortalFeatures, address: string): boolean {
  const elsewhere = findRedirect(address);
  if (elsewhere !== undefined) return hasPage(content, facts, elsewhere);
  const route = findRoute(address);
  if (!routeExists(route, facts)) return false;
  return route.page !== CONTENT_PAGE || content.pages.has(toPagePath(address));
}
