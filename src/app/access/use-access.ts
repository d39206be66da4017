/** The data for access decisions, and the check of the first page. */
import { provided } from '../page/provided.ts';
import type { AccessMemory } from './access-memory.ts';
import type { FirstGuard } from './guard.ts';

export interface AccessParts {
  readonly access: AccessMemory;
  /** The access check of the first page, if it started before the page rendered. */
  readonly firstGuard?: FirstGuard;
}

export const [AccessProvider, useAccess] = provided<AccessParts>('access');
