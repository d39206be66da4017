/** Rules on identity: roles come from the token's claims alone (ruling 7). No other place decides them. */
import type { Audience } from '../portal/shapes.ts';
import type { IdentityClaims, Person, RoleIds } from './shapes.ts';

/** Whether the claims are an authorized payer's: their application id is the configured payer id (P §1). */
export const isAuthorizedPayer = (claims: IdentityClaims, ids: RoleIds): boolean =>
  claims.nds_application_id === ids.payerApplicationId;

/** Whether the claims are an impersonator's: `aud` holds the impersonator role (P §1). */
export const isImpersonator = (claims: IdentityClaims, ids: RoleIds): boolean =>
  [claims.aud].flat().includes(ids.impersonatorRole);

/** The claim `identity_provider` of people who sign in through the federal identity (P §2.3). */
export const FEDERAL_IDENTITY = 'federal';

/** The person whom the claims describe. */
export const personOf = (claims: IdentityClaims, ids: RoleIds): Person => ({
  role: isAuthorizedPayer(claims, ids) ? 'payer' : 'borrower',
  isImpersonator: isImpersonator(claims, ids),
  isFederalIdentity: claims.identity_provider === FEDERAL_IDENTITY,
  givenName: claims.given_name,
  familyName: claims.family_name,
  webAccountId: claims.nds_web_account_id,
});

/** Where a payer may go (ruling 7); a trailing `/*` covers everything below. */
export const PAYER_PATHS = [
  '/payments/payflow/*',
  '/payments/payment-activity',
  '/profile/contact-info',
  '/profile/change-password',
  '/content/*',
  '/externalRedirect',
  '/error/*',
  '/maintenance',
] as const;

/** Whether an authorized payer may reach `path` (ruling 7). */
export const isPathForPayers = (path: string): boolean =>
  PAYER_PATHS.some((allowed) =>
    allowed.endsWith('/*') ? path === allowed.slice(0, -2) || path.startsWith(allowed.slice(0, -1)) : path === allowed,
  );

/** Where a person lands after signing in, and when they ask for `/` (ruling 44). */
export const homeOf = (person: Person | undefined): string =>
  person === undefined ? '/welcome' : person.role === 'payer' ? '/payments/payflow/schedule' : '/dashboard';

/** Whether a person, or a visitor, may open a page that is for `audience` (rulings 7 and 14). */
export const mayOpen = (
  page: { readonly path: string; readonly audience: Audience },
  person: Person | null,
): boolean => {
  if (person === null) return page.audience !== 'signedIn';
  if (page.audience === 'visitors') return false;
  return person.role !== 'payer' || isPathForPayers(page.path);
};
