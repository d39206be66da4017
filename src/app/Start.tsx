/** Runs the startup chart and, once it has ended, the portal itself. */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createActor } from 'xstate';
import type { Configuration } from '#domain/portal/shapes.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session.machine.ts';
import { type Started, startedOf, startup } from '#machines/startup/startup.machine.ts';
import { createClient } from '../api/client.ts';
import { ContentSource, IconProvider, Pages } from '../ui/index.ts';
import { StartupScreen } from '../views/startup/StartupScreen.tsx';
import { discardAllDrafts } from './drafts.ts';
import { createRunner, portalEffects, startupEffects } from './effects.ts';
import { logFailure } from './log.ts';
import { SiteName } from './page.ts';
import { PortalProvider, type Portal, createContentLoader } from './portal.ts';
import { createRouter, hasPage } from './router.tsx';
import { CALLBACK_PATH, type SignIn, createSignIn } from './sign-in.ts';

/** All that is made once for a page, before the startup chart runs. */
function createParts() {
  let configuration: Configuration | undefined;
  const configured = () => {
    if (configuration === undefined) throw new Error('The configuration has not been read');
    return configuration;
  };
  const signIn = createSignIn(configured);
  const make = createClient({
    apiBase: () => new URL(configured().apiBase, location.origin).href,
    accessToken: () => signIn.accessToken(),
    renewedToken: () => signIn.renewedToken(),
  });
  // The session must begin only once, however often the page is drawn.
  let portal: Portal | undefined;
  const keep = (read: Configuration) => {
    configuration = read;
  };
  const run = createRunner(make, {
    ...startupEffects(make, keep),
    ...portalEffects(
      signIn,
      () => portal?.now() ?? new Date(),
      () => discardAllDrafts(sessionStorage),
    ),
  });
  const portalOf = (started: Started) => (portal ??= createPortal(started, signIn, run));
  return { run, portalOf };
}

function createPortal(started: Started, signIn: SignIn, run: RunEffect): Portal {
  const actor = createActor(provideEffects(session, run), {
    input: { isReturning: location.pathname === CALLBACK_PATH && /[?&](code|error)=/.test(location.search) },
  });
  actor.start();
  signIn.watch(() => actor.send({ type: 'session.ended' }));
  return {
    started,
    run,
    session: actor,
    router: createRouter(),
    now: () => new Date(Date.now() + started.clockDifference),
    loadContent: createContentLoader(run, started),
  };
}

/** The whole page. */
export function Start() {
  const [parts] = useState(createParts);
  const [machine] = useState(() => provideEffects(startup, parts.run));
  const actor = useActorRef(machine);
  const state = useSelector(actor, (snapshot) => snapshot);

  useEffect(() => {
    const subscription = actor.on('startup.failed', ({ failure }) => logFailure('The portal could not start', failure));
    return () => subscription.unsubscribe();
  }, [actor]);

  const started = state.matches('started') ? startedOf(state.context) : undefined;
  const portal = started && parts.portalOf(started);
  if (portal !== undefined) {
    const { configuration, icons } = portal.started;
    return (
      <PortalProvider value={portal}>
        <SiteName value={configuration.servicer.shortName}>
          <IconProvider icons={icons}>
            <ContentSource value={portal.loadContent}>
              <Pages value={hasPage}>
                <RouterProvider router={portal.router} />
              </Pages>
            </ContentSource>
          </IconProvider>
        </SiteName>
      </PortalProvider>
    );
  }
  return <StartupScreen state={state} send={(event) => actor.send(event)} />;
}
