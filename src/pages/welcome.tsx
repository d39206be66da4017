/** The first page of a visitor, which also says why the last session ended by itself (P §4). */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { Welcome } from '../views/welcome/Welcome.tsx';
import { selfEnded } from '../app/session/session-end-storage.ts';

function WelcomePage() {
  return <Welcome ended={selfEnded(sessionStorage)} />;
}

export default { Component: WelcomePage } satisfies ViewDefinition;
