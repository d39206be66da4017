/** The settings that the portal needs to connect to its server and sign-in provider, and the server's clock. */
import * as v from 'valibot';

/** The part of the configuration that every start needs; `docs/configuration.md` explains each key. */
export const Connection = v.object({
  apiBase: v.string(),
  signIn: v.strictObject({
    issuer: v.string(),
    clientId: v.string(),
    apiAudience: v.string(),
    payerApplicationId: v.string(),
    impersonatorRole: v.string(),
    /**
     * Whether this server manages usernames and passwords. If not, there is no registration, password change or
     * password recovery.
     */
    keepsAccounts: v.boolean(),
  }),
});
export type Connection = v.InferOutput<typeof Connection>;

/** The path of the server's clock, relative to the API's base. */
export const SERVER_TIME = 'time/epoch';

/** The server's business clock, in milliseconds since 1970 (P §3, startup). */
export const ServerTime = v.object({ epoch: v.pipe(v.number(), v.integer()) });
