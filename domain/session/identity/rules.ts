/** Identity rules. Roles derive only from the token's claims, and only in this module (ruling 7). */
import type { Audience } from '../../portal/shapes.ts';
import type { IdentityClaims, Person, RoleIds } from './shapes.ts';

/** Returns whether the claims belong to an authorized payer: their application id is the configured payer id (P §1). */
export const isAuthorizedPayer = (claims: IdentityClaims, ids: RoleIds): boolean =>
  claims.nds_application_id === ids.payerApplicationId;

/** Returns whether the claims belong to an impersonator: `aud` contains the impersonator role (P §1). */
export const isImpersonator = (claims: IdentityClaims, ids: RoleIds): boolean =>
  [claims.aud].flat().includes(ids.impersonatorRole);

/** The claim `identity_provider` of people who sign in with their federal identity (P §2.3). */
export const FEDERAL_IDENTITY = 'federal';

/** Converts claims to a person. */
export const toPerson = (claims: IdentityClaims, ids: RoleIds): Person => ({
  role: isAuthorizedPayer(claims, ids) ? 'payer' : 'borrower',
  isImpersonator: isImpersonator(claims, ids),
  isFederalIdentity: claims.identity_provider === FEDERAL_IDENTITY,
  givenName: claims.given_name,
  familyName: claims.family_name,
  webAccountId: claims.nds_web_account_id,
  ...(claims.auth_time !== undefined && { loggedInAt: claims.auth_time }),
});

/** The paths that authorized payers may open (ruling 7). A trailing `/*` matches all paths below. */
export const PAYER_PATHS = [
  '/payments/payflow/*',
  '/payments/payment-activity',
  '/profile/contact-info',
  '/profile/change-password',
  '/profile/security',
  '/content/*',
  '/externalRedirect',
  '/error/*',
  '/maintenance',
] as const;

/** Returns whether an authorized payer may open `path` (ruling 7). */
export const isPathForPayers = (path: string): boolean =>
  PAYER_PATHS.some((allowed) =>
    allowed.endsWith('/*') ? path === allowed.slice(0, -2) || path.startsWith(allowed.slice(0, -1)) : path === allowed,
  );

/** Returns the page to open after sign-in and for `/` (ruling 44). Undefined is a visitor. */
export const getHome = (person: Person | undefined): string =>
  person === undefined ? '/welcome' : person.role === 'payer' ? '/payments/payflow/schedule' : '/dashboard';

/** Returns whether a person may open a page for `audience` (rulings 7 and 14). Null is a visitor. */
export const mayOpen = (
  page: { readonly path: string; readonly audience: Audience },
  person: Person | null,
): boolean => {
  if (person === null) return page.audience !== 'signedIn';
  if (page.audience === 'visitors') return false;
  return person.role !== 'payer' || isPathForPayers(page.path);
};
