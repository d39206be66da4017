/** What the portal loads before it starts: its configuration, feature flags, versions and the server's time. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { Connection } from './connection.ts';
import { DocumentType, MOST_FILE_MEGABYTES } from '../documents/shapes.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
/** The address of a script, or nothing. */
const script = v.union([v.literal(''), v.pipe(v.string(), v.url(), v.startsWith('https://'))]);
const dollars = v.pipe(v.number(), v.minValue(0));
/** The entries of a list: what is sent, and what people read. */
const choices = v.pipe(
  v.array(v.strictObject({ value: v.pipe(v.string(), v.nonEmpty()), text: v.pipe(v.string(), v.nonEmpty()) })),
  v.minLength(1),
);

/**
 * How far from today a deferment may begin, as the configuration says it (R §5): from some months before today, or from a
 * fixed day on, until some days after today.
 */
export const StartRange = v.union([
  v.strictObject({ monthsBefore: count, daysAfter: count }),
  v.strictObject({ notBefore: PlainDateFromWire, daysAfter: count }),
]);
export type StartRange = v.InferOutput<typeof StartRange>;

/** The deferments whose application names a day. Rehabilitation training sends none (R §7). */
export const StartRanges = v.strictObject({ unemployment: StartRange, economicHardship: StartRange });
export type StartRanges = v.InferOutput<typeof StartRanges>;

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
  ...Connection.entries,
  clientId: positive,
  applicationId: positive,
  /** Seconds without activity before the warning, and seconds of the warning. */
  idleSeconds: positive,
  idleTimeout: positive,
  /** Scripts of others, loaded after the start (P §4); empty for none. */
  scripts: v.strictObject({ trackingScript: script, productAnalyticsScript: script }),
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
  /** Where people who sign in with the federal identity change their password (P §2.3). */
  federalChangePasswordUrl: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  /** The hosts that /externalRedirect opens, in small letters: `studentaid.gov` is not `www.studentaid.gov` (ruling 48). */
  externalRedirectHosts: v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/))),
  /** What the dialog of an unhandled error says: the generic text, or the error's own message (P §8). */
  unhandledError: v.strictObject({ displayGeneric: v.boolean(), genericMessage: v.string() }),
  /** The page of each borrower action that comes before everything else, by the action's name (P §5.1). */
  captivePages: v.record(v.string(), v.pipe(v.string(), v.startsWith('/actions/'))),
  /** With one of these in the cookie named after the web account, nobody is held on such a page (P §5.1). */
  splashCookieValues: v.array(v.pipe(v.string(), v.nonEmpty())),
  /** The California privacy rights form: the most characters of its fields, and its lists of relationships (P §3, §9). */
  privacyForm: v.strictObject({
    name: positive,
    location: positive,
    zip: positive,
    email: positive,
    relationships: choices,
    agentRelationships: choices,
  }),
  /** Uploading documents (P §2.9). */
  documents: v.strictObject({
    /** The most megabytes of a file. */
    maxFileMegabytes: v.pipe(positive, v.maxValue(MOST_FILE_MEGABYTES)),
    /** What a document may be. */
    types: v.pipe(v.array(DocumentType), v.minLength(1)),
  }),
  /** The fewest and the most dependents that a borrower may have, and the highest income of a year, in dollars (R §5, §9). */
  minDependents: count,
  maxDependents: positive,
  idrAgiMaxAmount: dollars,
  /** From this adjusted gross income on, in dollars, the borrower is asked to confirm it (R §5). */
  idrAgiValidateThreshold: dollars,
  /** Whether the disclaimer is one of the steps of the IDR application; otherwise it is a page of its own (R §2). */
  idrShowAllSteps: v.boolean(),
  /** The federal site without a slash at its end; borrowers apply for an income-driven plan at its `/IDR` (R §4). */
  federalSite: v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9.-]+$/)),
  /** How far from today a deferment may begin whose application names a day (R §5). */
  defermentStart: StartRanges,
  /** Hostile pay is asked about where a Direct loan was disbursed on this day or later (R §4, §9). */
  hostilePayMinimumDisbursementDate: PlainDateFromWire,
  /** The type of document that is asked for after an application to postpone payments, by what it is for. */
  postponementDocuments: v.strictObject({
    unemployment: positive,
    rehabilitation: positive,
    economicHardship: positive,
    inSchool: positive,
    military: positive,
    hardship: positive,
  }),
  /**
   * Dollars. A borrower who owes less in a program is asked about loans elsewhere before term-based plans are shown (R §4, §9).
   */
  termRepaymentAmount: dollars,
  /** Live chat (ruling 13). */
  chat: v.strictObject({
    /** Where the conversation page stands; `self` is this server's own. */
    url: v.string(),
    /** Whether the chat of signed-out pages also starts after sign-in (P §6). */
    isBotAfterSignIn: v.boolean(),
    /** Where borrowers may chat with an agent; a trailing star covers everything below. */
    agentPaths: v.array(v.string()),
  }),
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

/** For whom an address is: anyone, visitors who are not signed in, or people who are. */
export const Audience = v.picklist(['anyone', 'visitors', 'signedIn']);
export type Audience = v.InferOutput<typeof Audience>;
