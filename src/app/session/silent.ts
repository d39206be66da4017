/**
 * Two ways to request the signed-in user from the provider without user interaction. Both resolve with the address of
 * the provider's redirect, which contains the response. Both reject if no response arrives in time.
 */
import * as v from 'valibot';
import type { ProviderResponse } from './authorization.ts';

/** The message of the page in the frame (`auth/silent.ts`) to the portal: the address at which it was opened. */
const Answer = v.object({ silentAnswer: v.string() });

/** The redirect address of the server's own provider, in its response. */
const Led = v.pipe(v.string(), v.parseJson(), v.object({ location: v.string() }));

/**
 * Returns the redirect address in the response of a provider on the portal's own origin: the server's own provider returns
 * it in the body, and `fetch` has followed the redirect of any other.
 */
export function getRedirectTarget({ status, url, type, body }: ProviderResponse): string {
  if (status < 200 || status > 299) throw new Error(`The sign-in provider returned status ${status}`);
  return type.startsWith('application/json') ? v.parse(Led, body).location : url;
}

/**
 * Requests authorization from a provider on another origin in a hidden frame, because a fetch would not include its cookies.
 */
export function silentFrame(address: URL, signal: AbortSignal): Promise<string> {
  const frame = document.createElement('iframe');
  const listening = new AbortController();
  const answered = new Promise<string>((resolve, reject) => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      const answer = v.safeParse(Answer, data);
      const isFromFrame = origin === location.origin && source === frame.contentWindow;
      if (isFromFrame && answer.success) resolve(answer.output.silentAnswer);
    };
    window.addEventListener('message', hear, { signal: listening.signal });
    const giveUp = () => reject(new Error('The sign-in provider did not respond'));
    signal.addEventListener('abort', giveUp, { signal: listening.signal });
  });
  frame.hidden = true;
  frame.title = 'Renewing your session';
  frame.src = address.href;
  document.body.append(frame);
  return answered.finally(() => {
    listening.abort();
    frame.remove();
  });
}
