/**
 * Asks the server's own provider who is signed in as soon as the document has come, two round trips before the code that needs the
 * answer. The server writes this script into the documents of pages for signed-in people (`server/http/early-authorization.ts`), with what it
 * needs to know in the attributes of its element; `early-answer.ts` takes the answer.
 */
import { fetchAuthorization, silentAuthorizationRequest } from './authorization.ts';
import type { EarlyAuthorization } from './early-answer.ts';

async function ask(facts: Parameters<typeof silentAuthorizationRequest>[0]): Promise<EarlyAuthorization> {
  const since = performance.now();
  const asked = await silentAuthorizationRequest(facts);
  return { since, request: asked.request, answer: await fetchAuthorization(asked) };
}

const { endpoint, clientId, apiAudience } = document.currentScript?.dataset ?? {};
if (endpoint !== undefined && clientId !== undefined && apiAudience !== undefined) {
  window.earlyAuthorization = ask({ endpoint, clientId, apiAudience });
  // What fails is asked for again.
  window.earlyAuthorization.catch(() => undefined);
}
