/** The data for access decisions, and the check of the first page. */
import { useSyncExternalStore } from 'react';
import { provided } from '../page/provided.ts';
import type { AccessMemory } from './access-memory.ts';
import type { FirstGuard } from './guard.ts';

export interface AccessParts {
  readonly access: AccessMemory;
  /** The access check of the first page, if it started before the page rendered. */
  readonly firstGuard?: FirstGuard;
}

export const [AccessProvider, useAccess] = provided<AccessParts>('access');

/** Returns whether a borrower owes money, as far as this tab knows; undefined if unknown. */
export function useOwesMoney(webAccountId: string | undefined): boolean | undefined {
  const { access } = useAccess();
  const read = () => access.owesMoney(webAccountId);
  return useSyncExternalStore(access.subscribe, read, read);
}
