/** Maintenance page (P §5.1). */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { Maintenance } from '../views/session/access/Maintenance.tsx';

export default { Component: Maintenance } satisfies ViewDefinition;
