/**
 * Redirect address of the sign-in provider. The app shell handles the sign-in response. Without one, the page acts like
 * `/`.
 */
import { useSelector } from '@xstate/react';
import { routeAt } from '#domain/portal/routes.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { useSession } from '../app/session/use-session.ts';
import { PagePlaceholder } from '../app/page/PagePlaceholder.tsx';
import { Home } from './home.tsx';

function Callback() {
  const isReturning = useSelector(useSession().session, ({ context }) => context.isReturning);
  return isReturning ? <PagePlaceholder title={routeAt('/auth/callback')?.title} /> : <Home />;
}

export default { Component: Callback, isTitledByItself: true } satisfies ViewDefinition;
