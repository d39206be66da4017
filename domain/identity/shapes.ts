/** Who is signed in, as the access token's claims say it (P §3, ruling 7). */
import * as v from 'valibot';

/** The claims that the portal and the server read. `aud` holds the API and, for an impersonator, the role. */
export const IdentityClaims = v.object({
  sub: v.string(),
  given_name: v.string(),
  family_name: v.string(),
  /** Equals the configured payer id for an authorized payer. */
  nds_application_id: v.string(),
  nds_web_account_id: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
});
export type IdentityClaims = v.InferOutput<typeof IdentityClaims>;

/** The ids by which roles are told apart; they come from configuration. */
export interface RoleIds {
  readonly payerApplicationId: string;
  readonly impersonatorRole: string;
}

/** The person at the keyboard: for whom the portal is drawn. */
export interface Person {
  readonly role: 'borrower' | 'payer';
  readonly isImpersonator: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly webAccountId: string;
}
