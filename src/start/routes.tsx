/** React Router's route objects, generated from the table of addresses (`domain/portal/routes.ts`). */
import { Navigate, type RouteObject, useLocation } from 'react-router-dom';
import { type PortalRoute, findRedirect, routes } from '#domain/portal/routes.ts';
import type { PageDefinition } from '../app/flow/define-flow.ts';
import { PageCode } from './PageCode.tsx';
import { loadPage, loadedPage } from './page-files.ts';
import { layoutRoute } from '../app/shell/layout-route.tsx';
import { TitledPage } from '../app/page/TitledPage.tsx';

/** Renders a page at an address of its row. */
function createElement(page: PageDefinition, row: PortalRoute) {
  if ('machine' in page) return <page.Route flow={page} route={row} />;
  const shown = <page.Component />;
  return page.isTitledByItself ? shown : <TitledPage title={row.title}>{shown}</TitledPage>;
}

/** Redirects an address without a page to its target, or to the not-found page. */
function NoPage() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={findRedirect(pathname + search + hash) ?? '/error/not-found'} replace />;
}

/**
 * Returns the route object of a row. All addresses of a flow match its one splat route, so that a step does not remount
 * the machine. `lazy` never rejects: if the code of the page fails to load, `PageCode` shows a message and retries.
 */
export function toRouteObject(row: PortalRoute): RouteObject {
  const { path, page } = row;
  const route = { path, handle: row };
  if (page === undefined) return { ...route, element: <NoPage /> };
  const element = (
    <PageCode key={path} name={page}>
      {(definition) => createElement(definition, row)}
    </PageCode>
  );
  if (loadedPage(page) !== undefined) return { ...route, element };
  const lazy = async () => {
    await loadPage(page).catch(() => undefined);
    return { element };
  };
  return { ...route, lazy };
}

/** Returns the route objects of all addresses. Rows of pages that have been loaded are not lazy. */
export const portalRoutes = (): RouteObject[] =>
  layoutRoute([...routes.map(toRouteObject), { path: '*', element: <NoPage /> }]);
