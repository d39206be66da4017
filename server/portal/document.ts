/** What stands in the portal's page: what every page asks for before anything else (docs/decisions/document-data.md). */
import { addressOf } from '#domain/call.ts';
import { firstReadsOf, firstTextsOf } from '#domain/first-reads.ts';
import { content as calls } from '#domain/content/calls.ts';
import { pagePathOf } from '#domain/content/rules.ts';
import { portal } from '#domain/portal/calls.ts';
import type { DocumentData } from '#domain/portal/document.ts';
import { type PortalFacts, baseOf, redirectOf, routeExists, routeOf } from '#domain/portal/routes.ts';
import type { Settings } from '../http/settings.ts';
import { SIGNING_ALGORITHM } from '../oidc/keys.ts';
import { type ContentStore, versionsOf } from './content.ts';

/** The sections of managed texts that stand around every page. */
const SHELL_SECTIONS = ['usds', 'globalsite'] as const;
const MESSAGES = { section: 'usds', name: 'universalmessages' };

/** Asked before any page is opened, without the version: it is read anew. */
const MAINTENANCE_FLAG = { section: 'globalsite', name: 'disabled-mma-enabled' };

/** The page that shows static pages, by its name in the table of addresses. */
const CONTENT_PAGE = 'content-page';

/** What the server's own sign-in provider says of itself, as far as the portal uses it. */
export const signInMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  end_session_endpoint: `${issuer}/session/end`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
});

/** The texts of sections, by the addresses at which they are asked for. */
const sectionsOf = (content: ContentStore, names: readonly string[]): DocumentData['answers'] =>
  Object.fromEntries(
    names.map((section) => [
      addressOf(calls.section, { section }, { version: content.version }),
      content.section(section),
    ]),
  );

/** Single texts, by the addresses at which they are asked for; those that are not there are left out. */
const textsOf = (content: ContentStore, asked: ReturnType<typeof firstTextsOf>): DocumentData['answers'] =>
  Object.fromEntries(
    asked.flatMap((params) => {
      const text = content.find(params);
      return text === undefined ? [] : [[addressOf(calls.item, params, {}), text]];
    }),
  );

/**
 * The settings and the first public answers. `buildVersion` is undefined where the portal's build says none, `ownIssuer` where
 * people sign in elsewhere.
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
      [addressOf(portal.contentVersion, ids)]: versionsOf(content),
      [addressOf(calls.list, MESSAGES, { version })]: content.list(MESSAGES),
      ...textsOf(content, [MAINTENANCE_FLAG]),
      ...sectionsOf(content, SHELL_SECTIONS),
    },
  };
}

/** What comes with the document of one page, beside what comes with each. */
export interface PageData {
  readonly answers: DocumentData['answers'];
  /** What it asks for first, by role; undefined where it is open to visitors. */
  readonly firstReads: DocumentData['firstReads'];
  /** The address for which the page or its frame is drawn as HTML, the same for all ways to write it; undefined where it is not drawn. */
  readonly picture: string | undefined;
}

/** What comes with the document of an address at which there is no page. */
const NOTHING: PageData = { answers: {}, firstReads: undefined, picture: undefined };

/** A static page; none where there is none at the address. */
function contentPageData(content: ContentStore, address: string): PageData {
  const path = pagePathOf(address);
  const page = content.pages.get(path);
  if (page === undefined) return NOTHING;
  const query = { path, version: content.version };
  const answers = { [addressOf(calls.page, {}, query)]: page };
  return { answers, firstReads: undefined, picture: `/content/${path}` };
}

/** The texts with which the page at an address begins: the sections that its row names, or the static page itself. */
export function pageData(content: ContentStore, address: string): PageData {
  const route = routeOf(address);
  if (route === undefined || (route.page ?? route.redirectTo) === undefined) return NOTHING;
  if (route.page === CONTENT_PAGE) return contentPageData(content, address);
  const texts = textsOf(content, firstTextsOf(route));
  const readsOf = (role: 'borrower' | 'payer') =>
    firstReadsOf(route, role).filter(([first]) => !Object.hasOwn(texts, first));
  const isForSignedIn = route.audience === 'signedIn';
  return {
    answers: { ...sectionsOf(content, route.sections ?? []), ...texts },
    firstReads: isForSignedIn ? { borrower: readsOf('borrower'), payer: readsOf('payer') } : undefined,
    picture: isForSignedIn || route.isPrerendered === true ? baseOf(route) : undefined,
  };
}

/**
 * Whether the portal has a page at an address: one of its table of addresses, directly or by a redirect, and among the static
 * pages one that exists. Steps of a flow that do not exist count as the flow, which leads to the right one.
 */
export function isPageOf(content: ContentStore, facts: PortalFacts, address: string): boolean {
  const elsewhere = redirectOf(address);
  if (elsewhere !== undefined) return isPageOf(content, facts, elsewhere);
  const route = routeOf(address);
  if (!routeExists(route, facts)) return false;
  return route.page !== CONTENT_PAGE || content.pages.has(pagePathOf(address));
}
