/** Runs the startup machine and, once it has ended, the portal itself. */
import { useActorRef, useSelector } from '@xstate/react';
import { useContext, useEffect, useState } from 'react';
import { createBrowserRouter } from 'react-router-dom';
import { createActor } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import { routeOf } from '#domain/portal/routes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { createRunner, provideEffects } from '#machines/kit/effect.ts';
import type { Running } from '#machines/kit/view.ts';
import { type SessionInput, session } from '#machines/session/session/session.machine.ts';
import { type StartupParts, startup } from '#machines/portal/startup/startup.machine.ts';
import { createClient } from '../../api/client.ts';
import { StartupScreen } from '../../views/portal/startup/StartupScreen.tsx';
import { accessEffects, withAccess } from '../access/access-effects.ts';
import { type AccessMemory, createAccessMemory } from '../access/access-memory.ts';
import { startFirstGuard } from '../access/guard.ts';
import { inspected } from '../inspection/inspection.ts';
import { createUnreadMessages, withUnread } from '../inbox/unread-messages.ts';
import { createActivity } from '../session/activity.ts';
import { createDraftsByPerson, createSessionEnd } from '../session/session-end.ts';
import { deployedVersion, portalEffects, startupEffects } from './effects.ts';
import { createLoaders } from '../content/loaders.ts';
import { logFailure } from '../page/log.ts';
import { SiteName, nameOfDocument, useDocumentTitle, useFocusOnHeading } from '../page/page.ts';
import { type Portal, createContentLoader } from '../portal.ts';
import { StartedPortal } from './StartedPortal.tsx';
import { portalRoutes } from './routes.tsx';
import { numberEntries } from '../browser/history-position.ts';
import { reloadOnBfcacheRestore } from '../browser/bfcache.ts';
import { releaseEffects } from '../browser/release.ts';
import { reloadPage } from '../browser/reload-page.ts';
import { createUnsaved } from '../browser/unsaved.ts';
import { loadPage } from '../pages/page-files.ts';
import { startMeasurement } from '../measurement/start-measurement.ts';
import type { SignIn } from '../session/sign-in.ts';
import { firstPageReady, firstRenderTimeout, renderWhenSettled } from '../first-load/first-render.ts';
import { bootstrap } from './bootstrap.ts';

/** Creates everything that exists once per page, before the startup machine runs. */
function createParts() {
  const { inDocument, hint, signIn, reads, isReturning, clockDifference, renewal, connect, apiBase } = bootstrap();
  const make = createClient({
    apiBase,
    accessToken: () => signIn.accessToken(),
    renewedToken: () => signIn.renewedToken(),
    answerInDocument: inDocument.takeAnswer,
    prefetched: reads.take,
    onWrite: reads.clear,
  });
  // The session must begin only once, however often the page is drawn.
  let portal: Portal | undefined;
  /** Who is signed in, or was until the session ended. */
  let lastPerson: Person | undefined;
  let sessionActor: Portal['session'] | undefined;
  /** The sign-in begins as soon as it is known where, beside the rest of the startup. */
  const keep = (read: Configuration) => {
    connect(read);
    const { page, audience } = routeOf(location.pathname) ?? {};
    // Prefetches the code that the router's lazy route loads. A failure is reported there.
    if (page !== undefined) loadPage(page).catch(() => undefined);
    if (sessionActor !== undefined) return;
    sessionActor = startSession({
      run,
      signIn,
      // On a page for signed-in people, the provider may have a session even if this browser has no hint of it.
      input: { isReturning, mayBeSignedIn: hint.has() || audience === 'signedIn' },
    });
    sessionActor.subscribe(({ context: { person } }) => {
      lastPerson = person ?? lastPerson;
    });
  };
  const memory = createAccessMemory(sessionStorage);
  const unread = createUnreadMessages(sessionStorage);
  const activity = createActivity(localStorage, () => Date.now());
  const drafts = createDraftsByPerson({ storage: sessionStorage, run: (...asked) => carryOut(...asked) });
  const ending = createSessionEnd({
    storage: sessionStorage,
    drafts: async () => lastPerson && drafts.ending(lastPerson.webAccountId),
    place: () => {
      const { pathname, search, hash } = location;
      return lastPerson && { address: pathname + search + hash, webAccountId: lastPerson.webAccountId };
    },
    clearFacts: () => {
      memory.forget();
      unread.forget();
    },
  });
  const unsaved = createUnsaved(window);
  const carryOut = createRunner(make, {
    'page.load': ({ page }) => loadPage(page),
    ...releaseEffects({
      storage: sessionStorage,
      deployedVersion,
      isUnsaved: unsaved.isAny,
      reload: () => void reloadPage(),
    }),
    ...startupEffects({ clockDifference: clockDifference.take, configured: keep, fileInDocument: inDocument.takeFile }),
    ...portalEffects({
      signIn,
      renewal: renewal.take,
      now: () => portal?.now() ?? new Date(),
      activity,
      ending,
      isPagePublic: () => routeOf(location.pathname)?.audience === 'anyone',
    }),
    ...accessEffects({
      memory,
      webAccountId: () => portal?.session.getSnapshot().context.person?.webAccountId,
      go: async (address) => portal?.router.navigate(address),
    }),
  });
  const run = withUnread(withAccess(carryOut, memory), unread, () => lastPerson?.webAccountId);
  const portalOf = ({ staticFiles, ...answers }: StartupParts): Portal => {
    if (portal !== undefined) return portal;
    if (sessionActor === undefined) throw new Error('The session has not begun');
    portal = createPortal({
      started: { ...staticFiles, ...answers },
      session: sessionActor,
      run,
      memory,
      unread,
      activity,
      draftsOf: drafts.of,
      unsaved,
    });
    reloadOnBfcacheRestore(window, () => location.reload());
    // Sends recent entries before the page may be closed.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') drafts.present()?.flush();
    });
    return portal;
  };
  return { run, portalOf };
}

interface SessionParts extends Pick<Portal, 'run'> {
  readonly signIn: SignIn;
  readonly input: SessionInput;
}

function startSession({ run, signIn, input }: SessionParts): Portal['session'] {
  const actor = createActor(provideEffects(session, run), { input, ...inspected() });
  actor.start();
  signIn.watch((end) => actor.send({ type: 'session.ended', end }));
  return actor;
}

interface PortalParts extends Pick<
  Portal,
  'started' | 'run' | 'session' | 'activity' | 'unread' | 'draftsOf' | 'unsaved'
> {
  readonly memory: AccessMemory;
}

function createPortal({
  started,
  session: sessionActor,
  run,
  memory,
  unread,
  activity,
  draftsOf,
  unsaved,
}: PortalParts): Portal {
  const portal = {
    started,
    run,
    session: sessionActor,
    ...numberEntries(() => createBrowserRouter(portalRoutes()), window),
    access: memory,
    unread,
    activity,
    draftsOf,
    unsaved,
    now: () => new Date(Date.now() + started.clockDifference),
    browser: { tab: sessionStorage, userAgent: navigator.userAgent, cookies: () => document.cookie },
    loadContent: createContentLoader(run, started, routeOf(location.pathname)?.sections),
    ...createLoaders(run, started),
  };
  return { ...portal, firstGuard: startFirstGuard(portal) };
}

/** The page before the portal has started, or when it could not. */
export function Opening(props: Running<typeof startup>) {
  const couldNotLoad = props.state.matches('couldNotLoad');
  const name = useContext(SiteName);
  useDocumentTitle(couldNotLoad ? 'The site could not be opened' : 'Opening the site');
  useFocusOnHeading(couldNotLoad ? 'could-not-open' : 'opening');
  return <StartupScreen {...props} name={name} width={routeOf(location.pathname)?.width} />;
}

/** The whole page. */
export function Start() {
  const [parts] = useState(createParts);
  const [machine] = useState(() => provideEffects(startup, parts.run));
  const actor = useActorRef(machine, { input: {}, ...inspected() });
  const state = useSelector(actor, (snapshot) => snapshot);

  const { failure } = state.context;
  useEffect(() => {
    if (failure !== null) logFailure('The portal could not start', failure);
  }, [failure]);

  useEffect(() => {
    const missing = actor.on('part.missing', ({ part, failure: why }) => logFailure(`${part} is missing`, why));
    return () => missing.unsubscribe();
  }, [actor]);

  const { output } = state;
  const [portal, setPortal] = useState<Portal>();
  const isStarted = portal !== undefined;
  const [isOpeningSeen, setOpeningSeen] = useState(false);
  useEffect(() => {
    if (isStarted) return undefined;
    const showing = setTimeout(() => setOpeningSeen(true), firstRenderTimeout(document));
    return () => clearTimeout(showing);
  }, [isStarted]);

  useEffect(() => {
    if (output?.result !== 'loaded') return undefined;
    const made = parts.portalOf(output.loaded);
    return renderWhenSettled(
      [firstPageReady(made.router), made.firstGuard?.decided ?? Promise.resolve(), startMeasurement(made)],
      () => setPortal(made),
      firstRenderTimeout(document),
    );
  }, [output, parts]);
  if (portal !== undefined) return <StartedPortal portal={portal} />;
  // A start that takes but a moment is not worth a word.
  if (!isOpeningSeen && !state.matches('couldNotLoad')) return null;
  return (
    <SiteName value={nameOfDocument(document)}>
      <Opening state={state} send={(event) => actor.send(event)} />
    </SiteName>
  );
}
