/**
 * Assembles the server on an open database: settings, content, demo data, sign-in and the app. Does not open a port.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Context, Hono } from 'hono';
import { createLocalJWKSet } from 'jose';
import { businessDate } from '#domain/calendar.ts';
import { listCalls } from '#domain/api/calls.ts';
import { isFlagEnabled } from '#domain/portal/content/rules.ts';
import type { RoleIds } from '#domain/session/identity/shapes.ts';
import { listPages } from '#domain/portal/pages.ts';
import { toThreshold } from '#domain/repayment/term/qualification.ts';
import { createCallHandlers } from './call-handlers.ts';
import { createChat } from './chat/routes.ts';
import { type BusinessClock, createClock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { OpenedDatabase } from './db/open.ts';
import { replicationWarning } from './db/replication.ts';
import { anonymousDocuments, documents as documentRows } from './db/schema/index.ts';
import { clamdScanner } from './documents/scanner.ts';
import { bucketStore } from './documents/bucket-store.ts';
import { DocumentUploads } from './documents/document-uploads.ts';
import { folderStore } from './documents/store.ts';
import { DemoCopies } from './demo/copies.ts';
import { storeDemoDocuments } from './demo/documents.ts';
import type { DemoPerson } from './demo/format.ts';
import { DEMO_PASSWORD, loadDemoData, readPeople, resetDemoData } from './demo/load.ts';
import type { ServerEnv } from './env.ts';
import { createApp } from './http/app.ts';
import { readAuthorizationPrefetch } from './http/authorization-prefetch.ts';
import { parseVideoIds } from './http/headers.ts';
import type { AppBindings } from './http/faults.ts';
import { JourneyClock, Journeys } from './http/journeys.ts';
import { readPreloads } from './http/preload.ts';
import { OIDC_BASE } from './http/routes.ts';
import { type Settings, loadSettings } from './http/settings.ts';
import { getSource } from './http/source.ts';
import type { EmbeddedSignIn } from './http/listen.ts';
import type { TestMode } from './http/test-mode.ts';
import { type TokenVerifier, discoveredKeys, verifyTokens } from './http/tokens.ts';
import { forgetAttempts } from './rate-limits.ts';
import { type DemoChoice, createInteractions } from './oidc/interactions.ts';
import { providerKeys, toPublicKey } from './oidc/keys.ts';
import { openSession } from './oidc/open-session.ts';
import { createProvider, sessionIdleSeconds } from './oidc/provider.ts';
import { forgetSignIns } from './oidc/records.ts';
import { logError } from './log.ts';
import { MailDelivery } from './mail/delivery.ts';
import { outboxTextSender } from './mail/outbox-texts.ts';
import { type MailTransport, outboxTransport, smtpTransport } from './mail/transport.ts';
import { Readiness, databaseCheck, providerCheck } from './operations/readiness.ts';
import { paths } from './paths.ts';
import type { PrivacyFormDeps } from './portal/privacy.ts';
import { loadContent } from './portal/content.ts';
import { documentData, hasPage, pageData, signInMetadata } from './portal/document.ts';
import { createPrerenderedPages } from './portal/prerendered-pages.ts';
import { createSearch } from './portal/search.ts';
import { postForTextAlerts } from './service/due-work/post-all.ts';

export interface Assembled {
  readonly app: Hono<AppBindings>;
  /** Undefined with an external sign-in provider. */
  readonly signIn: EmbeddedSignIn | undefined;
  readonly clock: BusinessClock;
  /** The folder of the demo people. */
  readonly demo: string;
  /** The document store. */
  readonly documents: DocumentUploads;
  /** Delivers the emails and texts in the outbox. The caller starts it. */
  readonly mail: MailDelivery;
  /** Brings borrowers with text alerts up to date, so that their texts are added to the outbox. */
  readonly textAlertSteps: () => Promise<void>;
  /** The readiness that `/readyz` reports. */
  readonly readiness: Readiness;
}

export interface Folders {
  /** The built portal. */
  readonly portal: string;
  /** The script that prerenders pages, which may be missing. If undefined, no pages are prerendered. */
  readonly prerender?: string;
  /** The inline script that starts authorization early, which may be missing. */
  readonly authorizationPrefetch?: string;
  /** The built flow workbench, which need not exist; left out, it is not served. */
  readonly flows?: string;
  /** The shipped configuration, feature flags and icons. */
  readonly settings: string;
  /** The folder of uploaded documents. With a bucket, only incoming files are stored here. */
  readonly documents: string;
  /** The folder for emails if there is no mail server. */
  readonly outbox: string;
}

interface SignInDeps {
  readonly env: ServerEnv;
  readonly db: Database;
  readonly issuer: string;
  readonly configuration: Settings['configuration'];
  /** The demo people. Empty if the database contains no demo data. */
  readonly demoPeople: readonly DemoChoice[];
  /** The folder of the built portal. */
  readonly portal: string;
  /** The outbox folder, if pages may name it. */
  readonly outbox: string | undefined;
}

/** Returns the token verifier and the embedded provider, if there is no external one. */
async function createSignIn({ env, db, issuer, configuration, demoPeople, portal, outbox }: SignInDeps) {
  const audience = configuration.signIn.apiAudience;
  const verifier = (keys: Parameters<typeof verifyTokens>[0]['keys']): TokenVerifier =>
    verifyTokens({ keys, issuer, audience });
  if (env.oidcIssuer !== undefined) return { verify: verifier(discoveredKeys(issuer)), signIn: undefined };
  const keys = await providerKeys(db);
  const provider = createProvider({ db, keys, configuration, publicUrl: env.publicUrl, proxies: env.proxies });
  const pages = createInteractions({
    db,
    provider,
    publicUrl: env.publicUrl,
    servicer: configuration.servicer,
    demoPeople,
    portalFonts: (await readPreloads(portal)).fonts,
    product: configuration.federalProduct,
    impersonatorRole: configuration.signIn.impersonatorRole,
    payerApplicationId: configuration.signIn.payerApplicationId,
    scripts: { 'sign-out': paths.signOutScript, 'sign-in': paths.signInScript },
    proxies: env.proxies,
    cookieSecret: keys.cookie,
    outbox,
  });
  return { verify: verifier(createLocalJWKSet({ keys: [toPublicKey(keys)] })), signIn: { provider, pages } };
}

/** Returns the demo people for the sign-in page. */
const demoChoices = (people: readonly DemoPerson[]): DemoChoice[] =>
  people.map((person) => ({
    username: person.signIn,
    password: DEMO_PASSWORD,
    name: `${person.givenName} ${person.familyName}`,
    situation: person.situation,
    shows: person.shows,
    isFederal: person.role === 'borrower' && person.identityProvider === 'federal',
    isImpersonator: person.role === 'impersonator',
  }));

/** Returns names that an attacker who knows the portal would try first as a password. */
const listPortalNames = ({ servicer, federalProduct }: Settings['configuration']): string[] => [
  'Borrower Portal',
  servicer.name,
  servicer.shortName,
  federalProduct,
];

/** Returns the folders to search, with the deployment's folder first. */
const replaceable = ({ dataFolder }: ServerEnv, name: string, shipped: string): string[] =>
  dataFolder === undefined ? [shipped] : [join(dataFolder, name), shipped];

/** Returns the folder of the demo data: the deployment's, if it contains people. */
const getDemoFolder = ({ dataFolder }: ServerEnv): string =>
  dataFolder !== undefined && existsSync(join(dataFolder, 'people')) ? dataFolder : paths.demo;

/** The managed text with the ids of videos that pages may embed (P §4). */
const VIDEO_IDS = { section: 'globalsitesettings', name: 'AllowableVideoIDs' };

/** The parts of the database that the server uses. */
type UsedDatabase = Pick<OpenedDatabase, 'db' | 'isDistributed' | 'withoutLimits'>;

interface TestModeDeps {
  readonly env: ServerEnv;
  readonly database: UsedDatabase;
  readonly clock: JourneyClock;
  readonly journeys: Journeys;
  /** The folder of the demo people. */
  readonly demo: string;
  readonly roles: RoleIds;
  readonly signIn: EmbeddedSignIn | undefined;
  readonly documents: DocumentUploads;
}

/** Returns the ids of all files that document rows reference. */
async function fileIdsIn(db: Database): Promise<string[]> {
  const tables = [documentRows, anonymousDocuments];
  const rows = await Promise.all(tables.map((table) => db.select({ fileId: table.fileId }).from(table)));
  return rows.flat().map(({ fileId }) => fileId);
}

/** Returns the operations of the test endpoints. */
function createTestMode({
  env,
  database,
  clock,
  journeys,
  demo,
  roles,
  signIn,
  documents,
}: TestModeDeps): Omit<TestMode, 'faults'> {
  const today = () => businessDate(clock.now());
  const { db } = database;
  const copies = new DemoCopies(db, demo, roles);
  return {
    clock,
    journeys,
    reset: async ({ sessions }) => {
      clock.reset(env.now ?? new Date());
      const before = await fileIdsIn(db);
      await database.withoutLimits((unlimited) => resetDemoData(unlimited, demo, today(), roles));
      const after = new Set(await fileIdsIn(db));
      for (const fileId of before) if (!after.has(fileId)) await documents.remove(db, { fileId });
      await (sessions ? forgetSignIns(db) : forgetAttempts(db));
    },
    copyPerson: (like) => copies.copy(like, today()),
    openSession: async (name, connection) =>
      signIn !== undefined && (await openSession(db, signIn.provider, name, connection)),
  };
}

/** Returns the document store: in the configured bucket, otherwise in the folder. */
const createDocumentUploads = (
  { bucket, scanner, anonymousMegabytes, anonymousDays, borrowerMegabytes, dailyMegabytes }: ServerEnv,
  folder: string,
  configuration: Settings['configuration'],
) =>
  new DocumentUploads({
    store: bucket === undefined ? folderStore(folder) : bucketStore(bucket),
    scanner: scanner && clamdScanner(scanner),
    staging: join(folder, 'arriving'),
    settings: {
      ...configuration.documents,
      maxAnonymousMegabytes: anonymousMegabytes,
      maxBorrowerMegabytes: borrowerMegabytes,
      maxDailyMegabytes: dailyMegabytes,
      anonymousDays,
      typeIdsOfApplications: configuration.postponementDocuments,
    },
  });

/** Returns the SMTP transport, or the outbox folder if there is no mail server. */
const createMailTransport = ({ smtp }: ServerEnv, outbox: string): MailTransport =>
  smtp === undefined ? outboxTransport(outbox) : smtpTransport(smtp);

/** Returns the outbox folder for display: relative if it is below the working directory. */
export function shownFolder(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path.startsWith('..') ? folder : path;
}

/** Returns the facts for validating privacy forms. */
function toPrivacyFormDeps({ privacyForm, servicer }: Settings['configuration']): PrivacyFormDeps {
  const { relationships, agentRelationships, ...limits } = privacyForm;
  return { limits, relationships, agentRelationships, servicer: servicer.name };
}

/** Returns the version of the portal's build. Undefined if there is no build. */
const buildVersionIn = (portal: string): Promise<string | undefined> =>
  readFile(join(portal, 'build-version.txt'), 'utf8').then(
    (version) => version.trim(),
    () => undefined,
  );

/** Assembles the server. Seeds a new database with the demo people if they are enabled. */
export async function assemble(env: ServerEnv, database: UsedDatabase, folders: Folders): Promise<Assembled> {
  const { publicUrl } = env;
  const { db } = database;
  const issuer = env.oidcIssuer ?? `${publicUrl}${OIDC_BASE}`;
  const settings = await loadSettings({ folders: replaceable(env, '', folders.settings), publicUrl, issuer });
  const { configuration } = settings;
  const { minDependents, maxDependents } = configuration;
  const content = await loadContent(replaceable(env, 'content', paths.content).toReversed(), configuration.signIn);
  const journeys = new Journeys();
  const testClock = env.isTest ? new JourneyClock(createClock(env.now), journeys) : undefined;
  const clock = testClock ?? createClock(env.now);
  const demo = getDemoFolder(env);
  const roles = configuration.signIn;
  if (env.hasDemoPeople) {
    await database.withoutLimits((unlimited) => loadDemoData(unlimited, demo, businessDate(clock.now()), roles));
  }
  const people = env.hasDemoPeople ? await readPeople(demo, businessDate(clock.now())) : [];
  const demoPeople = demoChoices(people);
  const outbox = env.hasDemoPeople && env.smtp === undefined ? shownFolder(folders.outbox) : undefined;
  const { portal } = folders;
  const { verify, signIn } = await createSignIn({ env, db, issuer, configuration, demoPeople, portal, outbox });
  const search = createSearch({ pages: content.pages, portalPages: listPages(roles), configuration });
  const documents = createDocumentUploads(env, folders.documents, configuration);
  await storeDemoDocuments(documents, people);
  // There is no text message service. In the demo, codes are files in the outbox folder.
  const textOutbox = env.hasDemoPeople ? shownFolder(folders.outbox) : undefined;
  const stepSettings = {
    applicationDurations: configuration.applicationDurations,
    hostilePaySince: configuration.hostilePayMinimumDisbursementDate,
    termThreshold: toThreshold(configuration.termRepaymentAmount),
  };
  const { findHandler, createScope, owns } = createCallHandlers({
    ...stepSettings,
    documents,
    db,
    isDistributed: database.isDistributed,
    clock,
    content,
    search,
    chatUrl: configuration.chat.url,
    privacyForm: toPrivacyFormDeps(configuration),
    portalNames: listPortalNames(configuration),
    outbox,
    payers: {
      applicationId: roles.payerApplicationId,
      publicUrl,
      isLinkShown: env.hasDemoPeople && env.smtp === undefined,
    },
    servicer: configuration.servicer,
    textOutbox,
    cacheMegabytes: env.cacheMegabytes,
    idleSeconds: signIn === undefined ? undefined : sessionIdleSeconds(configuration),
    limits: { nameOnAccount: configuration.nameOnAccount, nickname: configuration.nickname },
    payoffQuoteDays: configuration.payoffQuoteDays,
    defermentStart: configuration.defermentStart,
    incomeLimits: { minDependents, maxDependents, idrAgiMaxAmount: configuration.idrAgiMaxAmount },
  });
  const { servicer } = configuration;
  const mail = new MailDelivery({
    db,
    transport: createMailTransport(env, folders.outbox),
    texts: textOutbox === undefined ? undefined : outboxTextSender(folders.outbox),
    from: env.mailFrom ?? { name: servicer.name, address: servicer.email },
    servicer,
    product: configuration.federalProduct,
    publicUrl,
  });
  const textAlertSteps = async () => {
    if (textOutbox === undefined) return;
    await postForTextAlerts(db, businessDate(clock.now()), { ...stepSettings, documents }, (_, error) =>
      logError('the texts of a borrower', error),
    );
  };
  const readiness = new Readiness({
    database: databaseCheck(db),
    signIn: env.oidcIssuer === undefined ? undefined : providerCheck(env.oidcIssuer),
    warning: () => replicationWarning(db),
  });
  const version = await buildVersionIn(folders.portal);
  const isClosed = isFlagEnabled(content.find({ section: 'globalsite', name: 'disabled-mma-enabled' })?.data);
  const app = createApp({
    calls: listCalls(roles),
    findHandler,
    gate: {
      verify,
      roles,
      createScope,
      owns,
      getSource: (c: Context<AppBindings>) => getSource(c.env?.incoming, env.proxies),
      contentVersion: content.version,
      isClosed,
    },
    settings,
    publicUrl,
    issuer,
    videoIds: parseVideoIds(content.find(VIDEO_IDS)?.data ?? ''),
    chat: createChat({ search, configuration, publicUrl }),
    folders: { portal: folders.portal, flows: env.hasFlows ? folders.flows : undefined },
    pageData: (address) => pageData(content, address),
    isPage: (address) => hasPage(content, roles, address),
    readiness,
    version,
    now: () => clock.now(),
    prerenderedPages: createPrerenderedPages(folders.prerender, () => clock.now()),
    documentData: documentData(settings, content, version, signIn && issuer),
    authorizationPrefetch:
      signIn &&
      (await readAuthorizationPrefetch(folders.authorizationPrefetch, {
        endpoint: signInMetadata(issuer).authorization_endpoint,
        clientId: configuration.signIn.clientId,
        apiAudience: configuration.signIn.apiAudience,
      })),
    test: testClock && createTestMode({ env, database, clock: testClock, journeys, demo, roles, signIn, documents }),
  });
  return { app, signIn, clock, demo, documents, mail, textAlertSteps, readiness };
}
