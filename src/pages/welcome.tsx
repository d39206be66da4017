/** The first page of a visitor, which also says why the last session ended by itself (P §4). */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { Welcome } from '../views/welcome/Welcome.tsx';
import { usePortal } from '../app/portal.ts';
import { selfEnded } from '../app/session/session-end-storage.ts';

function WelcomePage() {
  return <Welcome ended={selfEnded(usePortal().browser.tab)} />;
}

export default { Component: WelcomePage } satisfies ViewDefinition;
