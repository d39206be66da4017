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
});
export type OwnUsername = v.InferOutput<typeof OwnUsername>;

/** A session: a browser in which the person is logged in. */
export const OwnSession = v.object({
  /** Opaque. */
  sessionId: v.string(),
  username: v.string(),
  /** ISO instants of the log-in and of the last use. Null if it is unknown. */
  startedAt: v.nullable(v.string()),
  usedAt: v.nullable(v.string()),
  /** Whether it is the session of the request. */
  isCurrent: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

/** A log-in, or an attempt with a wrong password. */
export const LogIn = v.object({ at: v.string(), username: v.string(), isFailed: v.boolean() });
export type LogIn = v.InferOutput<typeof LogIn>;

/** The kinds of changes, as in the audit log. */
export const CHANGES = [
  'registered',
  'passwordReset',
  'passwordChanged',
  'contactChanged',
  'emailChanged',
  'recordDownloaded',
  'payerInvited',
  'payerAccepted',
  'payerRemoved',
  'textAlertsStarted',
  'textAlertsChanged',
  'textAlertsStopped',
  'usernameEnded',
  'sessionEnded',
  'bankAccountSaved',
  'bankAccountChanged',
  'autoDebitChanged',
  'instructionsChanged',
  'impersonationStarted',
  'employeeActed',
] as const;
export const ChangeKind = v.picklist(CHANGES);
export type ChangeKind = v.InferOutput<typeof ChangeKind>;

/** A change, and who made it. `servicer`: an employee. `name`: the username, or the name of the payer. */
export const SecurityChange = v.object({
  at: v.string(),
  kind: ChangeKind,
  by: v.picklist(['borrower', 'payer', 'servicer']),
  name: v.string(),
});
export type SecurityChange = v.InferOutput<typeof SecurityChange>;

/** The security page. The current username and session come first, log-ins and changes begin with the latest. */
export const SecurityOverview = v.object({
  usernames: v.array(OwnUsername),
  sessions: v.array(OwnSession),
  logIns: v.array(LogIn),
  changes: v.array(SecurityChange),
  /** Whether the person may end usernames and sessions: not an impersonator (ruling 118). */
  canEnd: v.boolean(),
});
export type SecurityOverview = v.InferOutput<typeof SecurityOverview>;

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** What to end: a username, one session, or all sessions but the current one. */
export const SecurityEnd = v.variant('end', [
  v.strictObject({ end: v.literal('username'), usernameId: Id }),
  v.strictObject({ end: v.literal('session'), sessionId: Id }),
  v.strictObject({ end: v.literal('otherSessions') }),
]);
export type SecurityEnd = v.InferOutput<typeof SecurityEnd>;
