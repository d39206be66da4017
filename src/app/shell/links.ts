/**
 * Handles clicks on links: links within the portal navigate without a page load, links in managed text follow P §2.6.
 */
import type { MouseEvent } from 'react';
import { isFlagEnabled } from '#domain/portal/content/rules.ts';
import { EXTERNAL_REDIRECT, parseExternalAddress } from '#domain/portal/external.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { openElsewhere } from '../browser/external.ts';
import { type ContentParts, useContent } from '../content/use-content.ts';
import { focusFragment } from '../page/page.ts';
import { type RouterParts, useRouter } from '../page/use-router.ts';
import { useStarted } from '../page/use-started.ts';
import { type SessionParts, useSession } from '../session/use-session.ts';

/** Returns the history state of a link that restarts a flow (P §2.3). */
const restartState = (link: HTMLAnchorElement) => (link.dataset['restarts'] === undefined ? null : { restarts: true });

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

const isContent = (link: Element): boolean => link.closest('[data-content]') !== null;

/** Returns whether a visitor may open a page directly: it is open to visitors, as log-in and content pages are. */
const isForVisitors = (path: string): boolean => findRoute(path)?.audience !== 'signedIn';

type Asking = Pick<ContentParts, 'loadContent'> & Pick<RouterParts, 'router'> & Pick<SessionParts, 'session'>;

/** Handles a visitor's link in managed text to a page of signed-in people: maintenance comes first, then sign-in. */
async function askFirst({ loadContent, router, session }: Asking, returnTo: string): Promise<void> {
  if (isFlagEnabled(await loadContent('globalsite', 'disabled-mma-enabled'))) await router.navigate('/maintenance');
  else session.send({ type: 'signIn.requested', returnTo });
}

/** Returns the click handler for links of the portal; the browser handles every other link. */
export function useLinks() {
  const { started } = useStarted();
  const { router } = useRouter();
  const { session } = useSession();
  const { loadContent } = useContent();
  return (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlain(event)) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target === '_blank' || link.hasAttribute('download') || !link.hasAttribute('href'))
      return;
    if (link.origin !== location.origin || /^\/(api|oidc|flows|chat)(\/|$)/.test(link.pathname)) return;
    const isSamePage = link.hash !== '' && link.pathname === location.pathname;
    // The browser is on its way to the sign-in page. It follows the link by itself, which ends that way.
    if (!isSamePage && session.getSnapshot().matches('leavingForSignIn')) return session.send({ type: 'page.left' });
    event.preventDefault();
    const address = link.pathname + link.search + link.hash;
    if (link.pathname === EXTERNAL_REDIRECT) {
      const { externalRedirectHosts } = started.configuration;
      const elsewhere = parseExternalAddress(new URLSearchParams(link.search), externalRedirectHosts);
      if (elsewhere !== undefined && openElsewhere(elsewhere)) return;
    }
    const isVisitor = session.getSnapshot().matches('signedOut');
    // A section of a static page has its own address, so that it can be bookmarked; the target of the skip link has
    // none.
    if (isSamePage && (!isContent(link) || link.hash === location.hash)) focusFragment(link.hash);
    else if (isContent(link) && isVisitor && !isForVisitors(link.pathname))
      void askFirst({ loadContent, router, session }, address);
    else void router.navigate(address, { state: restartState(link) });
  };
}
