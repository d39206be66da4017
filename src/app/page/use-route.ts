/** The row of the table of addresses that matches the rendered location. */
import { useMatches } from 'react-router-dom';
import { type PortalRoute, routeExists, routes } from '#domain/portal/routes.ts';

const rows: ReadonlySet<unknown> = new Set(routes);
const isRow = (handle: unknown): handle is PortalRoute => rows.has(handle);

/** Returns the `handle` of the deepest match; undefined for an address without a page. */
export function useRoute(): PortalRoute | undefined {
  const handle = useMatches().at(-1)?.handle;
  return isRow(handle) && routeExists(handle, { keepsAccounts: true }) ? handle : undefined;
}
