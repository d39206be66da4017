/** The pages of the portal that people look for by name. Site search offers them (ruling 14). */
import { type PortalFacts, routeExists, routes } from './routes.ts';
import type { Audience } from './shapes.ts';

export interface PortalPage {
  readonly path: string;
  readonly title: string;
  /** Other words for it, separated by commas. */
  readonly keywords?: string;
  readonly audience: Audience;
}

/** Only pages that a portal so configured has: managed texts may link to each of them. */
export const pagesOf = (facts: PortalFacts): readonly PortalPage[] =>
  routes.flatMap((route) => {
    const { path, entry, title, keywords, audience } = route;
    return routeExists(route, facts) && keywords !== undefined
      ? [{ path: entry ?? path, title, keywords, audience }]
      : [];
  });
