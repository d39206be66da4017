/** The data that the layout loads beside a page: managed texts, universal messages and the web account. */
import { provided } from '../page/provided.ts';
import type { LoadContent } from '../../ui/index.ts';
import type { Loaders } from './loaders.ts';

export interface ContentParts extends Loaders {
  /** Loads a managed text; undefined if there is none. Each section is fetched once per content version. */
  readonly loadContent: LoadContent;
}

export const [ContentProvider, useContent] = provided<ContentParts>('content');
