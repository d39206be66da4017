/** The types of the security page. */
import * as v from 'valibot';

/** A username of the signed-in person. */
export const OwnUsername = v.object({
  usernameId: v.string(),
  username: v.string(),
  /** Whether the person is logged in with it. */
  isCurrent: v.boolean(),
  /** Whether the person logs in with it at the federal identity provider. It cannot be ended here. */
  isFederal: v.boolean(),
  /** ISO instant of the last log-in; null without one. */
  lastLogIn: v.nullable(v.string()),
});
export type OwnUsername = v.InferOutput<typeof OwnUsername>;

/** The usernames, the current one first. */
export const OwnUsernames = v.object({ usernames: v.array(OwnUsername) });
export type OwnUsernames = v.InferOutput<typeof OwnUsernames>;
