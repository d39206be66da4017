/** The signed-in person and the access token's claims (P §3, ruling 7). */
import * as v from 'valibot';

/** The maximum number of characters of a claim. */
const LONGEST_CLAIM = 256;

/** A claim that is stored or used for lookups: limited length, and no NUL, which databases cannot store in text. */
const Claim = v.pipe(
  v.string(),
  v.maxLength(LONGEST_CLAIM),
  v.check((text) => !text.includes('\0')),
);

/** The claims that the portal and the server read. `aud` contains the API and, for an impersonator, the role. */
export const IdentityClaims = v.object({
  sub: Claim,
  given_name: Claim,
  family_name: Claim,
  /** Equals the configured payer id for an authorized payer. */
  nds_application_id: Claim,
  nds_web_account_id: Claim,
  /**
   * The provider that has the person's password: `federal` for the federal identity, any other value for this sign-in
   * provider.
   */
  identity_provider: v.exactOptional(Claim),
  aud: v.union([Claim, v.array(Claim)]),
  /** When the person entered the password, in seconds since 1970. Not every provider includes it. */
  auth_time: v.exactOptional(
    v.pipe(
      v.unknown(),
      v.transform((time) => (typeof time === 'number' ? time : undefined)),
    ),
  ),
  /** The provider's session id. A password change ends all sessions but this one. Not a secret. */
  sid: v.optional(Claim),
});
export type IdentityClaims = v.InferOutput<typeof IdentityClaims>;

/** The configured ids that identify roles. */
export interface RoleIds {
  readonly payerApplicationId: string;
  readonly impersonatorRole: string;
}

/** The signed-in person. */
export interface Person {
  readonly role: 'borrower' | 'payer';
  readonly isImpersonator: boolean;
  /** Signed in with the federal identity, where the person also changes the password (P §2.3). */
  readonly isFederalIdentity: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly webAccountId: string;
  /** When the person entered the password, in seconds since 1970, if the provider includes it in the token. */
  readonly loggedInAt?: number;
}

/**
 * The reason why a session ends: the person logged out here (`chosen`) or in another tab (`elsewhere`), was inactive
 * for too long (`timedOut`), or the provider no longer renews the session (`expired`). The next page names the reason
 * (P §4).
 */
export type SessionEnd = 'chosen' | 'timedOut' | 'elsewhere' | 'expired';

/** The result of a redirect back from the sign-in provider: the person and the URL requested before sign-in. */
export interface Returned {
  readonly person: Person;
  readonly returnTo: string | null;
}

/** The web account of the signed-in person (P §3). */
export const WebAccount = v.object({
  lastName: v.string(),
  /** For an authorized payer, the name of the borrower whose loans they pay (P §2.2). */
  authorizedPayerFor: v.nullable(v.string()),
  /** For an impersonator, the name of the borrower whose account they see; otherwise null. */
  viewingAccountOf: v.nullable(v.string()),
});
export type WebAccount = v.InferOutput<typeof WebAccount>;

/**
 * The kind of sign-in: ordinary, as an employee who impersonates a borrower (ruling 49), or with the federal identity
 * (P §2.1, /login-sso). `again`: the person is logged in and enters the password again, before a change.
 */
export const SignInWay = v.picklist(['ordinary', 'impersonation', 'federal', 'again']);
export type SignInWay = v.InferOutput<typeof SignInWay>;
