/** What the portal needs to know to speak with its server and its sign-in provider, and what time it is there. */
import * as v from 'valibot';

/** The part of the configuration with which anything begins; `docs/configuration.md` says what each key does. */
export const Connection = v.object({
  apiBase: v.string(),
  signIn: v.strictObject({
    issuer: v.string(),
    clientId: v.string(),
    apiAudience: v.string(),
    payerApplicationId: v.string(),
    impersonatorRole: v.string(),
    /** Whether usernames and passwords are this server's: without it there is no registration, and passwords are neither changed nor recovered. */
    keepsAccounts: v.boolean(),
  }),
});
export type Connection = v.InferOutput<typeof Connection>;

/** Where the time is read, below the API's base. */
export const SERVER_TIME = 'time/epoch';

/** The server's business clock, in milliseconds since 1970 (P §3, startup). */
export const ServerTime = v.object({ epoch: v.pipe(v.number(), v.integer()) });
