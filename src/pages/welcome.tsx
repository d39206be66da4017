/** The welcome page for visitors. Explains why the last session ended (P §4). */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { Welcome } from '../views/portal/welcome/Welcome.tsx';
import { useRouter } from '../app/page/use-router.ts';
import { readStoredEnd } from '../app/session/session-end-storage.ts';

function WelcomePage() {
  return <Welcome ended={readStoredEnd(useRouter().browser.tab)} />;
}

export default { Component: WelcomePage } satisfies ViewDefinition;
