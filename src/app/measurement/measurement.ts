/**
 * Measures how flows are used: loads the configured scripts and passes the rows of the flow log to the product analytics
 * script. This is the only code that measures. It observes the actor systems of the flows; views do not know of it.
 */
import knownFlows from '#machines/flow-names.json';
import { createObservationLog } from '#machines/kit/flow-log.ts';
import type { Observation } from '#machines/kit/flow-observation.ts';
import { loadScripts } from '../browser/scripts.ts';
import { logFailure } from '../errors/log.ts';
import { readPrivacyChoices } from '../shell/privacy-choices.ts';
import { flowLogQueue } from './flow-log-queue.ts';
import type { Measured } from './start-measurement.ts';

/** Returns the observer of the flows, and loads the scripts. Employees who impersonate are not measured. */
export function measure({ started, session }: Measured): (observation: Observation) => void {
  const { scripts } = started.configuration;
  loadScripts(document, scripts, (address) => logFailure(`A script was not loaded: ${address}`, undefined));
  if (scripts.productAnalyticsScript === '') return () => undefined;

  const queue = flowLogQueue(globalThis);
  const isImpersonator = () => session.getSnapshot().context.person?.isImpersonator === true;
  return createObservationLog({
    known: knownFlows,
    newRun: () => crypto.randomUUID(),
    write: (row) => {
      if (!readPrivacyChoices(localStorage).analytics) queue.clear();
      else if (!isImpersonator()) queue.push(row);
    },
  });
}
