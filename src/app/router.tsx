/** The addresses of the portal, each loaded when it is first opened. Who may open which is asked by the shell. */
import { useSelector } from '@xstate/react';
import { type IndexRouteObject, Navigate, type RouteObject, createBrowserRouter } from 'react-router-dom';
import { homeOf } from '#domain/identity/rules.ts';
import { Busy } from '../ui/index.ts';
import { usePerson } from './person.ts';
import { usePortal } from './portal.ts';
import { FlowRoute } from './FlowRoute.tsx';
import { handleOf } from './route-handle.ts';
import { aroundPages } from './shell-routes.tsx';
import { CALLBACK_PATH } from './sign-in.ts';

/** `/` leads everyone to their own first page (ruling 44). */
function Home() {
  return <Navigate to={homeOf(usePerson() ?? undefined)} replace />;
}

/** Where the provider sends people back to; the shell takes them on. Typed by hand, it is as good as `/`. */
function Callback() {
  const isReturning = useSelector(usePortal().session, ({ context }) => context.isReturning);
  return isReturning ? <Busy text="One moment…" /> : <Home />;
}

/** A page of the portal, at an address of the table. One that the table does not call built is not found. */
const page = (path: string, shown: Pick<IndexRouteObject, 'element' | 'lazy'>): RouteObject => ({
  path,
  handle: handleOf(path),
  ...shown,
});

const pages: RouteObject[] = [
  page('/', { element: <Home /> }),
  page(CALLBACK_PATH, { element: <Callback /> }),
  page('/welcome', {
    lazy: async () => ({ Component: (await import('./routes/welcome.tsx')).WelcomePage }),
  }),
  page('/account/login', {
    lazy: async () => {
      const { loginFlow } = await import('./routes/login.ts');
      return { element: <FlowRoute flow={loginFlow} base="/account/login" /> };
    },
  }),
  page('/account/login-impersonation', {
    lazy: async () => {
      const { impersonationFlow } = await import('./routes/login.ts');
      return { element: <FlowRoute flow={impersonationFlow} base="/account/login-impersonation" /> };
    },
  }),
  page('/login-sso', {
    lazy: async () => {
      const { federalFlow } = await import('./routes/login.ts');
      return { element: <FlowRoute flow={federalFlow} base="/login-sso" /> };
    },
  }),
  page('/account/registration/*', {
    lazy: async () => {
      const { registrationFlow } = await import('./routes/registration.ts');
      return { element: <FlowRoute flow={registrationFlow} base="/account/registration" /> };
    },
  }),
  page('/actions/change-password', {
    lazy: async () => {
      const { changePasswordAction } = await import('./routes/change-password.ts');
      return { element: <FlowRoute flow={changePasswordAction} base="/actions/change-password" /> };
    },
  }),
  page('/profile/change-password', {
    lazy: async () => {
      const { changePasswordFlow } = await import('./routes/change-password.ts');
      return { element: <FlowRoute flow={changePasswordFlow} base="/profile/change-password" /> };
    },
  }),
  page('/actions/contact-info', {
    lazy: async () => {
      const { contactInformationAction } = await import('./routes/contact-information.ts');
      return { element: <FlowRoute flow={contactInformationAction} base="/actions/contact-info" /> };
    },
  }),
  page('/profile/contact-info', {
    lazy: async () => {
      const { contactInformationFlow } = await import('./routes/contact-information.ts');
      return { element: <FlowRoute flow={contactInformationFlow} base="/profile/contact-info" /> };
    },
  }),
  page('/campaign', {
    lazy: async () => ({ Component: (await import('./routes/campaign.tsx')).CampaignRoute }),
  }),
  page('/externalRedirect', {
    lazy: async () => ({ Component: (await import('./routes/external-redirect.tsx')).ExternalRedirectRoute }),
  }),
  page('/dashboard', {
    lazy: async () => {
      const { dashboardFlow } = await import('./routes/dashboard.ts');
      return { element: <FlowRoute flow={dashboardFlow} base="/dashboard" /> };
    },
  }),
  page('/payments/payflow/*', {
    lazy: async () => {
      const { payflowFlow } = await import('./routes/payflow.ts');
      return { element: <FlowRoute flow={payflowFlow} base="/payments/payflow" /> };
    },
  }),
  page('/past-due', {
    lazy: async () => {
      const { pastDueFlow } = await import('./routes/past-due.ts');
      return { element: <FlowRoute flow={pastDueFlow} base="/past-due" /> };
    },
  }),
  page('/actions/direct-splash', {
    lazy: async () => {
      const { directSplashFlow } = await import('./routes/captive-actions.ts');
      return { element: <FlowRoute flow={directSplashFlow} base="/actions/direct-splash" /> };
    },
  }),
  page('/actions/email-disclaimer', {
    lazy: async () => {
      const { emailDisclaimerFlow } = await import('./routes/captive-actions.ts');
      return { element: <FlowRoute flow={emailDisclaimerFlow} base="/actions/email-disclaimer" /> };
    },
  }),
  page('/actions/agreements', {
    lazy: async () => {
      const { agreementsFlow } = await import('./routes/captive-actions.ts');
      return { element: <FlowRoute flow={agreementsFlow} base="/actions/agreements" /> };
    },
  }),
  page('/maintenance', {
    lazy: async () => ({ Component: (await import('../views/access/Maintenance.tsx')).Maintenance }),
  }),
  page('/account/search', {
    lazy: async () => ({ Component: (await import('./routes/search.tsx')).SearchRoute }),
  }),
  page('/live-chat', {
    lazy: async () => ({ Component: (await import('./routes/live-chat.tsx')).LiveChatRoute }),
  }),
  page('/content/forms/:formName', {
    lazy: async () => ({ Component: (await import('./routes/content.tsx')).ContentRoute }),
  }),
  page('/content/*', {
    lazy: async () => ({ Component: (await import('./routes/content.tsx')).ContentRoute }),
  }),
  page('/error/generic', {
    lazy: async () => ({ Component: (await import('../views/error/Generic.tsx')).Generic }),
  }),
  page('/error/not-found', {
    lazy: async () => ({ Component: (await import('../views/error/NotFound.tsx')).NotFound }),
  }),
  { path: '*', element: <Navigate to="/error/not-found" replace /> },
];

/** The addresses that the router has, as patterns. */
export const routedPaths: readonly string[] = pages.flatMap(({ path }) =>
  path === undefined || path === '*' ? [] : [path],
);

export { hasPage } from '#domain/portal/routes.ts';

/** The router of the page. */
export const createRouter = () => createBrowserRouter(aroundPages(pages));
