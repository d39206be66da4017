/** The drafts of this page, and what would be lost with the document. */
import type { Unsaved } from '../browser/unsaved.ts';
import { provided } from '../page/provided.ts';
import type { DraftsByPerson } from './drafts-by-person.ts';

export interface DraftParts {
  /** Keeps the drafts of a web account. */
  readonly getDrafts: DraftsByPerson['of'];
  readonly unsaved: Unsaved;
}

export const [DraftsProvider, useDrafts] = provided<DraftParts>('drafts');
