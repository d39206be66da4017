/** Error page for unexpected errors. */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { Generic } from '../views/portal/error/Generic.tsx';

export default { Component: Generic } satisfies ViewDefinition;
