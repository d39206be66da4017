/** The data for access decisions, and the check of the first page. */
import { useSyncExternalStore } from 'react';
import type { AccessFacts } from '#domain/session/access/shapes.ts';
import { provided } from '../page/provided.ts';
import type { AccessMemory } from './access-memory.ts';
import type { FirstGuard } from './guard.ts';

export interface AccessParts {
  readonly access: AccessMemory;
  /** The access check of the first page, if it started before the page rendered. */
  readonly firstGuard?: FirstGuard;
}

export const [AccessProvider, useAccess] = provided<AccessParts>('access');

/** Returns the facts about a web account as far as this page has loaded them; null otherwise. */
export function useKnownFacts(webAccountId: string | undefined): AccessFacts | null {
  const { access } = useAccess();
  const read = () => access.knownOf(webAccountId).facts;
  return useSyncExternalStore(access.subscribe, read, read);
}
