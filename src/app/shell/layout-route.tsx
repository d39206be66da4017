/** The layout route around the pages of a router. */
import type { RouteObject } from 'react-router-dom';
import { PageError } from '../errors/PageError.tsx';
import { useRoute } from '../page/use-route.ts';
import { Shell } from './Shell.tsx';
import { PagePlaceholder } from '../page/PagePlaceholder.tsx';

/** Rendered in place of the first page until its code has loaded. */
function FirstPageLoading() {
  return <PagePlaceholder title={useRoute()?.title} />;
}

/** Returns the layout route. An error in a page leaves the shell in place; an error in the shell replaces the whole page. */
export const layoutRoute = (pages: RouteObject[]): RouteObject[] => [
  {
    element: <Shell />,
    errorElement: <PageError isWhole />,
    children: [{ errorElement: <PageError />, hydrateFallbackElement: <FirstPageLoading />, children: pages }],
  },
];
