/**
 * Definitions of pages for the files in `src/pages`. A flow includes the component that renders it, so that other pages
 * do not load that code.
 */
import type { AnyStateMachine } from 'xstate';
import type { FlowDefinition, ViewDefinition } from './flow-definition.ts';
import { FlowRoute } from './FlowRoute.tsx';

/** A flow with the component that renders it. */
export interface FlowPage extends FlowDefinition<AnyStateMachine, unknown> {
  readonly Route: typeof FlowRoute;
}

/** The export of a file in `src/pages`: the page of the addresses that name the file in `domain/portal/routes.ts`. */
export type PageDefinition = FlowPage | ViewDefinition;

/** Declares a flow; the type ties views, input and draft to its machine. */
export const defineFlow = <M extends AnyStateMachine, Draft = never>(definition: FlowDefinition<M, Draft>) => ({
  ...definition,
  Route: FlowRoute,
});
