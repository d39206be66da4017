/** The route of a flow for one record that the query of the URL names. */
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { AnyStateMachine } from 'xstate';
import type { FlowDefinition } from './flow-definition.ts';
import { FlowRoute } from './FlowRoute.tsx';

interface RouteById<M extends AnyStateMachine> {
  /** Reads the id of the record from the query; null if there is none. */
  readonly idIn: (search: string) => string | null;
  readonly flowOf: (id: string) => FlowDefinition<M>;
  /** The path to redirect to without an id. */
  readonly otherwise: string;
}

/** Creates a route component that runs the flow of the record. Another id starts the flow again. */
export function routeById<M extends AnyStateMachine>({ idIn, flowOf, otherwise }: RouteById<M>) {
  function OneRecord({ id }: { id: string }) {
    const flow = useMemo(() => flowOf(id), [id]);
    return <FlowRoute flow={flow} />;
  }
  return function Route() {
    const id = idIn(useLocation().search);
    return id === null ? <Navigate to={otherwise} replace /> : <OneRecord key={id} id={id} />;
  };
}
