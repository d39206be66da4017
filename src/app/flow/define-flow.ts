/** Definitions of pages for the files in `src/pages`. */
import type { ReactNode } from 'react';
import type { AnyStateMachine } from 'xstate';
import { FlowRoute } from './FlowRoute.tsx';
import type { FlowPage, FlowRouteProps, ViewDefinition } from './flow-definition.ts';

/** A flow with its route, so that pages without a machine do not load the code for flows. */
interface RoutedFlow<M extends AnyStateMachine, Draft> extends FlowPage<M, Draft> {
  readonly Route: <N extends AnyStateMachine, Stored>(props: FlowRouteProps<N, Stored>) => ReactNode;
}

/** The export of a file in `src/pages`: the page of the addresses that name the file in `domain/portal/routes.ts`. */
export type PageDefinition = RoutedFlow<AnyStateMachine, unknown> | ViewDefinition;

/** Declares a flow; the type ties views, input and draft to its machine. `FlowRoute` renders it. */
export const defineFlow = <M extends AnyStateMachine, Draft = never>(
  definition: FlowPage<M, Draft>,
): RoutedFlow<M, Draft> => ({ ...definition, Route: FlowRoute });
