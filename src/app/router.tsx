/** The addresses of the portal, each loaded when it is first opened. Who may open which is asked by the shell. */
import { useSelector } from '@xstate/react';
import { Navigate, type RouteObject, createBrowserRouter, matchRoutes } from 'react-router-dom';
import { homeOf } from '#domain/identity/rules.ts';
import type { Audience } from '#machines/access/access.machine.ts';
import { Busy } from '../ui/index.ts';
import { usePerson } from './person.ts';
import { usePortal } from './portal.ts';
import { FlowRoute } from './FlowRoute.tsx';
import { RouteError } from './RouteError.tsx';
import { Shell } from './Shell.tsx';
import { CALLBACK_PATH } from './sign-in.ts';

/** What the shell knows of a route. */
export interface RouteHandle {
  readonly audience: Audience;
  /** The document's title; a flow sets its own. */
  readonly title?: string;
}

const forAnyone: RouteHandle = { audience: 'anyone' };
const forSignedIn: RouteHandle = { audience: 'signedIn' };
const welcome: RouteHandle = { audience: 'visitors', title: 'Welcome' };
const notFound: RouteHandle = { audience: 'anyone', title: 'Page not found' };

/** `/` leads everyone to their own first page (ruling 44). */
function Home() {
  return <Navigate to={homeOf(usePerson() ?? undefined)} replace />;
}

/** Where the provider sends people back to; the shell takes them on. Typed by hand, it is as good as `/`. */
function Callback() {
  const isReturning = useSelector(usePortal().session, ({ context }) => context.isReturning);
  return isReturning ? <Busy text="One moment…" /> : <Home />;
}

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Busy text="Opening the site…" />,
    children: [
      { index: true, element: <Home />, handle: forAnyone },
      { path: CALLBACK_PATH, element: <Callback />, handle: forAnyone },
      {
        path: 'welcome',
        handle: welcome,
        lazy: async () => ({ Component: (await import('../views/welcome/Welcome.tsx')).Welcome }),
      },
      {
        path: 'dashboard',
        handle: forSignedIn,
        lazy: async () => {
          const { dashboardFlow } = await import('./routes/dashboard.ts');
          return { element: <FlowRoute flow={dashboardFlow} base="/dashboard" /> };
        },
      },
      {
        path: 'payments/payflow/*',
        handle: forSignedIn,
        lazy: async () => {
          const { payflowFlow } = await import('./routes/payflow.ts');
          return { element: <FlowRoute flow={payflowFlow} base="/payments/payflow" /> };
        },
      },
      {
        path: 'error/not-found',
        handle: notFound,
        lazy: async () => ({ Component: (await import('../views/error/NotFound.tsx')).NotFound }),
      },
      { path: '*', element: <Navigate to="/error/not-found" replace />, handle: forAnyone },
    ],
  },
];

/** Whether the portal has a page at an address. */
export const hasPage = (path: string): boolean => {
  const found = matchRoutes(routes, path)?.at(-1)?.route;
  return found !== undefined && found.path !== '*';
};

/** The router of the page. */
export const createRouter = () => createBrowserRouter(routes);
