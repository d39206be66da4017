/** Who is signed in, as the access token's claims say it (P §3, ruling 7). */
import * as v from 'valibot';

/** The most characters of a claim. */
const LONGEST_CLAIM = 256;

/** A claim by which somebody is looked up or addressed: not too long, and without NUL, which no database keeps. */
const Claim = v.pipe(
  v.string(),
  v.maxLength(LONGEST_CLAIM),
  v.check((text) => !text.includes('\0')),
);

/** The claims that the portal and the server read. `aud` holds the API and, for an impersonator, the role. */
export const IdentityClaims = v.object({
  sub: Claim,
  given_name: Claim,
  family_name: Claim,
  /** Equals the configured payer id for an authorized payer. */
  nds_application_id: Claim,
  nds_web_account_id: Claim,
  /** Who knows the person's password: `federal` for the federal identity, anything else for this provider. */
  identity_provider: v.exactOptional(Claim),
  aud: v.union([Claim, v.array(Claim)]),
  /** The provider's session, so that a changed password can end all others; an id, no secret. */
  sid: v.optional(Claim),
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
  /** Signed in through the federal identity: the password is changed there (P §2.3). */
  readonly isFederalIdentity: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly webAccountId: string;
}

/**
 * Why a session ends: the person chose so here, was away too long, chose so in another tab, or the provider renews it no
 * longer. Where it was not the person's own choice, the page after it says why (P §4).
 */
export type SessionEnd = 'chosen' | 'timedOut' | 'elsewhere' | 'expired';

/** Who has come back from the sign-in provider, and which address had been asked for. */
export interface Returned {
  readonly person: Person;
  readonly returnTo: string | null;
}

/** The web account of the person who is signed in (P §3). */
export const WebAccount = v.object({
  lastName: v.string(),
  /** For an authorized payer the name of the borrower whose loans they pay (P §2.2). */
  authorizedPayerFor: v.nullable(v.string()),
  /** For an impersonator the name of the borrower whose account they see; null for everybody else. */
  viewingAccountOf: v.nullable(v.string()),
});
export type WebAccount = v.InferOutput<typeof WebAccount>;

/**
 * How somebody wants to sign in: as everybody does, as an employee who sees what a borrower sees (ruling 49), or with the
 * federal identity (P §2.1, /login-sso).
 */
export const SignInWay = v.picklist(['ordinary', 'impersonation', 'federal']);
export type SignInWay = v.InferOutput<typeof SignInWay>;
