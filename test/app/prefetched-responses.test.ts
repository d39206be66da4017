/** Prefetched reads: their delivery to callers, and the table of reads that each flow makes first. */
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { buildUrl } from '#domain/call.ts';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { listInitialReads } from '#domain/api/initial-data.ts';
import { routes } from '#domain/portal/routes.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import { PREFETCH_LIFETIME, createPrefetchedResponses } from '#src/app/first-load/prefetched-responses.ts';
import type { FlowHost } from '#src/app/flow/flow-host.ts';
import dashboard from '#src/pages/dashboard.tsx';
import deferment from '#src/pages/deferment.ts';
import hardshipForbearance from '#src/pages/hardship-forbearance.ts';
import inSchool from '#src/pages/in-school.ts';
import military from '#src/pages/military.ts';
import payflow from '#src/pages/payflow.ts';
import repaymentOptions from '#src/pages/repayment-options.tsx';

const LINES = { headers: { 'content-type': 'application/x-ndjson' } };

/** A prefetch whose response the test writes line by line. */
function asking() {
  let time = 0;
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answered = () => new Response(new ReadableStream({ start: (controller) => void (stream = controller) }), LINES);
  const fetched = vi.fn(async (_address: string) => answered());
  const prefetched = createPrefetchedResponses(fetched, () => time);
  const write = (text: string) => stream?.enqueue(new TextEncoder().encode(text));
  return {
    fetched,
    prefetched,
    /** The answer that a caller receives; undefined if there is none. */
    taken: async (address: string): Promise<unknown> => (await prefetched.take(address))?.json(),
    pass: (milliseconds: number) => (time += milliseconds),
    write,
    say: (address: string, body: unknown, status = 200) => write(`${JSON.stringify({ address, status, body })}\n`),
    end: () => stream?.close(),
    breakOff: () => stream?.error(new TypeError('The connection broke')),
  };
}

/** Waits until all written lines have been read. */
const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

describe('a prefetch', () => {
  it('makes one request and returns each answer once to a matching caller', async () => {
    const { prefetched, fetched, say, end, taken } = asking();
    prefetched.request([['parcels/Main'], ['days', 'due']]);
    expect(fetched.mock.calls).toEqual([
      ['initial-data?reads=%5B%5B%22parcels%2FMain%22%5D%2C%5B%22days%22%2C%22due%22%5D%5D'],
    ]);
    await turns();
    say('days', 'Monday');
    say('parcels/Main', 1);
    say('due', [2.5]);
    end();
    expect([await taken('parcels/Main'), await taken('days'), await taken('due')]).toEqual([1, 'Monday', [2.5]]);
    expect([await taken('parcels/Main'), await taken('parcels/Side')]).toEqual([undefined, undefined]);
  });

  it('returns an answer as soon as it has arrived, before the others', async () => {
    const { prefetched, say, taken, write } = asking();
    prefetched.request([['parcels/Main'], ['parcels/Side']]);
    await turns();
    say('parcels/Side', 2);
    expect(await taken('parcels/Side')).toBe(2);
    const waiting = vi.fn();
    void taken('parcels/Main').then(waiting);
    write('{"address":"parcels/Main","sta');
    await turns();
    expect(waiting).not.toHaveBeenCalled();
    write('tus":200,"body":"Zoë"}\n');
    await turns();
    expect(waiting.mock.calls).toEqual([['Zoë']]);
  });

  it('returns a refusal unchanged', async () => {
    const { prefetched, say } = asking();
    prefetched.request([['parcels/Main']]);
    await turns();
    say('parcels/Main', { title: 'No' }, 403);
    const answer = await prefetched.take('parcels/Main');
    expect([answer?.ok, answer?.status, await answer?.json()]).toEqual([false, 403, { title: 'No' }]);
  });

  it.each([
    ['the other answers have arrived', ({ end }: ReturnType<typeof asking>) => end()],
    ['the connection breaks', ({ breakOff }: ReturnType<typeof asking>) => breakOff()],
  ])('is lost for answers that have not arrived when %s, like a failed request', async (_, happens) => {
    const each = asking();
    each.prefetched.request([['parcels/Main'], ['days', 'due'], ['weeks', 'months']]);
    await turns();
    each.say('days', 'Monday');
    await turns();
    happens(each);
    expect(await each.taken('days')).toBe('Monday');
    for (const address of ['parcels/Main', 'due', 'weeks'])
      await expect(each.taken(address)).rejects.toThrow(TypeError);
    // A lost answer that is never taken must not fail this test as an unhandled rejection. A read that depends on a
    // lost one was not requested.
    expect(await each.taken('months')).toBeUndefined();
  });

  it('has no answer for a read that depends on a refused one, so that the caller makes its own request', async () => {
    const { prefetched, say, end, taken } = asking();
    prefetched.request([['days', 'due']]);
    await turns();
    say('days', { title: 'No' }, 503);
    end();
    expect((await prefetched.take('days'))?.status).toBe(503);
    expect(await taken('due')).toBeUndefined();
  });

  it('is lost from the first unreadable line on', async () => {
    const { prefetched, fetched } = asking();
    fetched.mockImplementationOnce(
      async () => new Response('{"address":"a"}\n{"address":"b","status":200,"body":1}\n', LINES),
    );
    prefetched.request([['a'], ['b']]);
    await expect(prefetched.take('a')).rejects.toThrow(TypeError);
    await expect(prefetched.take('b')).rejects.toThrow(TypeError);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['refuses', async () => new Response('{}\n', { ...LINES, status: 404 })],
    ['returns something else', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['answers nothing', async () => new Response(null, LINES)],
  ])('has no answers if the server %s', async (_, answered) => {
    const { prefetched, fetched } = asking();
    fetched.mockImplementationOnce(answered);
    prefetched.request([['parcels/Main']]);
    expect(await prefetched.take('parcels/Main')).toBeUndefined();
  });

  it('returns an answer that has arrived without another event loop turn', async () => {
    const { prefetched, say, taken } = asking();
    prefetched.request([['days']]);
    await turns();
    say('days', 'Monday');
    await turns();
    const said: unknown[] = [];
    void taken('days').then((body) => said.push(body));
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    expect(said).toEqual(['Monday']);
  });

  it('expires after five seconds, or when the portal writes something', async () => {
    const { prefetched, fetched, pass, taken } = asking();
    const answered = async () => new Response('{"address":"days","status":200,"body":1}\n', LINES);
    fetched.mockImplementation(answered);
    prefetched.request([['days']]);
    pass(PREFETCH_LIFETIME);
    expect(await taken('days')).toBe(1);
    prefetched.request([['days']]);
    pass(PREFETCH_LIFETIME + 1);
    expect(await taken('days')).toBeUndefined();
    prefetched.request([['days']]);
    prefetched.clear();
    expect(await taken('days')).toBeUndefined();
  });

  it('makes no request for a page without reads', () => {
    const { prefetched, fetched } = asking();
    prefetched.request([]);
    expect(fetched).not.toHaveBeenCalled();
  });
});

interface Page {
  readonly machine: AnyStateMachine;
  readonly input: (host: FlowHost, draft: never) => unknown;
  readonly draft?: unknown;
}

const NO_DRAFT = null as never;

/** Returns the URLs of the reads that a flow makes at the start. */
function begun(page: Page, person: typeof samplePerson): string[] {
  const made: string[] = [];
  const run: RunEffect = async (effect, input) => {
    if (effect.kind === 'call')
      made.push(
        buildUrl(
          effect.call,
          v.parse(v.object({ params: v.optional(v.record(v.string(), v.string())) }), input).params,
        ),
      );
    return new Promise(() => undefined);
  };
  const host: FlowHost = {
    run,
    person,
    configuration: sampleConfiguration,
    flags: sampleFlags,
    userAgent: '',
    address: '',
    query: '',
    fragment: '',
    drafts: { read: () => undefined, write: () => undefined, discard: () => undefined },
    log: () => undefined,
    logIgnored: () => undefined,
    reportUnhandled: () => undefined,
  };
  createActor(provideEffects(page.machine, run), { input: page.input(host, NO_DRAFT) }).start();
  return made;
}

const PAGES: Readonly<Record<string, Page>> = {
  dashboard,
  payflow,
  'repayment-options': repaymentOptions,
  deferment,
  'in-school': inSchool,
  military,
  'hardship-forbearance': hardshipForbearance,
};

const routeOfPage = (name: string) => {
  const route = routes.find(({ page }) => page === name);
  if (route === undefined) throw new Error(`No page is named ${name}`);
  return route;
};

describe('the table of reads to prefetch', () => {
  it('requests the amount due after the dates (Y §7), and all other reads in parallel', () => {
    const inTurn = routes.flatMap((route) => listInitialReads(route, 'borrower')).filter(({ length }) => length > 1);
    expect(inTurn).toEqual([['payment-dates', 'borrower-payments/current']]);
  });

  it.each(Object.entries(PAGES))('contains exactly the first reads of the flow %s, and its draft', (name, page) => {
    const draft = page.draft === undefined ? [] : [`drafts/${page.machine.id}`];
    const expected = new Set(['access-facts', ...draft, ...begun(page, samplePerson)]);
    expect(expected.size).toBeGreaterThan(1);
    const first = listInitialReads(routeOfPage(name), 'borrower').map(([address]) => address);
    expect(first.toSorted()).toEqual([...expected].toSorted());
  });

  it('contains only reads that a payer may make: special instructions are for borrowers', () => {
    const payer = { ...samplePerson, role: 'payer' as const };
    const expected = ['access-facts', 'drafts/payflow', ...begun(payflow, payer)];
    const first = listInitialReads(routeOfPage('payflow'), 'payer').map(([address]) => address);
    expect(first.toSorted()).toEqual(expected.toSorted());
    expect(expected).not.toContain('special-payment-instructions');
    expect(listInitialReads(routeOfPage('dashboard'), 'payer')).not.toContainEqual(['loan-accounts']);
  });

  it('contains nothing for public pages, and the access facts for all other pages', () => {
    expect(listInitialReads(routeOfPage('welcome'), 'borrower')).toEqual([]);
    expect(listInitialReads(routeOfPage('inbox'), 'borrower')).toEqual([['access-facts']]);
  });
});
