/** What stands around the pages of the portal, wherever a router has them. */
import type { RouteObject } from 'react-router-dom';
import { Busy } from '../../ui/index.ts';
import { RouteError } from '../errors/RouteError.tsx';
import { Shell } from './Shell.tsx';

/** An error in a page leaves the rest standing; one in the rest takes the whole page. */
export const aroundPages = (pages: RouteObject[]): RouteObject[] => [
  {
    element: <Shell />,
    errorElement: <RouteError isWhole />,
    hydrateFallbackElement: <Busy text="Opening the site…" />,
    children: [{ errorElement: <RouteError />, children: pages }],
  },
];
