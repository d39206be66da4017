/** Route requests, as a model names them: `#message documentId=note-1`. */
import type { AnyEventObject } from 'xstate';
import type { FlowModel } from './model.ts';

/** Route request, with the route's parameters if it has any. */
export interface Route {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** Returns the name of a request, under which the model lists its expected results. */
export const formatRoute = ({ to, params = {} }: Route): string =>
  [to, ...Object.entries(params).map((part) => part.join('='))].join(' ');

/** Returns the routing event of a request. */
export const toRouteEvent = ({ to, params }: Route): AnyEventObject => ({
  type: 'xstate.route',
  to,
  ...(params && { params }),
});

function parseParams(name: string): Readonly<Record<string, string>> {
  const [, ...parts] = name.split(' ');
  return Object.fromEntries(parts.map((part) => part.split('=', 2)));
}

/** Returns the requests to try for a screen: one for each route in the model, or one without parameters. */
export function findRoutesTo({ routes = {} }: FlowModel, to: string): Route[] {
  const named = Object.keys(routes).filter((name) => name.startsWith(`${to} `));
  return named.length === 0 ? [{ to }] : named.map((name) => ({ to, params: parseParams(name) }));
}
