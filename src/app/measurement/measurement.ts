/**
 * Measures how flows are used: loads the configured scripts and passes the rows of the flow log to the product analytics
 * script. This is the only code that measures. It observes the actor systems of the flows; views do not know of it.
 */
import type { Configuration } from '#domain/portal/shapes.ts';
import knownFlows from '#generated/flow-names.json';
import { createObservationLog } from 'xstate-workbench/model/flow-log';
import type { Observation } from 'xstate-workbench/model/flow-observation';
import { browserStorage } from '../browser/storage.ts';
import { loadScripts } from '../browser/scripts.ts';
import { logFailure } from '../page/log.ts';
import type { StartedParts } from '../page/use-started.ts';
import type { SessionParts } from '../session/use-session.ts';
import { readPrivacyChoices } from './privacy-choices.ts';
import { flowLogQueue } from './flow-log-queue.ts';
import { createMeasuredOnly } from './measured-only.ts';

/** The parts of the portal that the measurement reads. */
export type Measured = Pick<StartedParts, 'started' | 'now'> & Pick<SessionParts, 'session'>;

const isAllowed = () => readPrivacyChoices(browserStorage).analytics;

/**
 * Returns the observer of the flows, and loads the scripts. Employees who impersonate are not measured, so both wait
 * until it is known who uses the portal.
 */
export function measure(scripts: Configuration['scripts'], session: Measured['session']): (seen: Observation) => void {
  const whenMeasured = createMeasuredOnly(session);
  whenMeasured(() =>
    loadScripts(document, scripts, (address) => logFailure(`A script was not loaded: ${address}`, undefined)),
  );
  if (scripts.productAnalyticsScript === '') return () => undefined;

  const queue = flowLogQueue(globalThis);
  return createObservationLog({
    known: knownFlows,
    newRun: () => crypto.randomUUID(),
    write: (row) => {
      if (!isAllowed()) queue.clear();
      else whenMeasured(() => isAllowed() && queue.push(row));
    },
  });
}
