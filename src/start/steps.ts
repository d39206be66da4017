/**
 * The five startup steps: connection, client, session, drafts, portal. Each creates objects that exist once per page and
 * uses the results of the steps before it. The startup machine runs between the fourth and the fifth.
 */
import { createBrowserRouter } from 'react-router-dom';
import { createActor } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import { findRoute } from '#domain/portal/routes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { type RunEffect, createRunner, provideEffects } from '#machines/kit/effect.ts';
import type { StartupParts } from '#machines/portal/startup/startup.machine.ts';
import { session } from '#machines/session/session/session.machine.ts';
import { createClient } from '../api/client.ts';
import { accessEffects, withAccess } from '../app/access/access-effects.ts';
import { createAccessMemory, inAllTabs } from '../app/access/access-memory.ts';
import { startFirstCheck } from '../app/access/access-check.ts';
import { createUploads } from '../app/uploads/uploads.ts';
import { finishingWrites } from '../app/browser/finish-writes.ts';
import { createOutdated, withOutdated } from '../app/browser/outdated.ts';
import { reloadOnBfcacheRestore } from '../app/browser/bfcache.ts';
import { numberEntries } from '../app/browser/history-position.ts';
import { releaseEffects } from '../app/browser/release.ts';
import { reloadPage } from '../app/browser/reload-page.ts';
import { browserStorage, tabStorage } from '../app/browser/storage.ts';
import { createUnsaved } from '../app/browser/unsaved.ts';
import { createContentLoader } from '../app/content/content-loader.ts';
import { createLoaders } from '../app/content/loaders.ts';
import { createDraftsByPerson } from '../app/drafts/drafts-by-person.ts';
import { createUnreadMessages, withUnread } from '../app/inbox/unread-messages.ts';
import { inspected } from '../app/inspection/inspection.ts';
import { loadPage } from './page-files.ts';
import type { Portal } from '../app/portal.ts';
import { createActivity } from '../app/session/activity.ts';
import { createConfirmations, withConfirmations } from '../app/session/confirmations.ts';
import { createSessionEnd } from '../app/session/session-end.ts';
import { bootstrap } from './bootstrap.ts';
import { deployedVersion, portalEffects, startupEffects } from './effects.ts';
import { portalRoutes } from './routes.tsx';

type Connection = ReturnType<typeof bootstrap>;

/** Creates the client. It takes responses that are in the document or in flight, and renews the access token. */
const createCalls = ({ apiBase, signIn, inDocument, reads }: Connection) =>
  createClient({
    apiBase,
    accessToken: () => signIn.accessToken(),
    renewedToken: () => signIn.renewedToken(),
    answerInDocument: inDocument.takeAnswer,
    prefetched: reads.take,
    onWrite: reads.clear,
  });

/** Starts the session once, when the configuration is known, and stores the person who was signed in last. */
function createSession({ connect, signIn, hint, isReturning }: Connection, run: RunEffect) {
  let actor: Portal['session'] | undefined;
  let lastPerson: Person | undefined;
  return {
    begin: (configuration: Configuration): void => {
      connect(configuration);
      const { page, audience } = findRoute(location.pathname) ?? {};
      // Prefetches the code that the router's lazy route loads. A failure is reported there.
      if (page !== undefined) loadPage(page).catch(() => undefined);
      if (actor !== undefined) return;
      // On a page for signed-in people, the provider may have a session even if this browser has no hint of it.
      const input = { isReturning, mayBeSignedIn: hint.has() || audience === 'signedIn' };
      const sessionActor = createActor(provideEffects(session, run), { input, ...inspected() });
      sessionActor.start();
      signIn.watch((end) => sessionActor.send({ type: 'session.ended', end }));
      sessionActor.subscribe(({ context: { person } }) => {
        lastPerson = person ?? lastPerson;
      });
      actor = sessionActor;
    },
    actor: () => actor,
    /** Returns the person who is signed in, or was until the session ended. */
    lastPerson: () => lastPerson,
  };
}

/** Creates the drafts, and the cleanup of drafts and other stored data when the session ends. */
function createDrafts(lastPerson: () => Person | undefined, run: RunEffect) {
  const access = inAllTabs(createAccessMemory(tabStorage), new BroadcastChannel('portal-access'));
  const unread = createUnreadMessages(tabStorage);
  const drafts = createDraftsByPerson({ storage: tabStorage, run });
  const unsaved = createUnsaved(window);
  const uploads = createUploads({ unsaved, place: () => location.pathname });
  const endSession = createSessionEnd({
    storage: tabStorage,
    drafts: async () => {
      const person = lastPerson();
      return person && drafts.ending(person.webAccountId);
    },
    place: () => {
      const { pathname, search, hash } = location;
      const person = lastPerson();
      return person && { address: pathname + search + hash, webAccountId: person.webAccountId };
    },
    clearFacts: () => {
      access.forget();
      unread.forget();
    },
  });
  const ending: typeof endSession = async (end) => {
    // If the person logs out, the browser asks before it aborts uploads.
    if (end !== 'chosen') uploads.stop();
    return endSession(end);
  };
  return { access, unread, drafts, ending, unsaved, uploads };
}

/** Creates everything that exists once per page, before the startup machine runs. */
export function createParts() {
  const connection = bootstrap();
  const { signIn, clockDifference, inDocument, renewal } = connection;
  const call = createCalls(connection);
  const { begin, actor, lastPerson } = createSession(connection, (...requested) => run(...requested));
  // Drafts are sent without the side effects of the page's own calls.
  const { access, unread, drafts, ending, unsaved, uploads } = createDrafts(lastPerson, (...requested) =>
    carryOut(...requested),
  );
  const activity = createActivity(browserStorage, () => Date.now());
  let portal: Portal | undefined;
  const carryOut = createRunner(call, {
    'page.load': ({ page }) => loadPage(page),
    ...releaseEffects({
      storage: tabStorage,
      deployedVersion,
      isUnsaved: unsaved.isAny,
      reload: () => void reloadPage(),
    }),
    ...startupEffects({
      clockDifference: clockDifference.take,
      configured: begin,
      fileInDocument: inDocument.takeFile,
    }),
    ...portalEffects({
      signIn,
      renewal: renewal.take,
      now: () => portal?.now() ?? new Date(),
      activity,
      ending,
      isPagePublic: () => findRoute(location.pathname)?.audience === 'anyone',
    }),
    ...accessEffects({
      memory: access,
      webAccountId: () => portal?.session.getSnapshot().context.person?.webAccountId,
      go: async (address) => portal?.router.navigate(address),
    }),
  });
  const confirmations = createConfirmations();
  const confirmed = withConfirmations(carryOut, confirmations);
  const outdated = createOutdated({
    page: document,
    channel: new BroadcastChannel('portal-changes'),
    now: () => Date.now(),
  });
  const webAccountId = () => lastPerson()?.webAccountId;
  const noted = withOutdated(withAccess(uploads.going(finishingWrites(confirmed)), access, webAccountId), outdated);
  const run = withUnread(noted, unread, webAccountId);
  /** Creates the portal on the first call; later calls return it. */
  const getPortal = ({ staticFiles, ...answers }: StartupParts): Portal => {
    if (portal !== undefined) return portal;
    const present = actor();
    if (present === undefined) throw new Error('The session has not started');
    portal = createPortal({
      started: { ...staticFiles, ...answers },
      session: present,
      run,
      access,
      unread,
      activity,
      confirmations,
      getDrafts: drafts.of,
      unsaved,
      watchOutdated: outdated.watch,
      uploads,
    });
    reloadOnBfcacheRestore(window, () => location.reload());
    // Sends recent entries before the page may be closed.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') drafts.present()?.flush();
    });
    return portal;
  };
  return { run, getPortal };
}

type Given = Pick<
  Portal,
  | 'started'
  | 'run'
  | 'session'
  | 'access'
  | 'activity'
  | 'confirmations'
  | 'unread'
  | 'getDrafts'
  | 'unsaved'
  | 'watchOutdated'
  | 'uploads'
>;

function createPortal(given: Given): Portal {
  const { started, run } = given;
  const portal = {
    ...given,
    ...numberEntries(() => createBrowserRouter(portalRoutes()), window),
    now: () => new Date(Date.now() + started.clockDifference),
    browser: { tab: tabStorage, userAgent: navigator.userAgent, cookies: () => document.cookie },
    loadContent: createContentLoader(run, started, findRoute(location.pathname)?.sections),
    ...createLoaders(run, started),
  };
  return { ...portal, firstCheck: startFirstCheck(portal) };
}
