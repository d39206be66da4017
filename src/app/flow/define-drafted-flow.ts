/** Declares a flow that keeps a draft while it is unfinished. */
import type { AnyStateMachine } from 'xstate';
import { DraftedFlowRoute } from './DraftedFlowRoute.tsx';
import type { DraftDefinition, FlowDefinition } from './flow-definition.ts';

interface Drafted<M extends AnyStateMachine, Draft> extends FlowDefinition<M, Draft> {
  readonly draft: DraftDefinition<M, Draft>;
}

/** As `defineFlow`, for a flow with a draft. */
export const defineDraftedFlow = <M extends AnyStateMachine, Draft>(definition: Drafted<M, Draft>) => ({
  ...definition,
  Route: DraftedFlowRoute,
});
