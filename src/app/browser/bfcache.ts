/**
 * Pages that the browser brings back as they were left (Back after a log-out, the back-forward cache). Who is signed in may
 * have changed since, and a page on its way to the sign-in would wait for ever: such a page is loaded anew. What was
 * entered comes back from its draft.
 */
export function reloadOnBfcacheRestore(page: Pick<EventTarget, 'addEventListener'>, reload: () => void): void {
  page.addEventListener('pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) reload();
  });
}
