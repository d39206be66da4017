/** The id of the request that is being answered: it stands in the answer, in its problem and in the log. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';

const present = new AsyncLocalStorage<string>();

/** The present request's id; undefined outside of a request. */
export const currentRequestId = (): string | undefined => present.getStore();

/** What a balancer or a portal may call a request: short, and without anything that could forge a line of the log. */
const WELL_FORMED = /^[\w.:-]{8,64}$/;

/** Answers a request within an id: the one that it came with where that is well-formed, else a new one. */
export const withRequestId = <T>(given: string | undefined, answer: (id: string) => T): T => {
  const id = given !== undefined && given.length <= 64 && WELL_FORMED.test(given) ? given : randomUUID();
  return present.run(id, () => answer(id));
};
