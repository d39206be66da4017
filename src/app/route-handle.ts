/** What the shell knows of the present route: its row in the table of addresses. */
import { useMatches } from 'react-router-dom';
import * as v from 'valibot';
import { type PortalRoute, routeAt } from '#domain/portal/routes.ts';

export interface RouteHandle {
  /** The pattern of the route in the table. */
  readonly address: string;
}

/** The handle of the route with this pattern. The table must have it. */
export function handleOf(path: string): RouteHandle {
  if (routeAt(path) === undefined) throw new Error(`The table of addresses has no ${path}`);
  return { address: path };
}

const Handle = v.object({ address: v.string() });

/** The row of the present address; undefined for one that the portal does not know. */
export function useRoute(): PortalRoute | undefined {
  const handle = v.safeParse(Handle, useMatches().at(-1)?.handle);
  return handle.success ? routeAt(handle.output.address) : undefined;
}
