/**
 * Measures how flows are used: loads the configured scripts and passes the rows of the flow log to the product analytics
 * script. This is the only code that measures. It observes the actor systems of the flows; views do not know of it.
 */
import knownFlows from '#machines/flow-names.json';
import { createFlowLog } from '#machines/kit/flow-log.ts';
import { loadScripts } from '../browser/scripts.ts';
import { logFailure } from '../errors/log.ts';
import { inspection } from '../inspection/inspection.ts';
import { readPrivacyChoices } from '../shell/privacy-choices.ts';
import { flowLogQueue } from './flow-log-queue.ts';
import type { Measured } from './start-measurement.ts';

let isStarted = false;

/** Measures the flows that start from now on, while the person allows it. Employees who impersonate are not measured. */
export function measure({ started, session, now }: Measured): void {
  if (isStarted) return;
  isStarted = true;
  const { scripts } = started.configuration;
  loadScripts(document, scripts, (address) => logFailure(`A script was not loaded: ${address}`, undefined));
  if (scripts.productAnalyticsScript === '') return;

  const queue = flowLogQueue(globalThis);
  const isImpersonator = () => session.getSnapshot().context.person?.isImpersonator === true;
  const log = createFlowLog({
    known: knownFlows,
    now,
    newRun: () => crypto.randomUUID(),
    write: (row) => {
      if (!readPrivacyChoices(localStorage).analytics) queue.clear();
      else if (!isImpersonator()) queue.push(row);
    },
  });
  const { inspect: others } = inspection;
  inspection.inspect = (event) => {
    others?.(event);
    try {
      log(event);
    } catch (error) {
      // An error here must not stop the flow.
      logFailure('A transition was not measured', error);
    }
  };
}
