/** The router, for what is drawn: the address that is shown, and ways to another. */
import {
  type ReactNode,
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { type PortalRoute, routeExists, routeOf } from '#domain/portal/routes.ts';
import type { Place, Router } from './router.ts';

const RouterContext = createContext<Router | null>(null);
const LocationContext = createContext<Place | null>(null);

function provided<T>(value: T | null): T {
  if (value === null) throw new Error('There is no router around this');
  return value;
}

/** Draws what is in it for the address that the router has reached. Until the next page is ready, the last one is seen. */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [location, setLocation] = useState(router.state.location);
  // What is drawn may lead on at once, by an effect: the router is listened to before.
  useLayoutEffect(() => router.subscribe((state) => startTransition(() => setLocation(state.location))), [router]);
  return (
    <RouterContext value={router}>
      <LocationContext value={location}>{children}</LocationContext>
    </RouterContext>
  );
}

/** The address that is drawn. */
export const useLocation = (): Place => provided(useContext(LocationContext));

/** The row of the table for an address; undefined where there is no page at it. */
export function rowOf(pathname: string): PortalRoute | undefined {
  const route = routeOf(pathname);
  return routeExists(route, { keepsAccounts: true }) ? route : undefined;
}

/** The row of the address that is drawn; undefined for one that the portal does not know. */
export const useRoute = (): PortalRoute | undefined => rowOf(useLocation().pathname);

/** Leads to another address, in place of the present one. */
export function Redirect({ to }: { to: string }) {
  const router = provided(useContext(RouterContext));
  useEffect(() => void router.navigate(to, { replace: true }), [router, to]);
  return null;
}

/**
 * Keeps the page from being left for a path that `keeps` names. While somebody is asked, the returned value tells how to go
 * and how to stay.
 */
export function useGuard(keeps: (pathname: string) => boolean): { leave: () => void; stay: () => void } | undefined {
  const router = provided(useContext(RouterContext));
  const [asked, setAsked] = useState<{ readonly leave: () => void }>();
  useEffect(() => router.guard({ keeps, ask: (leave) => setAsked({ leave }) }), [router, keeps]);
  if (asked === undefined) return undefined;
  const close = () => setAsked(undefined);
  const leave = () => {
    close();
    asked.leave();
  };
  return { leave, stay: close };
}
