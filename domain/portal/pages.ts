/** The pages of the portal that people look for by name. Site search offers them (ruling 14). */
import { routes } from './routes.ts';
import type { Audience } from './shapes.ts';

export interface PortalPage {
  readonly path: string;
  readonly title: string;
  /** Other words for it, separated by commas. */
  readonly keywords?: string;
  readonly audience: Audience;
}

/** Only pages that the portal has: managed texts may link to each of them. */
export const pages: readonly PortalPage[] = routes.flatMap(({ path, entry, title, keywords, audience, isBuilt }) =>
  isBuilt && keywords !== undefined ? [{ path: entry ?? path, title, keywords, audience }] : [],
);
