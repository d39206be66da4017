/** The shell of every page: the layout for the current person, and the access check for the address. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { storageNeeded } from '#domain/session/identity/messages.ts';
import { type PortalRoute, findRoute } from '#domain/portal/routes.ts';
import type { session } from '#machines/session/session/session.machine.ts';
import { Button, Notice, PageHeading, PendingBar, useLogInOffered } from '../../ui/index.ts';
import { Access } from '../access/Access.tsx';
import { ConfirmationWatch } from './ConfirmationWatch.tsx';
import { IdleWatch } from './IdleWatch.tsx';
import { Layout } from './Layout.tsx';
import { useLinks } from './links.ts';
import { PagePlaceholder } from '../page/PagePlaceholder.tsx';
import { useDocumentTitle, useFocusOnHeading } from '../page/page.ts';
import { useRouter } from '../page/use-router.ts';
import { useSession } from '../session/use-session.ts';
import { useRoute } from '../page/use-route.ts';

/** Cancels a pending sign-in when the person follows a link or goes back, since they now want another page. */
function usePageLeft(): void {
  const { session } = useSession();
  const { key } = useLocation();
  const [opened] = useState(key);
  useEffect(() => {
    if (key !== opened) session.send({ type: 'page.left' });
  }, [key, opened, session]);
}

function LeavingForSignIn({ children }: { children: ReactNode }) {
  usePageLeft();
  return children;
}

const NOT_FINISHED = "We couldn't reach the log-in page, or you left before logging in finished. Please try again.";

function CouldNotSignIn({ why }: { readonly why: string }) {
  const { session } = useSession();
  const isLogInOffered = useLogInOffered();
  usePageLeft();
  useDocumentTitle("Log-in wasn't finished");
  useFocusOnHeading('sign-in-not-finished');
  return (
    <>
      <PageHeading>Log-in wasn't finished</PageHeading>
      <Notice
        kind="error"
        heading="Sorry, we couldn't log you in."
        action={isLogInOffered && <Button onClick={() => session.send({ type: 'retry.requested' })}>Log In</Button>}
      >
        <p>{why}</p>
      </Notice>
    </>
  );
}

/** Returns the title of a loading page: that of the requested page, of logging in, or of logging out. */
function getTitle(state: SnapshotFrom<typeof session>, route: PortalRoute | undefined) {
  const { person, returnTo } = state.context;
  if (state.matches('leavingForSignIn') || (state.matches('atTheProvider') && person === null)) return 'Log In';
  if (['leavingForSignOut', 'endingHere', 'atTheProvider'].includes(state.value)) return 'Log Out';
  return (returnTo === null ? route : findRoute(returnTo))?.title;
}

/** The page itself, if the person may open it. */
function Page() {
  const route = useRoute();
  const { session } = useSession();
  const { router } = useRouter();
  const state = useSelector(session, (snapshot) => snapshot);
  const { returnTo } = state.context;
  const isStanding = state.matches('signedIn') || state.matches('signedOut');

  const { key } = useLocation();
  const [reached, setReached] = useState<string | null>(null);

  useEffect(() => {
    if (!isStanding || returnTo === null) return;
    const go = async () => {
      await router.navigate(returnTo, { replace: true });
      setReached(returnTo);
    };
    void go();
  }, [isStanding, returnTo, router]);

  // The router has changed before its page has rendered: this must not request the previous page again.
  useEffect(() => {
    const isThere = reached !== null && reached === returnTo && key === router.state.location.key;
    if (isThere) session.send({ type: 'person.arrived' });
  }, [reached, returnTo, key, router, session]);

  if (state.hasTag('busy') || (isStanding && returnTo !== null)) {
    const waiting = <PagePlaceholder title={getTitle(state, route)} phase={state.value} />;
    return state.matches('leavingForSignIn') ? <LeavingForSignIn>{waiting}</LeavingForSignIn> : waiting;
  }
  if (state.matches('couldNotSignIn')) return <CouldNotSignIn why={NOT_FINISHED} />;
  if (state.matches('withoutStorage')) return <CouldNotSignIn why={storageNeeded} />;
  return (
    <Access>
      <Outlet />
    </Access>
  );
}

/** Shows that the code of the next page is loading. */
const PendingPage = () => (useNavigation().state === 'idle' ? null : <PendingBar />);

export function Shell() {
  const follow = useLinks();
  const isSignedIn = useSelector(useSession().session, (snapshot) => snapshot.matches('signedIn'));
  return (
    // Keys reach links by themselves and arrive here as clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={follow}>
      <PendingPage />
      <Layout>
        <Page />
      </Layout>
      {isSignedIn && <ConfirmationWatch />}
      {isSignedIn && <IdleWatch />}
    </div>
  );
}
