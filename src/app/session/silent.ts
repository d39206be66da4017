/**
 * Two ways to ask the provider for the signed-in person without user interaction. Both resolve with the address of the
 * provider's redirect, which contains the answer. Both reject if no answer arrives in time.
 */
import * as v from 'valibot';
import type { ProviderAnswer } from './authorization.ts';

/** The message of the page in the frame (`auth/silent.ts`) to the portal: the address at which it was opened. */
const Answer = v.object({ silentAnswer: v.string() });

/** Where the server's own provider leads, said in the answer itself. */
const Led = v.pipe(v.string(), v.parseJson(), v.object({ location: v.string() }));

/** Where a provider of the portal's own origin leads: the server's own says it, a redirect of any other was followed. */
export function whereLed({ status, url, type, body }: ProviderAnswer): string {
  if (status < 200 || status > 299) throw new Error(`The provider answered ${status}`);
  return type.startsWith('application/json') ? v.parse(Led, body).location : url;
}

/** A provider elsewhere, whose cookies a request would not have: a hidden frame. */
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
    const giveUp = () => reject(new Error('The provider did not answer'));
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
