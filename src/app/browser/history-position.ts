/**
 * Numbers the entries of the browser's history, in `history.state` under a separate key beside React Router's.
 *
 * React Router undoes a blocked Back by going forward again, and treats the next `popstate` event as the end of that. A
 * second quick press of Back comes in between and would leave the browser at a different entry than the router. This
 * module hides such events from the router, and uses the numbers to return the browser to the entry of the page.
 */
import { type DataRouter, NavigationType } from 'react-router-dom';
import * as v from 'valibot';

const Numbered = v.object({ portalPosition: v.number() });

/** How long to wait for further presses of Back before the browser is sent back, in milliseconds. */
const QUIET = 50;

type Router = Pick<DataRouter, 'state' | 'subscribe'>;

export interface NumberedRouter<R> {
  readonly router: R;
  /** To be called when a blocker stops a Back or Forward. */
  readonly onPopBlocked: () => void;
}

/** Creates a router of the browser's history and numbers its entries. */
export function numberEntries<R extends Router>(
  createRouter: () => R,
  page: Pick<Window, 'addEventListener' | 'history'>,
): NumberedRouter<R> {
  const { history } = page;
  const reached = (): number | undefined => {
    const state = v.safeParse(Numbered, history.state);
    return state.success ? state.output.portalPosition : undefined;
  };
  let position = reached() ?? 0;
  let isReturning = false;
  let correction: ReturnType<typeof setTimeout> | undefined;

  // The listeners of a window are called in the order in which they were added: this one must come before the router's.
  page.addEventListener('popstate', (event) => {
    if (!isReturning) return;
    clearTimeout(correction);
    const at = reached() ?? position;
    if (at === position) {
      isReturning = false;
      return;
    }
    event.stopImmediatePropagation();
    correction = setTimeout(() => history.go(position - at), QUIET);
  });

  const router = createRouter();
  let { location } = router.state;
  const write = () => history.replaceState({ ...history.state, portalPosition: position }, '');
  write();
  router.subscribe(({ location: next, historyAction }) => {
    if (next === location) return;
    location = next;
    if (historyAction === NavigationType.Pop) position = reached() ?? position;
    else if (historyAction === NavigationType.Push) position += 1;
    if (reached() !== position) write();
  });
  return {
    router,
    onPopBlocked: () => {
      isReturning = true;
    },
  };
}
