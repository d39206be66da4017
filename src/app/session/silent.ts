/**
 * How a provider is asked who is signed in, without showing anything. Both ways end at the address to which the provider's
 * redirect leads, and that address says the rest. Both reject where no answer comes in time.
 */
import * as v from 'valibot';

/** What the page in the frame (`auth/silent.ts`) tells the portal: the address at which it was opened. */
const Answer = v.object({ silentAnswer: v.string() });

/** Where the server's own provider leads, said in the answer itself. */
const Led = v.object({ location: v.string() });

/**
 * A provider of the portal's own origin: a request. The server's own provider says where it leads; a redirect of any other is
 * followed.
 */
export async function silentRequest(address: string, signal: AbortSignal): Promise<string> {
  const headers = { accept: 'application/json' };
  const response = await fetch(address, { headers, credentials: 'same-origin', cache: 'no-store', signal });
  if (!response.ok) throw new Error(`The provider answered ${response.status}`);
  const isSaid = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isSaid ? v.parse(Led, await response.json()).location : response.url;
}

/** A provider elsewhere, whose cookies a request would not have: a hidden frame. */
export function silentFrame(address: string, signal: AbortSignal): Promise<string> {
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
  frame.src = address;
  document.body.append(frame);
  return answered.finally(() => {
    listening.abort();
    frame.remove();
  });
}
