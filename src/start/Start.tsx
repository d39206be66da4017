/** Runs the startup machine and, once it has ended, the portal itself. */
import { useActorRef, useSelector } from '@xstate/react';
import { useContext, useEffect, useState } from 'react';
import { findRoute } from '#domain/portal/routes.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import type { Running } from '#machines/kit/view.ts';
import { startup } from '#machines/portal/startup/startup.machine.ts';
import { StartupScreen } from '../views/portal/startup/StartupScreen.tsx';
import { firstPageReady, firstRenderTimeout, renderWhenSettled } from '../app/first-load/first-render.ts';
import { inspected } from '../app/inspection/inspection.ts';
import { startMeasurement } from '../app/measurement/start-measurement.ts';
import { logFailure } from '../app/page/log.ts';
import { SiteName, nameOfDocument, useDocumentTitle, useFocusOnHeading } from '../app/page/page.ts';
import type { Portal } from '../app/portal.ts';
import { StartedPortal } from './StartedPortal.tsx';
import { createParts } from './steps.ts';

/** The page before the portal has started, or when it could not. */
export function Opening(props: Running<typeof startup>) {
  const couldNotLoad = props.state.matches('couldNotLoad');
  const name = useContext(SiteName);
  useDocumentTitle(couldNotLoad ? "The site couldn't be opened" : 'Opening the site');
  useFocusOnHeading(couldNotLoad ? 'could-not-open' : 'opening');
  return <StartupScreen {...props} name={name} width={findRoute(location.pathname)?.width} />;
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
    const made = parts.getPortal(output.loaded);
    return renderWhenSettled(
      [firstPageReady(made.router), made.firstCheck?.decided ?? Promise.resolve(), startMeasurement(made)],
      () => setPortal(made),
      firstRenderTimeout(document),
    );
  }, [output, parts]);
  if (portal !== undefined) return <StartedPortal portal={portal} />;
  // Shows no message if the startup takes only a moment.
  if (!isOpeningSeen && !state.matches('couldNotLoad')) return null;
  return (
    <SiteName value={nameOfDocument(document)}>
      <Opening state={state} send={(event) => actor.send(event)} />
    </SiteName>
  );
}
