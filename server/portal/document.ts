/** What stands in the portal's page: what every page asks for before anything else (docs/decisions/document-data.md). */
import { addressOf } from '#domain/call.ts';
import { content as calls } from '#domain/content/calls.ts';
import { portal } from '#domain/portal/calls.ts';
import type { DocumentData } from '#domain/portal/document.ts';
import type { Settings } from '../http/settings.ts';
import { SIGNING_ALGORITHM } from '../oidc/keys.ts';
import { type ContentStore, versionsOf } from './content.ts';

/** The sections of managed texts that stand around every page. */
const SHELL_SECTIONS = ['usds', 'globalsite'] as const;
const MESSAGES = { section: 'usds', name: 'universalmessages' };

/** Asked before any page is opened, without the version: it is read anew. */
const MAINTENANCE_FLAG = { section: 'globalsite', name: 'disabled-mma-enabled' };

/** What the server's own sign-in provider says of itself, as far as the portal uses it. */
const signInMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  end_session_endpoint: `${issuer}/session/end`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
});

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
  const flag = content.find(MAINTENANCE_FLAG);
  return {
    files: {
      ...files,
      'build-version.txt': buildVersion,
      ...(ownIssuer !== undefined && { 'openid-configuration': signInMetadata(ownIssuer) }),
    },
    answers: {
      [addressOf(portal.contentVersion, ids)]: versionsOf(content),
      [addressOf(calls.list, MESSAGES, { version })]: content.list(MESSAGES),
      ...(flag && { [addressOf(calls.item, MAINTENANCE_FLAG, {})]: flag }),
      ...Object.fromEntries(
        SHELL_SECTIONS.map((section) => [addressOf(calls.section, { section }, { version }), content.section(section)]),
      ),
    },
  };
}
