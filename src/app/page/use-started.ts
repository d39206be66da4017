/** Provides the data loaded at startup, the runner of effects, and the business clock. */
import type { RunEffect } from '#machines/kit/effect.ts';
import type { Started } from '#machines/portal/startup/startup.machine.ts';
import type { Outdated } from '../browser/outdated.ts';
import { provided } from './provided.ts';

export interface StartedParts {
  readonly started: Started;
  readonly run: RunEffect;
  /** The business clock (ruling 5). */
  readonly now: () => Date;
  /** See {@link Outdated}; absent when pages are prerendered. */
  readonly watchOutdated?: Outdated['watch'];
}

export const [StartedProvider, useStarted] = provided<StartedParts>('settings');
