/** What stands around every page: the layout for who is signed in, and the answer to who may open the address. */
import { useSelector } from '@xstate/react';
import { type MouseEvent, useEffect, useMemo } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import * as v from 'valibot';
import { createActor } from 'xstate';
import { type AccessVerdict, access } from '#machines/access/access.machine.ts';
import { Busy, Button, Notice, PageHeading } from '../ui/index.ts';
import { Layout } from './Layout.tsx';
import { useDocumentTitle, useFocusOnHeading } from './page.ts';
import { usePortal } from './portal.ts';

const Handle = v.object({ audience: v.picklist(['anyone', 'visitors', 'signedIn']), title: v.optional(v.string()) });

/** For whom the present route is; a route that does not say is for signed-in people. */
function useHandle(): v.InferOutput<typeof Handle> {
  const matches = useMatches();
  const handle = v.safeParse(Handle, matches.at(-1)?.handle);
  return handle.success ? handle.output : { audience: 'signedIn' };
}

/** The verdict of the access chart on the present address. */
function useVerdict(): AccessVerdict {
  const { session } = usePortal();
  const person = useSelector(session, ({ context }) => context.person);
  const { pathname: path } = useLocation();
  const { audience } = useHandle();
  return useMemo(() => {
    const actor = createActor(access, { input: { path, audience, person } });
    return actor.start().getSnapshot().output ?? { kind: 'signIn' };
  }, [path, audience, person]);
}

function Waiting({ text }: { text: string }) {
  const title = text.replace('…', '');
  useDocumentTitle(title);
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Busy text={text} />
    </>
  );
}

function CouldNotSignIn() {
  const { session } = usePortal();
  useDocumentTitle('Sign-in was not finished');
  return (
    <>
      <PageHeading>Sign-in was not finished</PageHeading>
      <Notice
        kind="error"
        heading="Sorry, we could not sign you in."
        action={<Button onClick={() => session.send({ type: 'signIn.wanted', returnTo: '/' })}>Log In</Button>}
      >
        <p>The sign-in page could not be reached, or the sign-in was left before its end. Please try again.</p>
      </Notice>
    </>
  );
}

/** Signs in, and comes back to the address that was asked for. */
function SignInFirst() {
  const { session, router } = usePortal();
  useEffect(() => {
    const { pathname, search, hash } = router.state.location;
    session.send({ type: 'signIn.wanted', returnTo: pathname + search + hash });
  }, [session, router]);
  return <Waiting text="Taking you to sign-in…" />;
}

/** A page with a title of its own gets it, and focus goes to its heading; a flow does both itself. */
function Allowed() {
  const { title } = useHandle();
  return title === undefined ? <Outlet /> : <TitledPage title={title} />;
}

function TitledPage({ title }: { title: string }) {
  const { pathname } = useLocation();
  useDocumentTitle(title);
  useFocusOnHeading(pathname);
  return <Outlet />;
}

/** The page itself, if the person may open it. */
function Page() {
  const { session, router } = usePortal();
  const state = useSelector(session, (snapshot) => snapshot);
  const verdict = useVerdict();
  const { returnTo } = state.context;

  useEffect(() => {
    if (!state.matches('signedIn') || returnTo === null) return;
    const arrive = async () => {
      await router.navigate(returnTo, { replace: true });
      session.send({ type: 'person.arrived' });
    };
    void arrive();
  }, [state, returnTo, session, router]);

  if (state.hasTag('busy') || (state.matches('signedIn') && returnTo !== null)) return <Waiting text="One moment…" />;
  if (state.matches('couldNotSignIn')) return <CouldNotSignIn />;
  switch (verdict.kind) {
    case 'allowed':
      return <Allowed />;
    case 'redirect':
      return <Navigate to={verdict.to} replace />;
    case 'signIn':
      return <SignInFirst />;
  }
}

/** What the history is told of a link that starts a flow anew (P §2.3). */
const restartState = (link: HTMLAnchorElement) => (link.dataset['restarts'] === undefined ? null : { restarts: true });

/** Follows a link of the portal without loading the page anew; every other link is the browser's. */
function useLinks() {
  const { router } = usePortal();
  return (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target === '_blank' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || /^\/(api|oidc|flows)(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    const isSamePage = link.hash !== '' && link.pathname === location.pathname;
    if (isSamePage) document.getElementById(decodeURIComponent(link.hash.slice(1)))?.focus();
    else void router.navigate(link.pathname + link.search + link.hash, { state: restartState(link) });
  };
}

export function Shell() {
  const follow = useLinks();
  return (
    // Keys reach links by themselves and arrive here as clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={follow}>
      <Layout>
        <Page />
      </Layout>
    </div>
  );
}
