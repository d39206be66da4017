/** `/` redirects each user to the first page for their role (ruling 44). */
import { Navigate } from 'react-router-dom';
import { getHome } from '#domain/session/identity/rules.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { usePerson } from '../app/session/use-session.ts';

export function Home() {
  return <Navigate to={getHome(usePerson() ?? undefined)} replace />;
}

export default { Component: Home } satisfies ViewDefinition;
