/** Starts the measurement of flows, if it is configured and the person allows it (P §2.4, §4). */
import type { Portal } from '../portal.ts';
import { logFailure } from '../errors/log.ts';
import { readPrivacyChoices } from '../shell/privacy-choices.ts';

export type Measured = Pick<Portal, 'started' | 'session' | 'now'>;

/** Loads the measurement only when it is needed, so that the first load of the others does not include it. */
export async function startMeasurement(portal: Measured): Promise<void> {
  const { scripts } = portal.started.configuration;
  try {
    if (Object.values(scripts).every((address) => address === '')) return;
    if (!readPrivacyChoices(localStorage).analytics) return;
    (await import('./measurement.ts')).measure(portal);
  } catch (error) {
    logFailure('The measurement could not start', error);
  }
}
