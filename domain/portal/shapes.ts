/** What the portal loads before it starts: its configuration, feature flags, versions and the server's time. */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const dollars = v.pipe(v.number(), v.minValue(0));

/** `public/config.json` (ruling 2). `docs/configuration.md` says what each key does. */
export const Configuration = v.strictObject({
  servicer: v.strictObject({
    name: v.string(),
    shortName: v.string(),
    phone: v.string(),
    email: v.string(),
    address: v.array(v.string()),
    hours: v.string(),
  }),
  federalProduct: v.string(),
  apiBase: v.string(),
  signIn: v.strictObject({
    issuer: v.string(),
    clientId: v.string(),
    apiAudience: v.string(),
    payerApplicationId: v.string(),
    impersonatorRole: v.string(),
  }),
  clientId: positive,
  applicationId: positive,
  /** Seconds without activity before the warning, and seconds of the warning. */
  idleSeconds: positive,
  idleTimeout: positive,
  inboxMessagesPerPage: positive,
  paymentHistoryPageSize: positive,
  statementsPageSize: positive,
  screenReaderMessageMs: positive,
  nameOnAccount: v.strictObject({ min: positive, max: positive }),
  nickname: v.strictObject({ min: positive, max: positive }),
  /** Dollars. */
  nearPayoffRange: dollars,
  paymentSourceTypeId: count,
  payerRoleIds: v.strictObject({ borrower: count, payer: count }),
});
export type Configuration = v.InferOutput<typeof Configuration>;

/** `public/feature-flags.json` (P §7). */
export const FeatureFlags = v.strictObject({
  loanInfoEnabled: v.boolean(),
  applicationStatusInfoEnabled: v.boolean(),
  isSubmitPaymentApiVersionV2: v.boolean(),
  useNewPaymentSidebar: v.boolean(),
  expandNotificationPanelDefault: v.boolean(),
  isSsoEnabled: v.boolean(),
  eCorrClaimsStatusMessageEnabled: v.boolean(),
});
export type FeatureFlags = v.InferOutput<typeof FeatureFlags>;

/** `public/icons.json`: the drawing of each icon by name, as SVG path data on a 24 by 24 grid. */
export const Icons = v.record(v.string(), v.string());
export type Icons = v.InferOutput<typeof Icons>;

/** The versions by which managed content is cached (P §7). */
export const ContentVersion = v.object({ versionContent: v.string(), versionLoanInfoContent: v.string() });
export type ContentVersion = v.InferOutput<typeof ContentVersion>;

/** The server's business clock, in milliseconds since 1970 (P §3, startup). */
export const ServerTime = v.object({ epoch: v.pipe(v.number(), v.integer()) });
