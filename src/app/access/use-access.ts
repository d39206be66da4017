/** The data for access decisions, and the check of the first page. */
import { useSyncExternalStore } from 'react';
import { provided } from '../page/provided.ts';
import type { AccessMemory } from './access-memory.ts';
import type { FirstCheck } from './access-check.ts';

export interface AccessParts {
  readonly access: AccessMemory;
  /** The access check of the first page, if it started before the page rendered. */
  readonly firstCheck?: FirstCheck;
}

export const [AccessProvider, useAccess] = provided<AccessParts>('access');

/** Returns whether a lower payment or a pause may help a borrower, according to this tab's data; undefined if unknown. */
export function useMayGetHelp(webAccountId: string | undefined): boolean | undefined {
  const { access } = useAccess();
  const read = () => access.mayGetHelp(webAccountId);
  return useSyncExternalStore(access.subscribe, read, read);
}
