/** The page of the present address. Who may open it is asked by the shell. */
import { type PortalRoute, redirectOf } from '#domain/portal/routes.ts';
import type { PageDefinition } from '../flow/define-flow.ts';
import { PageCode } from '../page-code/PageCode.tsx';
import { loadPage, loadedPage } from '../page-code/page-files.ts';
import { TitledPage } from '../shell/TitledPage.tsx';
import { Redirect, rowOf, useLocation } from './react.tsx';

/** What is shown of a page at an address of the table. */
function elementOf(page: PageDefinition, route: PortalRoute) {
  if ('machine' in page) return <page.Route key={route.path} flow={page} route={route} />;
  const shown = <page.Component />;
  return page.isTitledByItself ? shown : <TitledPage title={route.title}>{shown}</TitledPage>;
}

/** An address at which there is no page is not found; for some another stands. */
export function PageHere() {
  const { pathname, search, hash } = useLocation();
  const route = rowOf(pathname);
  if (route?.page === undefined) return <Redirect to={redirectOf(pathname + search + hash) ?? '/error/not-found'} />;
  return (
    <PageCode key={route.path} name={route.page}>
      {(page) => elementOf(page, route)}
    </PageCode>
  );
}

/**
 * Asks for the code of the page at an address, while something of the page before is still seen. Where it does not arrive,
 * `PageCode` says so and asks for it again.
 */
export function prepareCode(pathname: string): Promise<void> | undefined {
  const page = rowOf(pathname)?.page;
  return page === undefined || loadedPage(page) !== undefined ? undefined : loadPage(page).catch(() => undefined);
}
