/** Pages, as the files in `src/pages` declare them. A flow brings what shows it, so that other pages need not load that. */
import type { AnyStateMachine } from 'xstate';
import type { FlowDefinition, ViewDefinition } from './flow-definition.ts';
import { FlowRoute } from './FlowRoute.tsx';

/** A flow with what shows it at its address. */
export interface FlowPage extends FlowDefinition<AnyStateMachine, unknown> {
  readonly Route: typeof FlowRoute;
}

/** What a file in `src/pages` exports: what is shown at the addresses that name it in `domain/portal/routes.ts`. */
export type PageDefinition = FlowPage | ViewDefinition;

/** Declares a flow; the type ties views, input and draft to its machine. */
export const defineFlow = <M extends AnyStateMachine, Draft = never>(definition: FlowDefinition<M, Draft>) => ({
  ...definition,
  Route: FlowRoute,
});
