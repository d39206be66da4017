/**
 * Requests that start before the portal's code has loaded. This is in the first script, which runs while the rest is
 * loading. If the document contains the settings, it requests the server's time, the session (if the borrower may be
 * signed in) and then the initial data of the page. The portal takes over the requests in flight.
 */
import * as v from 'valibot';
import { TIME_LIMITS } from '#domain/call.ts';
import { Connection, SERVER_TIME, ServerTime } from '#domain/portal/connection.ts';
import { readDocumentData } from '../api/document-data.ts';
import { createPrefetch } from '../app/first-load/prefetch.ts';
import { browserStorage } from '../app/browser/storage.ts';
import { preloadFirstScripts, takeFirstScripts } from '../app/browser/import-chunk.ts';
import { createPrefetchedResponses } from '../app/first-load/prefetched-responses.ts';
import { removePrerenderedPage } from '../app/first-load/prerendered-page.ts';
import { createSignInHint, signInCookie } from '../app/session/sign-in-hint.ts';
import { CALLBACK_PATH } from '../app/session/requests.ts';
import { PROVIDER_METADATA, createSignIn } from '../app/session/sign-in.ts';

function begin() {
  let connection: Connection | undefined;
  const connected = () => {
    if (connection === undefined) throw new Error('The configuration has not loaded');
    return connection;
  };
  const inDocument = readDocumentData(document);
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  takeFirstScripts({ preloaded: [...preloads].map(({ href }) => href), named: inDocument.pageScripts });
  const hint = createSignInHint(browserStorage, (hasSignedIn) => {
    document.cookie = signInCookie(hasSignedIn, location.protocol);
  });
  if (hint.has() && !inDocument.isForSignedIn) removePrerenderedPage(document);
  const signIn = createSignIn({
    connection: connected,
    hint,
    metadata: () => inDocument.takeFile(PROVIDER_METADATA),
  });
  const apiBase = () => new URL(connected().apiBase, location.origin).href;
  const read = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL(address, apiBase()), {
      credentials: 'omit',
      headers,
      signal: AbortSignal.timeout(TIME_LIMITS.read),
    });
  const reads = createPrefetchedResponses(
    async (address) => read(address, { authorization: `Bearer ${(await signIn.accessToken()) ?? ''}` }),
    () => performance.now(),
  );
  /** The offset of the server's business clock from this machine's clock, in milliseconds. */
  const clockDifference = createPrefetch(async () => {
    const requested = Date.now();
    const answer = await read(SERVER_TIME);
    if (!answer.ok) throw new Error(`The request for the server time returned status ${answer.status}`);
    const { epoch } = v.parse(ServerTime, await answer.json());
    // Half of the round trip has passed since the server read its clock.
    return epoch - (requested + Date.now()) / 2;
  });
  const renewal = createPrefetch(async () => {
    const person = await signIn.renew();
    if (person === null) return null;
    reads.request(inDocument.initialReads(person.role));
    preloadFirstScripts();
    return person;
  });
  const isReturning = location.pathname === CALLBACK_PATH && /[?&](code|error)=/.test(location.search);
  return {
    inDocument,
    hint,
    signIn,
    apiBase,
    reads,
    isReturning,
    clockDifference,
    renewal,
    /** Receives the configuration as soon as it is known; no request can be sent before. */
    connect: (known: Connection): void => {
      connection = known;
    },
    /** Requests the data that every page needs, if the document contains the configuration. */
    start: (): void => {
      const known = v.safeParse(Connection, inDocument.file('config.json'));
      if (!known.success) return;
      connection = known.output;
      clockDifference.start();
      if (!isReturning && (hint.has() || inDocument.isForSignedIn)) renewal.start();
    },
  };
}

type Bootstrap = ReturnType<typeof begin>;

let current: Bootstrap | undefined;

/** Initializes the date and money formats while the browser is idle, because their first use is slow. */
function prepareFormats(): void {
  if (!('requestIdleCallback' in window)) return;
  // One after the other, so that neither blocks the main thread for long.
  requestIdleCallback(() => {
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(0);
    requestIdleCallback(() => void new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' }).format());
  });
}

/** Returns the early requests, started once per page. */
export const bootstrap = (): Bootstrap => (current ??= begin());

/** Starts the requests that every page needs. */
export function startBootstrap(): void {
  try {
    bootstrap().start();
    prepareFormats();
  } catch {
    // The portal requests the data again at startup and then reports the failure.
  }
}
