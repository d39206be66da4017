/**
 * Requests the signed-in user from the server's own provider as soon as the document arrives, two round trips before the
 * code that needs the response. The server writes this script into the documents of pages for signed-in users
 * (`server/http/authorization-prefetch.ts`), with its settings in the attributes of the script element. `prefetched-authorization.ts`
 * reads the response.
 */
import { fetchAuthorization, silentAuthorizationRequest } from './authorization.ts';
import type { PrefetchedAuthorization } from './prefetched-authorization.ts';

async function ask(facts: Parameters<typeof silentAuthorizationRequest>[0]): Promise<PrefetchedAuthorization> {
  const since = performance.now();
  const requested = await silentAuthorizationRequest(facts);
  return { since, request: requested.request, answer: await fetchAuthorization(requested) };
}

const { endpoint, clientId, apiAudience } = document.currentScript?.dataset ?? {};
if (endpoint !== undefined && clientId !== undefined && apiAudience !== undefined) {
  window.prefetchedAuthorization = ask({ endpoint, clientId, apiAudience });
  // The code that needs the response retries after a failure.
  window.prefetchedAuthorization.catch(() => undefined);
}
