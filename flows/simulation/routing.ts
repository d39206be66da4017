/** Requests for the addresses of screens, as a model names them: `#message documentId=note-1`. */
import type { AnyEventObject } from 'xstate';
import type { FlowModel } from '#machines/kit/model.ts';

/** A request for a screen, with the parts of its address where the address has some. */
export interface Route {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** Returns the name of a request, by which the model says what follows it. */
export const routeNameOf = ({ to, params = {} }: Route): string =>
  [to, ...Object.entries(params).map((part) => part.join('='))].join(' ');

/** Returns the routing event that makes a request. */
export const routeEventOf = ({ to, params }: Route): AnyEventObject => ({
  type: 'xstate.route',
  to,
  ...(params && { params }),
});

function paramsIn(name: string): Readonly<Record<string, string>> {
  const [, ...parts] = name.split(' ');
  return Object.fromEntries(parts.map((part) => part.split('=', 2)));
}

/** Returns the requests to try for a screen: one for each address that the model gives, or one without parts. */
export function routesTo({ routes = {} }: FlowModel, to: string): Route[] {
  const named = Object.keys(routes).filter((name) => name.startsWith(`${to} `));
  return named.length === 0 ? [{ to }] : named.map((name) => ({ to, params: paramsIn(name) }));
}
