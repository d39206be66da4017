/**
 * The files and data that the portal loads at startup: configuration, feature flags, versions and the server's time.
 */
import * as v from 'valibot';
import { ApplicationDurations, DEFAULT_DURATIONS } from '../application-durations.ts';
import { PlainDateFromWire } from '../calendar.ts';
import { Connection } from './connection.ts';
import { DocumentType, MAX_FILE_MEGABYTES } from '../documents/shapes.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
/** The https URL of a script, or empty. */
const script = v.union([v.literal(''), v.pipe(v.string(), v.url(), v.startsWith('https://'))]);
const dollars = v.pipe(v.number(), v.minValue(0));
/** The options of a list: the value to send and the text to show. */
const choices = v.pipe(
  v.array(v.strictObject({ value: v.pipe(v.string(), v.nonEmpty()), text: v.pipe(v.string(), v.nonEmpty()) })),
  v.minLength(1),
);

/**
 * The allowed start dates of a deferment in the configuration, relative to today (R §5): from a number of months before
 * today, or from a fixed day, until a number of days after today.
 */
export const StartRange = v.union([
  v.strictObject({ monthsBefore: count, daysAfter: count }),
  v.strictObject({ notBefore: PlainDateFromWire, daysAfter: count }),
]);
export type StartRange = v.InferOutput<typeof StartRange>;

/** The deferments whose applications have a start date. Rehabilitation training has none (R §7). */
export const StartRanges = v.strictObject({ unemployment: StartRange, economicHardship: StartRange });
export type StartRanges = v.InferOutput<typeof StartRanges>;

/** The days from today to the day of a payoff quote: the default one, and the last one (rulings 2, 79). */
export const PayoffQuoteDays = v.pipe(
  v.strictObject({ default: count, max: positive }),
  // Saturday, Sunday and a holiday on Monday can come before the first banking day.
  v.check((days) => days.default + 3 <= days.max, '`max` must be at least 3 more than `default`'),
);
export type PayoffQuoteDays = v.InferOutput<typeof PayoffQuoteDays>;

export const DEFAULT_PAYOFF_QUOTE_DAYS: PayoffQuoteDays = { default: 10, max: 30 };

/** `public/config.json` (ruling 2). `docs/configuration.md` explains each key. */
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
  /** Seconds of inactivity before the warning, and seconds that the warning is shown. */
  idleSeconds: positive,
  idleTimeout: positive,
  /** Third-party scripts, loaded after startup (P §4); empty for none. */
  scripts: v.strictObject({ trackingScript: script, productAnalyticsScript: script }),
  inboxMessagesPerPage: positive,
  paymentHistoryPageSize: positive,
  statementsPageSize: positive,
  screenReaderMessageMs: positive,
  /** Removed from the start of notification messages (P §3). */
  notificationPrefix: v.string(),
  nameOnAccount: v.strictObject({ min: positive, max: positive }),
  nickname: v.strictObject({ min: positive, max: positive }),
  /** In dollars. */
  nearPayoffRange: dollars,
  payoffQuoteDays: v.optional(PayoffQuoteDays, DEFAULT_PAYOFF_QUOTE_DAYS),
  paymentSourceTypeId: count,
  payerRoleIds: v.strictObject({ borrower: count, payer: count }),
  /** The page where people with the federal identity change their password (P §2.3). */
  federalChangePasswordUrl: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  /**
   * The hosts that /externalRedirect may open, in lower case: `studentaid.gov` does not include `www.studentaid.gov`
   * (ruling 48).
   */
  externalRedirectHosts: v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/))),
  /** The text of the dialog for unhandled errors: the generic message or the error's own message (P §8). */
  unhandledError: v.strictObject({ displayGeneric: v.boolean(), genericMessage: v.string() }),
  /** The page of each borrower action that comes before everything else, by action name (P §5.1). */
  captivePages: v.record(v.string(), v.pipe(v.string(), v.startsWith('/actions/'))),
  /** If the cookie named after the web account has one of these values, these pages do not block the person (P §5.1). */
  splashCookieValues: v.array(v.pipe(v.string(), v.nonEmpty())),
  /**
   * The California privacy rights form: the maximum number of characters of its fields, and its lists of relationships
   * (P §3, §9).
   */
  privacyForm: v.strictObject({
    name: positive,
    location: positive,
    zip: positive,
    email: positive,
    relationships: choices,
    agentRelationships: choices,
  }),
  /** Document uploads (P §2.9). */
  documents: v.strictObject({
    /** The maximum file size in megabytes. */
    maxFileMegabytes: v.pipe(positive, v.maxValue(MAX_FILE_MEGABYTES)),
    /** The document types. */
    types: v.pipe(v.array(DocumentType), v.minLength(1)),
  }),
  /** The minimum and maximum number of dependents, and the highest yearly income in dollars (R §5, §9). */
  minDependents: count,
  maxDependents: positive,
  idrAgiMaxAmount: dollars,
  /** The adjusted gross income in dollars from which the borrower must confirm it (R §5). */
  idrAgiValidateThreshold: dollars,
  /** Whether the disclaimer is a step of the IDR application; otherwise it is a separate page (R §2). */
  idrShowAllSteps: v.boolean(),
  /** The federal site without a trailing slash. Borrowers apply for an income-driven plan at its `/IDR` (R §4). */
  federalSite: v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9.-]+$/)),
  /** The allowed start dates of deferments whose application has a start date (R §5). */
  defermentStart: StartRanges,
  /** The durations of an application's stages (ruling 74). */
  applicationDurations: v.optional(ApplicationDurations, DEFAULT_DURATIONS),
  /** The form asks about hostile pay if a Direct loan was disbursed on or after this day (R §4, §9). */
  hostilePayMinimumDisbursementDate: PlainDateFromWire,
  /** The document type that each kind of application requires; `otherLoans` shows the loans elsewhere (ruling 103). */
  postponementDocuments: v.strictObject({
    unemployment: positive,
    rehabilitation: positive,
    economicHardship: positive,
    inSchool: positive,
    military: positive,
    hardship: positive,
    otherLoans: positive,
  }),
  /**
   * In dollars. Extended plans require more debt than this in a loan program. A borrower who owes less in a program
   * answers a question about loans elsewhere before term-based plans are shown (R §4, §9).
   */
  termRepaymentAmount: dollars,
  /** Live chat (ruling 13). */
  chat: v.strictObject({
    /** The URL of the conversation page; `self` is this server's own page. */
    url: v.string(),
    /** Whether the chat of signed-out pages also starts after sign-in (P §6). */
    isBotAfterSignIn: v.boolean(),
    /** The paths where borrowers may chat with an agent; a trailing star matches all paths below. */
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

/** `public/icons.json`: the icons by name, as SVG path data on a 24 by 24 grid. */
export const Icons = v.record(v.string(), v.string());
export type Icons = v.InferOutput<typeof Icons>;

/** The content versions for caching (P §7). */
export const ContentVersion = v.object({ versionContent: v.string(), versionLoanInfoContent: v.string() });
export type ContentVersion = v.InferOutput<typeof ContentVersion>;

/** The audience of a page: anyone, visitors, or signed-in people. */
export const Audience = v.picklist(['anyone', 'visitors', 'signedIn']);
export type Audience = v.InferOutput<typeof Audience>;

/**
 * The application that a page belongs to. Only eligible borrowers may open the page (P §5.1); the rules define the
 * conditions.
 */
export type Eligibility = 'deferment' | 'hardship' | 'idr' | 'term';
