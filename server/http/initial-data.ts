/**
 * Batch endpoint for a page's initial data (`domain/api/initial-data.ts`). Each read passes through the same gate as a
 * single request. Responses are streamed as JSON lines in the order in which they complete; a slow read delays only the
 * reads that follow it in its own list.
 */
import { PassThrough, type Transform } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { initialReadAddresses } from '#domain/api/initial-data.ts';
import { INITIAL_DATA_TYPE, INITIAL_DATA, type InitialResponse } from '#domain/portal/document.ts';
import type { AppBindings } from './faults.ts';
import { takesGzip } from './json-response.ts';
import { REQUEST_ID_HEADER, currentRequestId } from '../request-id.ts';
import { toStream } from '../streams.ts';
import { HttpProblem, methodNotAllowed, problemResponse } from './problems.ts';
import { API_BASE } from './routes.ts';

const PATH = `${API_BASE}${INITIAL_DATA}`;

/** The maximum number of lists per request, of reads per list, and of characters in the query parameter. */
export const INITIAL_DATA_LIMITS = { lists: 20, inTurn: 3, length: 4000 } as const;

/**
 * Lists of addresses relative to the API base. Each list is read in sequence. Only a page's initial reads are allowed,
 * each once.
 */
const RequestedReads = v.pipe(
  v.string(),
  v.maxLength(INITIAL_DATA_LIMITS.length),
  v.parseJson(),
  v.pipe(
    v.array(v.pipe(v.array(v.picklist(initialReadAddresses)), v.maxLength(INITIAL_DATA_LIMITS.inTurn))),
    v.maxLength(INITIAL_DATA_LIMITS.lists),
    v.check((lists) => new Set(lists.flat()).size === lists.flat().length, 'URLs must be unique'),
  ),
);

/** Request headers that apply to the batch response only and are not forwarded to its reads. */
const OF_THE_WHOLE = ['accept-encoding', 'connection', 'content-length', 'host', 'if-none-match', 'range'];

/** Returns a function that reads an address from this app with the caller's credentials. */
function createRequester(app: Hono<AppBindings>, c: Context<AppBindings>) {
  const headers = new Headers(c.req.raw.headers);
  for (const name of OF_THE_WHOLE) headers.delete(name);
  headers.set(REQUEST_ID_HEADER, currentRequestId() ?? '');
  // Without `outgoing`, a read that closes its connection does not close the connection that the batch shares.
  const env = { ...c.env, outgoing: undefined };
  const { signal } = c.req.raw;
  return async (address: string) => app.request(`${API_BASE}${address}`, { headers, signal }, env);
}

/** Formats a response as a JSON line. Returns undefined if the response is not JSON. */
async function toLine(address: string, answer: Response): Promise<string | undefined> {
  if (!/^application\/(?:problem\+)?json\b/.test(answer.headers.get('content-type') ?? '')) return undefined;
  const body: unknown = await answer.json();
  return `${JSON.stringify({ address, status: answer.status, body } satisfies InitialResponse)}\n`;
}

/** Streams the responses of all lists. Stops a list at its first failed read. */
async function answerAll(
  lists: readonly (readonly string[])[],
  ask: ReturnType<typeof createRequester>,
  out: Transform,
): Promise<void> {
  const answerInTurn = async (list: readonly string[]) => {
    for (const address of list) {
      const answer = await ask(address);
      const line = await toLine(address, answer);
      if (line === undefined || out.destroyed) return;
      out.write(line);
      if (!answer.ok) return;
    }
  };
  await Promise.allSettled(lists.map(answerInTurn));
  out.end();
}

/** Adds the batch endpoint to the app. */
export function addInitialData(app: Hono<AppBindings>): void {
  app.get(PATH, (c) => {
    const requested = v.safeParse(RequestedReads, c.req.query('reads'));
    if (!requested.success) return problemResponse(new HttpProblem(400, 'These reads cannot be requested together.'));
    const isCompressed = takesGzip(c.req.raw);
    // Flush after each line instead of buffering lines for better compression.
    const out = isCompressed ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
    void answerAll(requested.output, createRequester(app, c), out);
    return new Response(toStream(out), {
      headers: {
        'content-type': INITIAL_DATA_TYPE,
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
    });
  });
  const refusal = methodNotAllowed(['GET', 'HEAD']);
  app.all(PATH, () => problemResponse(refusal));
}
