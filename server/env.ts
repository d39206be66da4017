/** The server's settings from the environment. A wrong value ends the start with one line that says how to mend it. */
import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { parseIsoDate } from '#domain/calendar.ts';
import { keyBytesOf } from './db/keys.ts';
import type { BucketSettings } from './documents/bucket-store.ts';
import { type ScannerSettings, scannerSettingsOf } from './documents/scanner.ts';
import { isHttps } from './http/routes.ts';
import { type Sender, type SmtpSettings, senderOf, smtpSettingsOf } from './mail/settings.ts';
import type { LogFormat } from './log.ts';

export interface ServerEnv {
  /** The network address to listen on; this machine's own only, unless another one is named. */
  readonly host: string;
  readonly port: number;
  /** The address under which people reach the server: scheme, host and port, without a slash at the end. */
  readonly publicUrl: string;
  /** Any PostgreSQL; undefined means the embedded database. */
  readonly databaseUrl: string | undefined;
  /** A sign-in provider of someone else's; undefined means the embedded one. */
  readonly oidcIssuer: string | undefined;
  /** Where the business clock starts; undefined means the real time. */
  readonly now: Date | undefined;
  /** A folder whose files stand in for the shipped demo data, configuration and content. */
  readonly dataFolder: string | undefined;
  /** Whether the demo people, whose password is known, are put into a database that has nobody yet. */
  readonly hasDemoPeople: boolean;
  readonly isTest: boolean;
  /** Whether the flow workbench is served at `/flows`. */
  readonly hasFlows: boolean;
  /** The key by which the database is encrypted; undefined means the one in the file beside the embedded database, PostgreSQL needs one. */
  readonly key: Buffer | undefined;
  /** Keys of before, which still open what they have sealed. */
  readonly oldKeys: readonly Buffer[];
  /** Whether this start accepts values of an earlier version, which are not bound to their rows, and binds them. */
  readonly sealsRows: boolean;
  /** The bucket that keeps uploaded documents; undefined means a folder beside the embedded database. */
  readonly bucket: BucketSettings | undefined;
  /** The virus scanner for uploaded documents; undefined means none. */
  readonly scanner: ScannerSettings | undefined;
  /** The most megabytes of all documents together that came from people who are not signed in. */
  readonly anonymousMegabytes: number;
  /** The most megabytes of all documents of one borrower. */
  readonly borrowerMegabytes: number;
  /** The most megabytes that one borrower may upload within 24 hours. */
  readonly dailyMegabytes: number;
  /** For how many days a document of somebody who is not signed in is kept. */
  readonly anonymousDays: number;
  /** Megabytes of memory for answers that were computed and may be asked for again. */
  readonly cacheMegabytes: number;
  /** Number of the deployment's own proxies in front of the server. */
  readonly proxies: number;
  /** The mail server; undefined means that messages are written to files. */
  readonly smtp: SmtpSettings | undefined;
  /** The sender of email; undefined means the servicer of the configuration. */
  readonly mailFrom: Sender | undefined;
  /** Where metrics can be read; undefined means nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly logFormat: LogFormat;
  /** Seconds for which the server still answers after SIGTERM, so that balancers see that it is not ready. */
  readonly shutdownDelay: number;
}

/** A setting that cannot be used; `message` is the one line for the person who starts the server. */
export class EnvProblem extends Error {
  override name = 'EnvProblem';
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A plain date starts in the morning of that day in New York, so that the day still takes payments. */
const MORNING = 'T14:00:00.000Z';

function instantOf(text: string): Date | undefined {
  if (parseIsoDate(text) !== undefined) return new Date(`${text}${MORNING}`);
  const [, day = ''] = INSTANT.exec(text) ?? [];
  const instant = new Date(text);
  return parseIsoDate(day) === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return plain && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

function readable<T>(read: (text: string) => T | undefined, wrong: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: wrong });
      return NEVER;
    }),
  );
}

const portOf = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined);
const bucketOf = (text: string) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);
const regionOf = (text: string) => (/^[a-z\d-]{2,40}$/.test(text) ? text : undefined);
const megabytesOf = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : undefined);
const daysOf = (text: string) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650 ? Number(text) : undefined);
const cacheOf = (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined);
const proxiesOf = (text: string) => (/^\d$/.test(text) ? Number(text) : undefined);
const secondsOf = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= 120 ? Number(text) : undefined);
const keysOf = (text: string) => {
  const keys = text.split(',').map((each) => keyBytesOf(each.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
};
const issuerOf = (text: string) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);
const folderOf = (text: string) =>
  existsSync(text) && statSync(text, { throwIfNoEntry: false })?.isDirectory() ? text : undefined;
const databaseOf = (text: string) => (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined);

const hostOf = (text: string) => (isIP(text) !== 0 || /^[a-z\d][a-z\d.-]{0,252}$/i.test(text) ? text : undefined);

/** The instant that a text names, as `PORTAL_NOW` and the test clock take it: an ISO instant or a plain date. */
export const Instant = readable(instantOf, 'is neither an instant nor a date');

const Switch = v.picklist(['0', '1'], 'is neither 0 nor 1');

const Variables = v.object({
  HOST: v.optional(readable(hostOf, 'is not a network address or host name'), '127.0.0.1'),
  PORT: v.optional(readable(portOf, 'is not a port number'), '4400'),
  PUBLIC_URL: v.optional(readable(originOf, 'is not the address of a site, without a path')),
  DATABASE_URL: v.optional(readable(databaseOf, 'is not the address of a PostgreSQL database')),
  OIDC_ISSUER: v.optional(readable(issuerOf, 'is not the address of a sign-in provider')),
  PORTAL_NOW: v.optional(Instant),
  PORTAL_DATA: v.optional(readable(folderOf, 'is not a folder that exists')),
  PORTAL_DEMO: v.optional(Switch),
  PORTAL_FLOWS: v.optional(Switch),
  PORTAL_CACHE_MB: v.optional(readable(cacheOf, 'is not a number of megabytes from 1 to 9999'), '128'),
  PORTAL_TEST: v.optional(Switch, '0'),
  PORTAL_KEY: v.optional(readable(keyBytesOf, 'is not 32 bytes in base64')),
  PORTAL_OLD_KEYS: v.optional(readable(keysOf, 'are not keys of 32 bytes in base64, with commas between them')),
  PORTAL_SEAL_ROWS: v.optional(Switch, '0'),
  DOCUMENTS_BUCKET: v.optional(readable(bucketOf, 'is not the address of a bucket')),
  DOCUMENTS_REGION: v.optional(readable(regionOf, 'is not a region'), 'us-east-1'),
  DOCUMENTS_SCANNER: v.optional(readable(scannerSettingsOf, 'is not the address of a clamd server')),
  DOCUMENTS_ANONYMOUS_MB: v.optional(readable(megabytesOf, 'is not a number of megabytes'), '1024'),
  DOCUMENTS_ANONYMOUS_DAYS: v.optional(readable(daysOf, 'is not a number of days from 1 to 3650'), '90'),
  DOCUMENTS_BORROWER_MB: v.optional(readable(megabytesOf, 'is not a number of megabytes'), '1024'),
  DOCUMENTS_DAILY_MB: v.optional(readable(megabytesOf, 'is not a number of megabytes'), '200'),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  PORTAL_PROXIES: v.optional(readable(proxiesOf, 'is not a number from 0 to 9')),
  SMTP_URL: v.optional(readable(smtpSettingsOf, 'is not the address of a mail server')),
  MAIL_FROM: v.optional(readable(senderOf, 'is not an email address')),
  METRICS_HOST: v.optional(readable(hostOf, 'is not a network address or host name'), '127.0.0.1'),
  METRICS_PORT: v.optional(readable(portOf, 'is not a port number')),
  LOG_FORMAT: v.optional(v.picklist(['json', 'text'], 'is neither json nor text')),
  SHUTDOWN_DELAY: v.optional(readable(secondsOf, 'is not a number of seconds from 0 to 120')),
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
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: '"Example Servicing <portal@example.org>"',
  METRICS_HOST: '127.0.0.1',
  METRICS_PORT: '9464',
  LOG_FORMAT: 'json',
  SHUTDOWN_DELAY: '10',
};

/** Never printed: addresses that may contain a password, and keys. */
const SECRET = new Set(['DATABASE_URL', 'SMTP_URL', 'PORTAL_KEY', 'PORTAL_OLD_KEYS']);
const shown = (name: string, value: unknown): string => (SECRET.has(name) ? '' : ` "${String(value)}"`);

/** The tests' own databases are called so. */
const TEST_DATABASE = /^\/portal_test_\w+$/;

/**
 * Test mode lets anybody sign in as anybody and empties the database, so it is refused wherever people could be: with an
 * encrypted address, with somebody else's sign-in provider over one, and with a database that is not the tests' own.
 */
function refuseTestMode({ publicUrl, oidcIssuer = '', databaseUrl }: Omit<ServerEnv, 'isTest'>): void {
  const isOwn = databaseUrl === undefined || TEST_DATABASE.test(new URL(databaseUrl).pathname);
  const obstacle = [
    isHttps(publicUrl) && 'PUBLIC_URL is an https address',
    isHttps(oidcIssuer) && 'OIDC_ISSUER is an https address',
    !isOwn && 'DATABASE_URL names a database that is not called portal_test_…',
  ].find((each) => each !== false);
  if (obstacle === undefined) return;
  throw new EnvProblem(`PORTAL_TEST=1 opens every account to everybody and cannot be used here: ${obstacle}.`);
}

/**
 * Returns the number of proxies in front; 0 for a plain http address. An https address implies a proxy that ends TLS. If the server
 * doesn't know of it, all people share the proxy's address, and one client's wrong passwords lock everybody out. Throws if the number
 * is missing.
 */
function proxiesIn({ PORTAL_PROXIES: proxies, PUBLIC_URL: publicUrl = '' }: v.InferOutput<typeof Variables>): number {
  if (proxies === undefined && isHttps(publicUrl)) {
    throw new EnvProblem(
      'PORTAL_PROXIES is needed with an https PUBLIC_URL: how many of your proxies stand in front of the server. ' +
        'Example: PORTAL_PROXIES=1',
    );
  }
  return proxies ?? 0;
}

/** Seconds until a balancer that probes every few seconds has seen that this instance is not ready. */
const DELAY_BEHIND_PROXIES = 5;

/** Where metrics can be read. Throws where that is the portal's own port, at which anybody could read them. */
function metricsIn({ METRICS_HOST: host, METRICS_PORT: port, PORT }: v.InferOutput<typeof Variables>) {
  if (port === undefined) return undefined;
  if (port === PORT) throw new EnvProblem('METRICS_PORT must be another port than PORT. Example: METRICS_PORT=9464');
  return { host, port };
}

/** A bucket needs the keys that it is used with. */
function bucketSettingsOf(read: v.InferOutput<typeof Variables>): BucketSettings | undefined {
  const { DOCUMENTS_BUCKET: url, DOCUMENTS_REGION: region } = read;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = read;
  if (url === undefined) return undefined;
  if (accessKeyId !== '' && secretAccessKey !== '') return { url, region, accessKeyId, secretAccessKey };
  throw new EnvProblem('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed with DOCUMENTS_BUCKET.');
}

/** Reads the settings; an empty variable counts as not set. Throws an {@link EnvProblem} for a value it cannot use. */
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
    bucket: bucketSettingsOf(read),
    scanner: read.DOCUMENTS_SCANNER,
    anonymousMegabytes: read.DOCUMENTS_ANONYMOUS_MB,
    anonymousDays: read.DOCUMENTS_ANONYMOUS_DAYS,
    borrowerMegabytes: read.DOCUMENTS_BORROWER_MB,
    cacheMegabytes: read.PORTAL_CACHE_MB,
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
    throw new EnvProblem(`PORTAL_KEY is needed with DATABASE_URL. Example: PORTAL_KEY=${EXAMPLES['PORTAL_KEY'] ?? ''}`);
  }
  const isTest = read.PORTAL_TEST === '1';
  if (isTest) refuseTestMode(env);
  return { ...env, isTest };
}
