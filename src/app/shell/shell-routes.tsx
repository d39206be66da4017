/** What stands around the pages of the portal, wherever a router has them. */
import { useContext } from 'react';
import { type RouteObject, useLocation } from 'react-router-dom';
import { routeOf } from '#domain/portal/routes.ts';
import { Main } from '../../ui/index.ts';
import { OpeningSite } from '../../views/startup/StartupScreen.tsx';
import { RouteError } from '../errors/RouteError.tsx';
import { Shell } from './Shell.tsx';
import { SiteName, useDocumentTitle } from './page.ts';

/** The settings are there, and the code of the first page is on its way. */
function Opening() {
  const name = useContext(SiteName);
  const { pathname } = useLocation();
  useDocumentTitle('Opening the site');
  return (
    <Main busy width={routeOf(pathname)?.width}>
      <OpeningSite name={name} />
    </Main>
  );
}

/** An error in a page leaves the rest standing; one in the rest takes the whole page. */
export const aroundPages = (pages: RouteObject[]): RouteObject[] => [
  {
    element: <Shell />,
    errorElement: <RouteError isWhole />,
    hydrateFallbackElement: <Opening />,
    children: [{ errorElement: <RouteError />, children: pages }],
  },
];
