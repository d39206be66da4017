/** `/` redirects each user to the first page for their role (ruling 44). */
import { homeOf } from '#domain/identity/rules.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { Redirect } from '../app/router/react.tsx';
import { usePerson } from '../app/session/person.ts';

export function Home() {
  return <Redirect to={homeOf(usePerson() ?? undefined)} />;
}

export default { Component: Home } satisfies ViewDefinition;
