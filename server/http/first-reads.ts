/**
 * Several reads in one request: those with which a page begins (`domain/first-reads.ts`). Each is answered as if it had been
 * asked for alone, by the same gate, and is sent as soon as it is there, as a line of JSON. One that waits keeps no other
 * waiting, but for those that are to follow it.
 */
import { PassThrough, type Transform } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { firstReadAddresses } from '#domain/first-reads.ts';
import { FIRST_ANSWERS_TYPE, FIRST_READS, type FirstAnswer } from '#domain/portal/document.ts';
import type { AppBindings } from './faults.ts';
import { takesGzip } from './json-answer.ts';
import { REQUEST_ID_HEADER, currentRequestId } from '../request-id.ts';
import { streamOf } from '../streams.ts';
import { HttpProblem, methodNotAllowed, problemResponse } from './problems.ts';
import { API_BASE } from './routes.ts';

const PATH = `${API_BASE}${FIRST_READS}`;

/** The most lists of one request, the most reads of a list, and the most characters of all together. */
export const READS_LIMITS = { lists: 20, inTurn: 3, length: 4000 } as const;

/** The addresses below the API's base, those of a list one after the other: of reads with which a page begins, each once. */
const Asked = v.pipe(
  v.string(),
  v.maxLength(READS_LIMITS.length),
  v.parseJson(),
  v.pipe(
    v.array(v.pipe(v.array(v.picklist(firstReadAddresses)), v.maxLength(READS_LIMITS.inTurn))),
    v.maxLength(READS_LIMITS.lists),
    v.check((lists) => new Set(lists.flat()).size === lists.flat().length, 'Each address once'),
  ),
);

/** Headers of the request that belong to its own answer and not to those that it asks for. */
const OF_THE_WHOLE = ['accept-encoding', 'connection', 'content-length', 'host', 'if-none-match', 'range'];

/** Asks the server itself, as whoever asks for the whole. */
function askerOf(app: Hono<AppBindings>, c: Context<AppBindings>) {
  const headers = new Headers(c.req.raw.headers);
  for (const name of OF_THE_WHOLE) headers.delete(name);
  headers.set(REQUEST_ID_HEADER, currentRequestId() ?? '');
  // An answer that closes its connection closes none that others share.
  const env = { ...c.env, outgoing: undefined };
  const { signal } = c.req.raw;
  return async (address: string) => app.request(`${API_BASE}${address}`, { headers, signal }, env);
}

/** An answer as a line; undefined where there is none. */
async function lineOf(address: string, answer: Response): Promise<string | undefined> {
  if (!/^application\/(?:problem\+)?json\b/.test(answer.headers.get('content-type') ?? '')) return undefined;
  const body: unknown = await answer.json();
  return `${JSON.stringify({ address, status: answer.status, body } satisfies FirstAnswer)}\n`;
}

/** Writes the answers as they come, those of a list for as long as they are what was asked for. */
async function answerAll(
  lists: readonly (readonly string[])[],
  ask: ReturnType<typeof askerOf>,
  out: Transform,
): Promise<void> {
  const answerInTurn = async (list: readonly string[]) => {
    for (const address of list) {
      const answer = await ask(address);
      const line = await lineOf(address, answer);
      if (line === undefined || out.destroyed) return;
      out.write(line);
      if (!answer.ok) return;
    }
  };
  await Promise.allSettled(lists.map(answerInTurn));
  out.end();
}

/** Adds the request for several reads to the server that answers each of them. */
export function addFirstReads(app: Hono<AppBindings>): void {
  app.get(PATH, (c) => {
    const asked = v.safeParse(Asked, c.req.query('reads'));
    if (!asked.success) return problemResponse(new HttpProblem(400, 'These reads cannot be asked for together.'));
    const isCompressed = takesGzip(c.req.raw);
    // Nothing is kept back to be compressed with what follows.
    const out = isCompressed ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
    void answerAll(asked.output, askerOf(app, c), out);
    return new Response(streamOf(out), {
      headers: {
        'content-type': FIRST_ANSWERS_TYPE,
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
    });
  });
  const refusal = methodNotAllowed(['GET', 'HEAD']);
  app.all(PATH, () => problemResponse(refusal));
}
