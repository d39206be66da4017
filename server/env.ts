/**
 * The server's settings from environment variables. An invalid value ends startup with one line that explains how to
 * fix it.
 */
import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { parseKey } from './db/keys.ts';
import type { BucketSettings } from './documents/bucket-store.ts';
import { type ScannerSettings, parseScannerSettings } from './documents/scanner.ts';
import { parseHostUrls } from './db/hosts.ts';
import { isHttps } from './http/routes.ts';
import { type Sender, type SmtpSettings, parseSender, parseSmtpSettings } from './mail/settings.ts';
import type { LogFormat } from './log.ts';
import { Instant, readable } from './readable.ts';

export interface ServerEnv {
  /** The network address to listen on. Loopback by default. */
  readonly host: string;
  readonly port: number;
  /** The public URL of the server: scheme, host and port, without a trailing slash. */
  readonly publicUrl: string;
  /** URL of a PostgreSQL database. Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The issuer of an external sign-in provider. Undefined for the embedded one. */
  readonly oidcIssuer: string | undefined;
  /** The start of the business clock. Undefined for the real time. */
  readonly now: Date | undefined;
  /** A folder whose files override the shipped demo data, configuration and content. */
  readonly dataFolder: string | undefined;
  /** Whether to seed an empty database with the demo people, whose password is public. */
  readonly hasDemoPeople: boolean;
  readonly isTest: boolean;
  /** Whether the server serves the flow workbench at `/flows`. */
  readonly hasFlows: boolean;
  /**
   * The encryption key of the database. If undefined, the key file next to the embedded database is used; PostgreSQL
   * requires a key.
   */
  readonly key: Buffer | undefined;
  /** Former keys, which can still decrypt their values. */
  readonly oldKeys: readonly Buffer[];
  /** Whether this startup accepts values of an earlier version that are not bound to their rows, and binds them. */
  readonly sealsRows: boolean;
  /** The bucket for uploaded documents. Undefined for a folder next to the embedded database. */
  readonly bucket: BucketSettings | undefined;
  /** The virus scanner for uploaded documents, if any. */
  readonly scanner: ScannerSettings | undefined;
  /** Maximum total size of all documents uploaded without signing in, in megabytes. */
  readonly anonymousMegabytes: number;
  /** Maximum total size of a borrower's documents, in megabytes. */
  readonly borrowerMegabytes: number;
  /** Maximum size of a borrower's uploads within 24 hours, in megabytes. */
  readonly dailyMegabytes: number;
  /** Number of days after which documents uploaded without signing in are deleted. */
  readonly anonymousDays: number;
  /** Size of the cache for computed responses, in megabytes. */
  readonly cacheMegabytes: number;
  /** Maximum number of requests under way. Further ones get 503. */
  readonly maxRequests: number;
  /** Number of the deployment's own proxies in front of the server. */
  readonly proxies: number;
  /** The mail server. If undefined, emails are written to files. */
  readonly smtp: SmtpSettings | undefined;
  /** The sender of emails. Defaults to the servicer in the configuration. */
  readonly mailFrom: Sender | undefined;
  /** The address of the metrics server. Undefined for none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly logFormat: LogFormat;
  /**
   * Seconds during which the server still responds after SIGTERM, so that load balancers notice that it is not ready.
   */
  readonly shutdownDelay: number;
}

/** An invalid setting; `message` is one line for the operator. */
export class EnvProblem extends Error {
  override name = 'EnvProblem';
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return plain && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

const parsePort = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined);
const parseBucket = (text: string) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);
const parseRegion = (text: string) => (/^[a-z\d-]{2,40}$/.test(text) ? text : undefined);
const parseMegabytes = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : undefined);
const parseDays = (text: string) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650 ? Number(text) : undefined);
const parseCache = (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined);
const parseRequests = (text: string) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined);
const parseProxies = (text: string) => (/^\d$/.test(text) ? Number(text) : undefined);
const parseSeconds = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= 120 ? Number(text) : undefined);
const parseKeys = (text: string) => {
  const keys = text.split(',').map((each) => parseKey(each.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
};
const parseIssuer = (text: string) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);
const parseFolder = (text: string) =>
  existsSync(text) && statSync(text, { throwIfNoEntry: false })?.isDirectory() ? text : undefined;
const parseDatabase = (text: string) => (parseHostUrls(text) === undefined ? undefined : text);

const parseHost = (text: string) => (isIP(text) !== 0 || /^[a-z\d][a-z\d.-]{0,252}$/i.test(text) ? text : undefined);

const Switch = v.picklist(['0', '1'], 'is neither 0 nor 1');

const Variables = v.object({
  HOST: v.optional(readable(parseHost, 'is not a network address or host name'), '127.0.0.1'),
  PORT: v.optional(readable(parsePort, 'is not a port number'), '4400'),
  PUBLIC_URL: v.optional(readable(parseOrigin, 'is not a URL without a path')),
  DATABASE_URL: v.optional(
    readable(
      parseDatabase,
      'is not the URL of a PostgreSQL database, or has several hosts without target_session_attrs=read-write',
    ),
  ),
  OIDC_ISSUER: v.optional(readable(parseIssuer, 'is not the URL of a sign-in provider')),
  PORTAL_NOW: v.optional(Instant),
  PORTAL_DATA: v.optional(readable(parseFolder, 'is not an existing folder')),
  PORTAL_DEMO: v.optional(Switch),
  PORTAL_FLOWS: v.optional(Switch),
  PORTAL_CACHE_MB: v.optional(readable(parseCache, 'is not a number of megabytes from 1 to 9999'), '128'),
  PORTAL_MAX_REQUESTS: v.optional(readable(parseRequests, 'is not a number of requests from 1 to 99999'), '256'),
  PORTAL_TEST: v.optional(Switch, '0'),
  PORTAL_KEY: v.optional(readable(parseKey, 'is not 32 bytes in base64')),
  PORTAL_OLD_KEYS: v.optional(readable(parseKeys, 'are not keys of 32 bytes in base64, separated by commas')),
  PORTAL_SEAL_ROWS: v.optional(Switch, '0'),
  DOCUMENTS_BUCKET: v.optional(readable(parseBucket, 'is not the URL of a bucket')),
  DOCUMENTS_REGION: v.optional(readable(parseRegion, 'is not a region'), 'us-east-1'),
  DOCUMENTS_SCANNER: v.optional(readable(parseScannerSettings, 'is not the URL of a clamd server')),
  DOCUMENTS_ANONYMOUS_MB: v.optional(readable(parseMegabytes, 'is not a number of megabytes'), '1024'),
  DOCUMENTS_ANONYMOUS_DAYS: v.optional(readable(parseDays, 'is not a number of days from 1 to 3650'), '90'),
  DOCUMENTS_BORROWER_MB: v.optional(readable(parseMegabytes, 'is not a number of megabytes'), '1024'),
  DOCUMENTS_DAILY_MB: v.optional(readable(parseMegabytes, 'is not a number of megabytes'), '200'),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  PORTAL_PROXIES: v.optional(readable(parseProxies, 'is not a number from 0 to 9')),
  SMTP_URL: v.optional(readable(parseSmtpSettings, 'is not the URL of a mail server')),
  MAIL_FROM: v.optional(readable(parseSender, 'is not an email address')),
  METRICS_HOST: v.optional(readable(parseHost, 'is not a network address or host name'), '127.0.0.1'),
  METRICS_PORT: v.optional(readable(parsePort, 'is not a port number')),
  LOG_FORMAT: v.optional(v.picklist(['json', 'text'], 'is neither json nor text')),
  SHUTDOWN_DELAY: v.optional(readable(parseSeconds, 'is not a number of seconds from 0 to 120')),
});

const EXAMPLES: Readonly<Record<string, string>> = {
  HOST: '0.0.0.0',
  PORT: '4400',
  PUBLIC_URL: 'https://portal.example.org',
  DATABASE_URL: 'postgres://user:password@localhost:5432/portal',
  OIDC_ISSUER: 'https://sign-in.example.org',
  PORTAL_NOW: '2026-03-02 or 2026-03-02T09:30:00-05:00',
  PORTAL_DATA: './my-data',
  PORTAL_DEMO: '1',
  PORTAL_TEST: '1',
  PORTAL_FLOWS: '1',
  PORTAL_KEY: '"$(openssl rand -base64 32)"',
  PORTAL_OLD_KEYS: 'the key of before',
  PORTAL_SEAL_ROWS: '1',
  PORTAL_PROXIES: '1',
  DOCUMENTS_BUCKET: 'https://s3.us-east-1.amazonaws.com/documents',
  DOCUMENTS_REGION: 'us-east-1',
  DOCUMENTS_SCANNER: 'tcp://localhost:3310',
  DOCUMENTS_ANONYMOUS_MB: '1024',
  DOCUMENTS_ANONYMOUS_DAYS: '90',
  DOCUMENTS_BORROWER_MB: '1024',
  DOCUMENTS_DAILY_MB: '200',
  PORTAL_CACHE_MB: '128',
  PORTAL_MAX_REQUESTS: '256',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: '"Example Servicing <portal@example.org>"',
  METRICS_HOST: '127.0.0.1',
  METRICS_PORT: '9464',
  LOG_FORMAT: 'json',
  SHUTDOWN_DELAY: '10',
};

/** Variables that are never printed: URLs that may contain a password, and keys. */
const SECRET = new Set(['DATABASE_URL', 'SMTP_URL', 'PORTAL_KEY', 'PORTAL_OLD_KEYS']);
const shown = (name: string, value: unknown): string => (SECRET.has(name) ? '' : ` "${String(value)}"`);

/** Matches the names of test databases. */
const TEST_DATABASE = /^\/portal_test_\w+$/;

/**
 * Throws if test mode is enabled where real users could be affected, because it allows signing in as any user and
 * deletes data: with an HTTPS URL, with an external sign-in provider on HTTPS, or with a database that is not a test
 * database.
 */
function refuseTestMode({ publicUrl, oidcIssuer = '', databaseUrl }: Omit<ServerEnv, 'isTest'>): void {
  const isOwn =
    databaseUrl === undefined || TEST_DATABASE.test(new URL(parseHostUrls(databaseUrl)?.[0] ?? '').pathname);
  const obstacle = [
    isHttps(publicUrl) && 'PUBLIC_URL is an https URL',
    isHttps(oidcIssuer) && 'OIDC_ISSUER is an https URL',
    !isOwn && 'the name of the database in DATABASE_URL does not start with portal_test_',
  ].find((each) => each !== false);
  if (obstacle === undefined) return;
  throw new EnvProblem(`PORTAL_TEST=1 allows signing in as any user and is not allowed here: ${obstacle}.`);
}

/**
 * Returns the number of proxies in front of the server; 0 for a plain HTTP URL. An HTTPS URL implies a proxy that
 * terminates TLS. If the server did not know about it, all clients would share the proxy's address, and one client's
 * wrong passwords would lock out all of them. Throws if the number is missing.
 */
function proxiesIn({ PORTAL_PROXIES: proxies, PUBLIC_URL: publicUrl = '' }: v.InferOutput<typeof Variables>): number {
  if (proxies === undefined && isHttps(publicUrl)) {
    throw new EnvProblem(
      'PORTAL_PROXIES is required with an https PUBLIC_URL: the number of your proxies in front of the server. ' +
        'Example: PORTAL_PROXIES=1',
    );
  }
  return proxies ?? 0;
}

/** Seconds until a load balancer that probes every few seconds has noticed that this instance is not ready. */
const DELAY_BEHIND_PROXIES = 5;

/**
 * Returns the address of the metrics server. Throws if it equals the portal's own port, where the metrics would be
 * public.
 */
function metricsIn({ METRICS_HOST: host, METRICS_PORT: port, PORT }: v.InferOutput<typeof Variables>) {
  if (port === undefined) return undefined;
  if (port === PORT) throw new EnvProblem('METRICS_PORT must differ from PORT. Example: METRICS_PORT=9464');
  return { host, port };
}

/** Returns the bucket settings. Throws if the access keys are missing. */
function toBucketSettings(read: v.InferOutput<typeof Variables>): BucketSettings | undefined {
  const { DOCUMENTS_BUCKET: url, DOCUMENTS_REGION: region } = read;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = read;
  if (url === undefined) return undefined;
  if (accessKeyId !== '' && secretAccessKey !== '') return { url, region, accessKeyId, secretAccessKey };
  throw new EnvProblem('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with DOCUMENTS_BUCKET.');
}

/**
 * Throws if a public server could not send email, so that borrowers would get no codes and notices. `variables` are the
 * variables of `env`; `PORTAL_DEMO=1` marks a demo.
 */
export function requireMail(
  { publicUrl, smtp }: Pick<ServerEnv, 'publicUrl' | 'smtp'>,
  { PORTAL_DEMO: demo }: Readonly<Record<string, string | undefined>>,
): void {
  if (!isHttps(publicUrl) || smtp !== undefined || demo === '1') return;
  throw new EnvProblem(
    'SMTP_URL is required with an https PUBLIC_URL, unless this is a demo (PORTAL_DEMO=1): without it, no email is sent. ' +
      `Example: SMTP_URL=${EXAMPLES['SMTP_URL'] ?? ''}`,
  );
}

/** Reads the settings. Empty variables count as unset. Throws {@link EnvProblem} for an invalid value. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): ServerEnv {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(Variables, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = v.getDotPath(issue) ?? '';
    throw new EnvProblem(
      `${name}${shown(name, given[name])} ${issue.message}. Example: ${name}=${EXAMPLES[name] ?? ''}`,
    );
  }
  const read = parsed.output;
  const proxies = proxiesIn(read);
  const env = {
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    databaseUrl: read.DATABASE_URL,
    oidcIssuer: read.OIDC_ISSUER,
    now: read.PORTAL_NOW,
    dataFolder: read.PORTAL_DATA,
    hasDemoPeople: read.PORTAL_DEMO === undefined ? read.DATABASE_URL === undefined : read.PORTAL_DEMO === '1',
    hasFlows: read.PORTAL_FLOWS === undefined ? !isHttps(read.PUBLIC_URL ?? '') : read.PORTAL_FLOWS === '1',
    bucket: toBucketSettings(read),
    scanner: read.DOCUMENTS_SCANNER,
    anonymousMegabytes: read.DOCUMENTS_ANONYMOUS_MB,
    anonymousDays: read.DOCUMENTS_ANONYMOUS_DAYS,
    borrowerMegabytes: read.DOCUMENTS_BORROWER_MB,
    cacheMegabytes: read.PORTAL_CACHE_MB,
    maxRequests: read.PORTAL_MAX_REQUESTS,
    dailyMegabytes: read.DOCUMENTS_DAILY_MB,
    smtp: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    proxies,
    metrics: metricsIn(read),
    logFormat: read.LOG_FORMAT ?? (isHttps(read.PUBLIC_URL ?? '') ? 'json' : 'text'),
    shutdownDelay: read.SHUTDOWN_DELAY ?? (proxies > 0 ? DELAY_BEHIND_PROXIES : 0),
    key: read.PORTAL_KEY,
    oldKeys: read.PORTAL_OLD_KEYS ?? [],
    sealsRows: read.PORTAL_SEAL_ROWS === '1',
  };
  if (env.databaseUrl !== undefined && env.key === undefined) {
    throw new EnvProblem(
      `PORTAL_KEY is required with DATABASE_URL. Example: PORTAL_KEY=${EXAMPLES['PORTAL_KEY'] ?? ''}`,
    );
  }
  const isTest = read.PORTAL_TEST === '1';
  if (isTest) refuseTestMode(env);
  return { ...env, isTest };
}
