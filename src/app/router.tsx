/** The addresses of the portal, each loaded when it is first opened. Who may open which is asked by the shell. */
import { Navigate, type RouteObject, createBrowserRouter, useLocation } from 'react-router-dom';
import { type PortalRoute, redirectOf, routes } from '#domain/portal/routes.ts';
import callback from '../pages/callback.tsx';
import home from '../pages/home.tsx';
import { FlowRoute } from './flow/FlowRoute.tsx';
import { TitledPage } from './shell/TitledPage.tsx';
import type { PageDefinition } from './flow/flow-definition.ts';
import { handleOf } from './route-handle.ts';
import { aroundPages } from './shell/shell-routes.tsx';

/** Pages that only lead on: they are there at once, so that nobody waits for them. */
const atOnce: Readonly<Record<string, PageDefinition>> = { home, callback };

/** The file of each page, by its path. */
const files = import.meta.glob<{ readonly default: PageDefinition }>([
  '../pages/*.{ts,tsx}',
  '!../pages/{home,callback}.tsx',
]);

const loadPage = async (name: string): Promise<PageDefinition> => {
  const load = files[`../pages/${name}.ts`] ?? files[`../pages/${name}.tsx`];
  if (load === undefined) throw new Error(`There is no page ${name} in src/pages`);
  return (await load()).default;
};

/** What is shown of a page at an address of the table. */
function elementOf(page: PageDefinition, route: PortalRoute) {
  if ('machine' in page) return <FlowRoute key={route.path} flow={page} route={route} />;
  const shown = <page.Component />;
  return page.isTitledByItself ? shown : <TitledPage title={route.title}>{shown}</TitledPage>;
}

/** An address of the table at which there is a page. One at which there is none is not found. */
function routeObjectOf(route: PortalRoute, name: string): RouteObject {
  const page = atOnce[name];
  const address = { path: route.path, handle: handleOf(route.path) };
  return page === undefined
    ? { ...address, lazy: async () => ({ element: elementOf(await loadPage(name), route) }) }
    : { ...address, element: elementOf(page, route) };
}

/** An address for which another stands. */
function Redirect() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={redirectOf(pathname + search + hash) ?? '/error/not-found'} replace />;
}

/** The addresses that the router has. */
export const pages: readonly RouteObject[] = [
  ...routes.flatMap((route) => (route.page === undefined ? [] : [routeObjectOf(route, route.page)])),
  ...routes.flatMap(({ path, redirectTo }) =>
    redirectTo === undefined ? [] : [{ path, handle: handleOf(path), element: <Redirect /> }],
  ),
  { path: '*', element: <Navigate to="/error/not-found" replace /> },
];

/** The router of the page. */
export const createRouter = () => createBrowserRouter(aroundPages([...pages]));
