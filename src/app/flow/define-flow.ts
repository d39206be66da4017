/** Definitions of pages for the files in `src/pages`. */
import type { AnyStateMachine } from 'xstate';
import type { FlowPage, ViewDefinition } from './flow-definition.ts';

/** The export of a file in `src/pages`: the page of the addresses that name the file in `domain/portal/routes.ts`. */
export type PageDefinition = FlowPage<AnyStateMachine, unknown> | ViewDefinition;

/** Declares a flow; the type ties views, input and draft to its machine. `FlowRoute` renders it. */
export const defineFlow = <M extends AnyStateMachine, Draft = never>(
  definition: FlowPage<M, Draft>,
): FlowPage<M, Draft> => definition;
