/** Page for unknown addresses (ruling 36). */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { NotFound } from '../views/portal/error/NotFound.tsx';

export default { Component: NotFound } satisfies ViewDefinition;
