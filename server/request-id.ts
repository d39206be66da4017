/** The id of the current request, which appears in the response, in its problem details and in the log. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';

const present = new AsyncLocalStorage<string>();

/** Returns the id of the current request. Undefined outside of a request. */
export const currentRequestId = (): string | undefined => present.getStore();

/** Valid ids from a load balancer or the portal: short, and without characters that could forge a log line. */
const WELL_FORMED = /^[\w.:-]{8,64}$/;

/** Runs a handler (`answer`) within a request id: the given one if it is well-formed, otherwise a new one. */
export const withRequestId = <T>(given: string | undefined, answer: (id: string) => T): T => {
  const id = given !== undefined && given.length <= 64 && WELL_FORMED.test(given) ? given : randomUUID();
  return present.run(id, () => answer(id));
};
