/** The static files that the portal loads at startup (P §4). */
import type { Navigation } from './navigation.ts';
import type { Configuration, FeatureFlags, Icons } from './shapes.ts';

/** The static files of the portal, each parsed by its schema; a wrong one is refused with file and field. */
export interface StaticFiles {
  readonly configuration: Configuration;
  readonly flags: FeatureFlags;
  readonly icons: Icons;
  readonly navigation: Navigation;
}
