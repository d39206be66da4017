/**
 * Reloads pages that the browser restores from the back-forward cache, for example by Back after a log-out. The session
 * may have changed since, and a page on its way to the sign-in would wait forever. The draft restores the borrower's
 * entries.
 */
export function reloadOnBfcacheRestore(page: Pick<EventTarget, 'addEventListener'>, reload: () => void): void {
  page.addEventListener('pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) reload();
  });
}
