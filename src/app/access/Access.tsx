/** Renders the page of the current address if the access machine allows it; nothing of it before the decision. */
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import { type AccessDecision, access } from '#machines/session/access/access.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { inspected } from '../inspection/inspection.ts';
import { PageHeading } from '../../ui/index.ts';
import { NotOpened } from '../../views/session/access/NotOpened.tsx';
import { PagePlaceholder } from '../page/PagePlaceholder.tsx';
import { type AccessCheck, checkInputFor, toCheckKey } from './access-check.ts';
import { useDocumentTitle, useFocusOnHeading } from '../page/page.ts';
import { usePerson } from '../session/use-session.ts';
import { useAccess } from './use-access.ts';
import { useStarted } from '../page/use-started.ts';
import { useRouter } from '../page/use-router.ts';
import { useSession } from '../session/use-session.ts';
import { useRoute } from '../page/use-route.ts';

/** Signs in, and returns to the requested address. */
function SignInFirst() {
  const { session } = useSession();
  const { router } = useRouter();
  useEffect(() => {
    const { pathname, search, hash } = router.state.location;
    session.send({ type: 'signIn.requested', returnTo: pathname + search + hash });
  }, [session, router]);
  return <PagePlaceholder title="Log In" text="Taking you to the log-in page…" />;
}

function CouldNotAsk({ onRetry }: { onRetry: () => void }) {
  useDocumentTitle("This page couldn't be opened");
  useFocusOnHeading('could-not-ask');
  return (
    <>
      <PageHeading>This page couldn't be opened</PageHeading>
      <NotOpened onRetry={onRetry} />
    </>
  );
}

/** Shown until the machine has decided. */
export function Undecided({
  state,
  title,
  onRetry,
}: {
  state: SnapshotFrom<typeof access>;
  title: string | undefined;
  onRetry: () => void;
}) {
  return state.matches('couldNotAsk') ? <CouldNotAsk onRetry={onRetry} /> : <PagePlaceholder title={title} />;
}

/** Stores the results of the machine before anything that follows from its decision reads them. */
function useOutcome(state: SnapshotFrom<typeof access>, webAccountId: string | undefined): AccessDecision | undefined {
  const { access: memory } = useAccess();
  const { router } = useRouter();
  const { output } = state;
  useLayoutEffect(() => {
    if (output === undefined) return;
    memory.select(webAccountId, output.known);
    const { pathname, search, hash } = router.state.location;
    if (output.decision.kind === 'requiredAction' && webAccountId !== undefined)
      memory.storeReturnUrl(webAccountId, pathname + search + hash);
  }, [output, memory, router, webAccountId]);
  return output?.decision;
}

interface CheckedProps {
  readonly route: PortalRoute | undefined;
  readonly person: Person | null;
  /** The page. */
  readonly children: ReactNode;
}

/** Checks who may open the route. */
function Requested(props: CheckedProps) {
  const { started, run } = useStarted();
  const { browser } = useRouter();
  const { access: memory } = useAccess();
  const [machine] = useState(() => provideEffects(access, run));
  const [input] = useState(() => checkInputFor({ started, browser, access: memory }, props.route, props.person));
  return <Checked {...props} check={useActorRef(machine, { input, ...inspected() })} />;
}

function Checked({ route, person, check, children }: CheckedProps & { check: AccessCheck }) {
  const state = useSelector(check, (snapshot) => snapshot);
  const decision = useOutcome(state, person?.webAccountId);
  switch (decision?.kind) {
    case undefined:
      return <Undecided state={state} title={route?.title} onRetry={() => check.send({ type: 'retry.requested' })} />;
    case 'allowed':
      return children;
    case 'redirect':
    case 'requiredAction':
      return <Navigate to={decision.to} replace />;
    case 'signIn':
      return <SignInFirst />;
  }
}

/** The check for the first page started before the page rendered. */
function FirstOrRequested({ checkKey, ...props }: CheckedProps & { checkKey: string }) {
  const { firstCheck } = useAccess();
  const [check] = useState(() => firstCheck?.take(checkKey));
  return check === undefined ? <Requested {...props} /> : <Checked {...props} check={check} />;
}

/**
 * Checks access again whenever the route or the person changes. Within one route, such as the steps of a flow, the
 * decision remains valid: a running flow is never unmounted for a new check.
 */
export function Access({ children }: { children: ReactNode }) {
  const route = useRoute();
  const person = usePerson();
  const key = toCheckKey(route, person);
  return (
    <FirstOrRequested key={key} checkKey={key} route={route} person={person}>
      {children}
    </FirstOrRequested>
  );
}
