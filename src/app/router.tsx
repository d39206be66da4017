/** The addresses of the portal, each loaded when it is first opened. Who may open which is asked by the shell. */
import { Navigate, type RouteObject, createBrowserRouter, useLocation } from 'react-router-dom';
import { type PortalRoute, redirectOf, routeOf, routes } from '#domain/portal/routes.ts';
import { TitledPage } from './shell/TitledPage.tsx';
import type { PageDefinition } from './flow/define-flow.ts';
import { PageCode } from './page-code/PageCode.tsx';
import { loadPage, loadedPage } from './page-code/page-files.ts';
import { handleOf } from './route-handle.ts';
import { aroundPages } from './shell/shell-routes.tsx';

/** What is shown of a page at an address of the table. */
function elementOf(page: PageDefinition, route: PortalRoute) {
  if ('machine' in page) return <page.Route key={route.path} flow={page} route={route} />;
  const shown = <page.Component />;
  return page.isTitledByItself ? shown : <TitledPage title={route.title}>{shown}</TitledPage>;
}

/**
 * An address of the table at which there is a page. One at which there is none is not found. The code of the page is asked
 * for as soon as the address is; where it does not arrive, `PageCode` says so and asks for it again. Of a page that is left
 * something is seen until then; the first page is drawn at once, with what stands around it.
 */
function routeObjectOf(route: PortalRoute, name: string, isFirst: boolean): RouteObject {
  const address = { path: route.path, handle: handleOf(route.path) };
  const element = (
    <PageCode key={route.path} name={name}>
      {(page) => elementOf(page, route)}
    </PageCode>
  );
  if (isFirst || loadedPage(name) !== undefined) return { ...address, element };
  const lazy = async () => {
    await loadPage(name).catch(() => undefined);
    return { element };
  };
  return { ...address, lazy };
}

/** An address for which another stands. */
function Redirect() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={redirectOf(pathname + search + hash) ?? '/error/not-found'} replace />;
}

/** The addresses that a router has; `first` is the row of the one with which it begins. */
export const pagesFrom = (first: PortalRoute | undefined): RouteObject[] => [
  ...routes.flatMap((route) => (route.page === undefined ? [] : [routeObjectOf(route, route.page, route === first)])),
  ...routes.flatMap(({ path, redirectTo }) =>
    redirectTo === undefined ? [] : [{ path, handle: handleOf(path), element: <Redirect /> }],
  ),
  { path: '*', element: <Navigate to="/error/not-found" replace /> },
];

/** The router of the document, which begins at its address. */
export const createRouter = () => createBrowserRouter(aroundPages(pagesFrom(routeOf(location.pathname))));
