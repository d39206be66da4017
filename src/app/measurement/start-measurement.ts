/** Starts the measurement of flows, if it is configured and the person allows it (P §2.4, §4). */
import { type Observation, toObservation } from 'xstate-workbench/model/flow-observation';
import type { Measured } from './measurement.ts';
import { browserStorage } from '../browser/storage.ts';
import { logFailure } from '../page/log.ts';
import { inspection } from '../inspection/inspection.ts';
import { readPrivacyChoices } from './privacy-choices.ts';

type Observe = (observation: Observation) => void;

let isStarted = false;

/**
 * Loads the measurement only when it is needed, so that the first load of the others does not include it. Flows that
 * start in the meantime are observed from their start.
 */
export async function startMeasurement(portal: Measured): Promise<void> {
  try {
    const { scripts } = portal.started.configuration;
    if (isStarted || Object.values(scripts).every((address) => address === '')) return;
    if (!readPrivacyChoices(browserStorage).analytics) return;
    isStarted = true;
    const waiting: Observation[] = [];
    const observer: { observe: Observe } = { observe: (each) => void waiting.push(each) };
    observeFlows(portal, observer);
    const { measure } = await import('./measurement.ts').catch((error: unknown) => {
      observer.observe = () => undefined;
      throw error;
    });
    observer.observe = measure(scripts, portal.session);
    waiting.forEach(observer.observe);
  } catch (error) {
    logFailure('The measurement could not start', error);
  }
}

function observeFlows({ now }: Measured, observer: { readonly observe: Observe }): void {
  const { inspect: others } = inspection;
  inspection.inspect = (event) => {
    others?.(event);
    try {
      observer.observe(toObservation(event, now()));
    } catch (error) {
      // An error here must not stop the flow.
      logFailure('A transition was not measured', error);
    }
  };
}
