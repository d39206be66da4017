/** The handlers of the service with answers as callers receive them: amounts in dollars. */
import * as v from 'valibot';
import type { CallReceived } from '#domain/call.ts';
import { type Call, calls } from '#domain/api/calls.ts';
import { handlers as inCents } from '#server/service/index.ts';
import type { Scope } from '#server/service/scope.ts';
import { getWireFormat } from '#server/wire-format.ts';

type Served = Extract<Call, { readonly id: keyof typeof inCents }>;
type WireHandler<C extends Served> = (scope: Scope, request: CallReceived<C>) => Promise<v.InferInput<C['response']>>;
type WireHandlers = { readonly [C in Served as C['id']]: WireHandler<C> };

interface Untyped {
  handle(scope: Scope, request: unknown): Promise<unknown>;
}
const untyped: Readonly<Record<string, Untyped['handle']>> = inCents;

const WireHandlers = v.custom<WireHandlers>((made) => typeof made === 'object');

export const handlers = v.parse(
  WireHandlers,
  Object.fromEntries(
    calls.flatMap(({ id, response }) => {
      const handle = untyped[id];
      if (handle === undefined) return [];
      const { encode } = getWireFormat(response);
      return [[id, async (scope: Scope, request: unknown) => encode(await handle(scope, request))]];
    }),
  ),
);
