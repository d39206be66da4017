/** The API client: requests, and the handling of all kinds of responses and failures (ruling 4, design). */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallSpec, FilePart, TIME_LIMITS, defineCall, toFailure } from '#domain/call.ts';
import { content } from '#domain/portal/content/calls.ts';
import { documents } from '#domain/documents/calls.ts';
import { FileResponse, toFileName } from '#domain/file.ts';
import { type ClientSettings, createClient, toFormData } from '#src/api/client.ts';
import { textFrom } from '#test/support/texts.ts';

const API = 'https://portal.example/api/1/';

/** A call for signed-in people that uses every option. */
const parcels = {
  send: defineCall({
    id: 'parcels.send',
    method: 'POST',
    path: 'parcels/:street/houses/:house',
    summary: 'Sends a parcel',
    access: ['borrower'],
    timeLimit: 'write',
    params: v.object({ street: v.string(), house: v.number() }),
    query: v.object({ fast: v.optional(v.boolean()), note: v.optional(v.string()) }),
    body: v.object({ weight: v.number() }),
    response: v.object({ received: v.pipe(v.string(), v.isoDate()) }),
    idempotent: true,
  }),
  list: defineCall({
    id: 'parcels.list',
    method: 'GET',
    path: 'parcels',
    summary: 'All parcels',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    query: v.object({ page: v.optional(v.number()), of: v.optional(v.string()) }),
    response: v.array(v.string()),
  }),
  prices: defineCall({
    id: 'parcels.prices',
    method: 'GET',
    path: 'prices/:zone',
    summary: 'What a parcel costs',
    access: ['public'],
    timeLimit: 'read',
    params: v.object({ zone: v.string() }),
    response: v.pipe(
      v.object({ dollars: v.number() }),
      v.transform(({ dollars }) => dollars * 100),
    ),
  }),
};
/** A multipart call with a file, which the client sends with `XMLHttpRequest`. */
const upload = defineCall({
  id: 'parcels.upload',
  method: 'POST',
  path: 'parcels/photos',
  summary: 'Uploads a photo of a parcel',
  access: ['borrower'],
  timeLimit: 'upload',
  multipart: { file: 'photo', fileLimit: 1000 },
  body: v.object({ photo: FilePart }),
  response: v.object({ received: v.pipe(v.string(), v.isoDate()) }),
  idempotent: true,
});
const PHOTO = { name: 'parcel.png', size: 3, mediaType: 'image/png', content: new Blob(['PNG']) };
const PHOTO_SENT = { body: { photo: PHOTO }, idempotencyKey: 'key-1' };
const SENT = { params: { street: 'Main', house: 7 }, body: { weight: 2 }, idempotencyKey: 'key-1' };
const RECEIVED = { received: '2026-11-20' };

type Answering = (request: Request) => Response | Promise<Response>;

/**
 * Mocks the network: returns the given responses in order and repeats the last one. An `XMLHttpRequest` gets the same
 * responses, after progress events for half of the request and all of it.
 */
function network(...answers: readonly Answering[]) {
  const requests: Request[] = [];
  const answerTo = async (request: Request): Promise<Response> => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request.clone());
    if (answer === undefined) throw new Error('This network has no answers');
    return answer(request);
  };
  vi.stubGlobal('fetch', answerTo);
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeXmlHttpRequest {
      protected override readonly answerTo = answerTo;
    },
  );
  return requests;
}

/** The part of `XMLHttpRequest` that the client uses, with its events in browser order. */
abstract class FakeXmlHttpRequest extends EventTarget {
  protected abstract readonly answerTo: (request: Request) => Promise<Response>;
  readonly upload = new EventTarget();
  readonly #headers = new Headers();
  readonly #stopped = new AbortController();
  #method = '';
  #url = '';
  #answered = '';
  status = 0;
  responseType = '';
  response: Blob | null = null;

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return this.#answered;
  }

  abort(): void {
    this.#stopped.abort();
  }

  async send(body: FormData): Promise<void> {
    const { signal } = this.#stopped;
    try {
      for (const loaded of [0, 100, 101, 200]) {
        const sent = { loaded, total: 200, lengthComputable: true };
        this.upload.dispatchEvent(Object.assign(new Event('progress'), sent));
      }
      const request = new Request(this.#url, { method: this.#method, headers: this.#headers, body, signal });
      const answer = await this.answerTo(request);
      const read = await Promise.race([
        answer.blob(),
        new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      this.status = answer.status;
      this.response = read;
      this.#answered = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event(signal.aborted ? 'abort' : 'error'));
    }
    this.dispatchEvent(new Event('loadend'));
  }
}

const json =
  (body: unknown, status = 200, type = 'application/json'): Answering =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
const problem = (status: number, body: unknown) => json(body, status, 'application/problem+json');

/** Never responds, but rejects on abort. */
const silence: Answering = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

const settings = (given: Partial<ClientSettings> = {}): ClientSettings => ({
  apiBase: () => API,
  accessToken: async () => 'token-1',
  renewedToken: async () => 'token-2',
  ...given,
});

const make = (
  call: CallSpec,
  request: unknown,
  given: Partial<ClientSettings> = {},
  signal?: AbortSignal,
  onProgress?: (percent: number) => void,
) => createClient(settings(given))(call, request, signal ?? new AbortController().signal, onProgress);

/** Returns the failure that a call throws, as a machine stores it. */
const failure = (making: Promise<unknown>) =>
  making.then(
    (answer) => expect.fail(`There was an answer: ${JSON.stringify(answer)}`),
    (thrown: unknown) => toFailure(thrown),
  );

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('formOf', () => {
  it('builds a form with all parts, names the file and omits undefined parts', () => {
    const attachment = { name: 'lease.pdf', size: 8, mediaType: '', content: new Blob(['%PDF-1.7']) };
    const form = toFormData(documents.uploadAnonymously, { firstName: 'Zoë', uniqueId: undefined, attachment });
    expect([...form.keys()]).toEqual(['firstName', 'attachment']);
    expect(form.get('firstName')).toBe('Zoë');
    expect(form.get('attachment')).toMatchObject({ name: 'lease.pdf', size: 8 });
  });
});

describe('a call with a file', () => {
  it('sends the request like any other call and reports each percentage once', async () => {
    const requests = network(json(RECEIVED));
    const onProgress = vi.fn();
    expect(await make(upload, PHOTO_SENT, {}, undefined, onProgress)).toEqual(RECEIVED);
    const [request] = requests;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe(`${API}parcels/photos`);
    expect(request?.headers.get('authorization')).toBe('Bearer token-1');
    expect(request?.headers.get('idempotency-key')).toBe('key-1');
    expect(request?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect((await request?.formData())?.get('photo')).toMatchObject({ name: 'parcel.png', size: 3 });
    expect(onProgress.mock.calls).toEqual([[0], [50], [100]]);
  });

  it('reports no progress for a call without a file', async () => {
    network(json(RECEIVED));
    const onProgress = vi.fn();
    await make(parcels.send, SENT, {}, undefined, onProgress);
    expect(onProgress).not.toHaveBeenCalled();
  });

  it('repeats the whole request after renewing the token', async () => {
    const requests = network(
      problem(401, { type: 'about:blank', title: 'Sign in again.', status: 401 }),
      json(RECEIVED),
    );
    const onProgress = vi.fn();
    expect(await make(upload, PHOTO_SENT, {}, undefined, onProgress)).toEqual(RECEIVED);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(onProgress.mock.calls.flat()).toEqual([0, 50, 100, 0, 50, 100]);
  });

  it('sends nothing if it was aborted before the start', async () => {
    const requests = network(json(RECEIVED));
    expect(await failure(make(upload, PHOTO_SENT, {}, AbortSignal.abort()))).toEqual({ kind: 'noAnswer' });
    expect(requests).toEqual([]);
  });
});

describe('a request', () => {
  it('has the URL below the API base, method, body, idempotency key and token of the call', async () => {
    const [request] = await (async () => {
      const requests = network(json(RECEIVED));
      await make(parcels.send, { ...SENT, query: { fast: true, note: 'a&b=c' } });
      return requests;
    })();
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe(`${API}parcels/Main/houses/7?fast=true&note=a%26b%3Dc`);
    expect(await request?.json()).toEqual({ weight: 2 });
    expect(request?.headers.get('content-type')).toContain('application/json');
    expect(request?.headers.get('idempotency-key')).toBe('key-1');
    expect(request?.headers.get('authorization')).toBe('Bearer token-1');
    expect(request?.credentials).toBe('omit');
  });

  it('omits query, body and key that the caller does not pass', async () => {
    const requests = network(json([]));
    await make(parcels.list, {});
    expect(requests[0]?.url).toBe(`${API}parcels`);
    expect(requests[0]?.body).toBeNull();
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('omits undefined query parameters, but not zero, false or empty ones', async () => {
    const requests = network(json([]));
    await make(parcels.list, { query: { page: 0, of: undefined } });
    await make(parcels.list, { query: { of: '' } });
    expect(requests.map(({ url }) => url)).toEqual([`${API}parcels?page=0`, `${API}parcels?of=`]);
  });

  it('has a token only if the call requires sign-in', async () => {
    const accessToken = vi.fn(async () => 'token-1');
    const requests = network(json({ dollars: 5 }));
    await make(parcels.prices, { params: { zone: 'A' } }, { accessToken });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
    expect(accessToken).not.toHaveBeenCalled();
  });

  it.each([
    ['../secret', '..%2Fsecret'],
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['a?page=2', 'a%3Fpage%3D2'],
    ['a#top', 'a%23top'],
    ['100%', '100%25'],
    ['%2e%2e', '%252e%252e'],
    ['a b', 'a%20b'],
    ['ü', '%C3%BC'],
    [':house', '%3Ahouse'],
    ['$&', '%24%26'],
  ])('encodes the parameter "%s" as %s', async (street, written) => {
    const requests = network(json(RECEIVED));
    await make(parcels.send, { ...SENT, params: { street, house: 7 } });
    expect(requests[0]?.url).toBe(`${API}parcels/${written}/houses/7`);
  });

  it('keeps any parameter within its path segment', async () => {
    const words = textFrom('abc/\\?#%&:;=+.@ ü').filter((word) => !/^\.{0,2}$/.test(word));
    await fc.assert(
      fc.asyncProperty(words, words, async (section, name) => {
        const requests = network(json({ data: '' }));
        await make(content.item, { params: { section, name } });
        const { pathname, search, hash, origin } = new URL(requests[0]?.url ?? '');
        expect({ origin, search, hash }).toEqual({ origin: 'https://portal.example', search: '', hash: '' });
        const places = pathname.split('/');
        expect(places.slice(0, 5)).toEqual(['', 'api', '1', 'content', 'items']);
        expect(places.slice(5).map(decodeURIComponent)).toEqual([section, name]);
      }),
    );
  });
});

describe('a parameter that cannot be encoded', () => {
  it.each(['', '.', '..'])('prevents the request: "%s"', async (street) => {
    const requests = network(json(RECEIVED));
    await expect(make(parcels.send, { ...SENT, params: { street, house: 7 } })).rejects.toThrow(RangeError);
    expect(requests).toEqual([]);
  });
});

describe('a response', () => {
  it('is parsed with the schema of the call', async () => {
    network(json({ dollars: 5, more: 'than asked for' }));
    expect(await make(parcels.prices, { params: { zone: 'A' } })).toBe(500);
  });
});

describe.each([
  ['a call', parcels.send, SENT],
  ['a call with a file', upload, PHOTO_SENT],
] as const)('the response to %s', (_call, call, request) => {
  it.each([
    ['of another shape', json({ received: 7 })],
    ['without a required field', json({})],
    ['with an invalid date', json({ received: 'soon' })],
    ['that is not JSON', () => new Response('<html>It works!</html>', { status: 200 })],
    ['that is empty', () => new Response(null, { status: 204 })],
  ])('is reported as unreadable, with the name of the call: %s', async (_, answering) => {
    network(answering);
    const failed = await failure(make(call, request));
    expect(failed).toMatchObject({ kind: 'unreadable', detail: expect.stringMatching(`^${call.id}: `) });
  });

  it('is not quoted in the error, because it may contain personal data', async () => {
    network(json({ received: 'E104882913' }));
    expect(await failure(make(call, request))).toEqual({
      kind: 'unreadable',
      detail: expect.not.stringContaining('104882913'),
    });
  });

  const NAMED = {
    type: 'about:blank',
    title: 'The street is closed.',
    status: 422,
    detail: 'Try another one.',
    fields: [{ field: 'street', code: 'street.closed', message: 'Closed.' }],
  };

  it('keeps the problem of a refusal', async () => {
    network(problem(422, NAMED));
    expect(await failure(make(call, request))).toEqual({ kind: 'refused', status: 422, problem: NAMED });
  });

  it.each([
    ['a page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['nothing', () => new Response(null, { status: 502 })],
    ['another shape', json({ error: 'bad' }, 502)],
  ])('keeps the status of a refusal with %s as its body', async (_, answering) => {
    network(answering);
    expect(await failure(make(call, request))).toEqual({ kind: 'refused', status: 502 });
  });

  it.each([400, 403, 404, 409, 422, 429, 500, 503])('does not trigger a retry for status %i', async (status) => {
    const requests = network(problem(status, { ...NAMED, status }));
    expect(await failure(make(call, request))).toMatchObject({ kind: 'refused', status });
    expect(requests).toHaveLength(1);
  });
});

describe('a file response', () => {
  const letter = defineCall({
    id: 'parcels.letter',
    method: 'GET',
    path: 'letter',
    summary: 'A letter',
    access: ['borrower'],
    timeLimit: 'read',
    answersFile: ['application/pdf'],
    response: FileResponse,
  });
  const sent =
    (type: string, disposition: string): Answering =>
    () =>
      new Response('%PDF', { headers: { 'content-type': type, 'content-disposition': disposition } });

  it('returns the content with the file name from the server', async () => {
    network(sent('application/pdf', 'attachment; filename="Your-bill.pdf"'));
    const file = v.parse(FileResponse, await make(letter, {}));
    expect(file).toMatchObject({ fileName: 'Your-bill.pdf', mediaType: 'application/pdf', size: 4 });
    expect(file.content instanceof Blob && (await file.content.text())).toBe('%PDF');
  });

  it.each([
    ['of another type', 'text/html', 'attachment; filename="Your-bill.pdf"'],
    ['without a name', 'application/pdf', 'attachment'],
    ['with a path in its name', 'application/pdf', 'attachment; filename="../../bill.pdf"'],
  ])('is rejected if it is %s', async (_, type, disposition) => {
    network(sent(type, disposition));
    expect(await failure(make(letter, {}))).toMatchObject({ kind: 'unreadable' });
  });

  it('has a file name made from the subject, with portable characters', () => {
    expect(toFileName('2026-11-20 Your bill: José’s', 'pdf')).toBe('2026-11-20-Your-bill-Jose-s.pdf');
    expect(toFileName('…', 'txt')).toBe('document.txt');
    expect(toFileName('x'.repeat(300), 'pdf')).toHaveLength(84);
  });
});

describe('an answer embedded in the document', () => {
  const prices = { params: { zone: 'a b' } };

  it('is found by the URL of the call and parsed like a response', async () => {
    const requests = network(json({ dollars: 9 }));
    const requested: string[] = [];
    const answerInDocument = (address: string) => {
      requested.push(address);
      return { dollars: 3 };
    };
    await expect(make(parcels.prices, prices, { answerInDocument })).resolves.toBe(300);
    expect(requested).toEqual(['prices/a%20b']);
    expect(requests).toEqual([]);
  });

  it.each([undefined, { dollars: 'three' }])(
    'is ignored if it is %j, so that the client asks the server',
    async (answer) => {
      network(json({ dollars: 9 }));
      await expect(make(parcels.prices, prices, { answerInDocument: () => answer })).resolves.toBe(900);
    },
  );

  it('does not make the client read the request twice if it is missing', async () => {
    network(json({ dollars: 9 }));
    let reads = 0;
    const counted = {
      get params() {
        reads += 1;
        return prices.params;
      },
    };
    await make(parcels.prices, counted, { answerInDocument: () => undefined });
    expect(reads).toBe(1);
  });

  it('is not used for calls of signed-in people', async () => {
    network(json(['1']));
    await expect(make(parcels.list, {}, { answerInDocument: () => ['2'] })).resolves.toEqual(['1']);
  });
});

describe('a prefetched read', () => {
  const response = () => new Response('["1"]', { headers: { 'content-type': 'application/json' } });

  it('returns the prefetched response for its URL without another request', async () => {
    const requests = network(json(['2']));
    const prefetched = vi.fn<(address: string) => Promise<Response> | undefined>(async () => response());
    expect(await make(parcels.list, { query: { page: 2 } }, { prefetched })).toEqual(['1']);
    expect(prefetched.mock.calls).toEqual([['parcels?page=2']]);
    expect(requests).toEqual([]);
  });

  it('makes its own request if nothing was prefetched', async () => {
    network(json(['2']));
    expect(await make(parcels.list, {}, { prefetched: () => undefined })).toEqual(['2']);
  });

  it('makes its own request if the prefetch returned nothing', async () => {
    network(json(['2']));
    expect(await make(parcels.list, {}, { prefetched: async () => undefined })).toEqual(['2']);
  });

  it('fails like a normal request: no response, a refusal or an unreadable body', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0);
    const failing = (answer: Promise<Response>) => failure(make(parcels.list, {}, { prefetched: () => answer }));
    expect(await failing(Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({ kind: 'noAnswer' });
    const refused = new Response('{}', { status: 403 });
    expect(await failing(Promise.resolve(refused))).toMatchObject({ kind: 'refused', status: 403 });
    expect(await failing(Promise.resolve(new Response('<html>')))).toMatchObject({ kind: 'unreadable' });
  });

  it('waits no longer than the time limit of the call', async () => {
    vi.useFakeTimers();
    const failing = failure(make(parcels.list, {}, { prefetched: () => new Promise(() => undefined) }));
    await vi.advanceTimersByTimeAsync(TIME_LIMITS.read);
    expect(await failing).toMatchObject({ kind: 'noAnswer' });
  });

  it('makes its own request with a renewed token if the prefetch got a 401', async () => {
    const requests = network(json(['2']));
    const answers = [Promise.resolve(new Response('{}', { status: 401 }))];
    const asking = make(parcels.list, {}, { prefetched: () => answers.pop(), renewedToken: async () => 'token-2' });
    expect(await asking).toEqual(['2']);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-2']);
  });

  it('never answers a write; the prefetcher is notified of writes', async () => {
    network(json(RECEIVED));
    const prefetched = vi.fn(async () => response());
    const onWrite = vi.fn();
    await make(parcels.send, SENT, { prefetched, onWrite });
    expect(prefetched).not.toHaveBeenCalled();
    expect(onWrite).toHaveBeenCalledOnce();
    await make(parcels.list, {}, { prefetched, onWrite });
    expect(onWrite).toHaveBeenCalledOnce();
  });
});

describe('a rejected token', () => {
  const refused = problem(401, { type: 'about:blank', title: 'Sign in again.', status: 401 });

  it('is renewed once, and the client repeats the call with the same idempotency key', async () => {
    const renewedToken = vi.fn(async () => 'token-2');
    const requests = network(refused, json(RECEIVED));
    expect(await make(parcels.send, SENT, { renewedToken })).toEqual(RECEIVED);
    expect(renewedToken).toHaveBeenCalledTimes(1);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1']);
    expect(requests.map(({ url }) => url)).toEqual([requests[0]?.url, requests[0]?.url]);
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual([{ weight: 2 }, { weight: 2 }]);
  });

  it('is not renewed twice: the second 401 is the result', async () => {
    const renewedToken = vi.fn(async () => 'token-2');
    const requests = network(refused);
    expect(await failure(make(parcels.send, SENT, { renewedToken }))).toMatchObject({ kind: 'refused', status: 401 });
    expect(renewedToken).toHaveBeenCalledTimes(1);
    expect(requests).toHaveLength(2);
  });

  it('that cannot be renewed means that the person is signed out', async () => {
    const requests = network(refused);
    const failed = await failure(make(parcels.list, {}, { renewedToken: async () => undefined }));
    expect(failed).toEqual({ kind: 'signedOut' });
    expect(requests).toHaveLength(1);
  });

  it('is required for the request: without a token nothing is sent', async () => {
    const requests = network(json([]));
    expect(await failure(make(parcels.list, {}, { accessToken: async () => undefined }))).toEqual({
      kind: 'signedOut',
    });
    expect(requests).toEqual([]);
  });

  it('is not renewed for public calls', async () => {
    const renewedToken = vi.fn(async () => 'token-2');
    const requests = network(refused);
    const failed = await failure(make(parcels.prices, { params: { zone: 'A' } }, { renewedToken }));
    expect(failed).toMatchObject({ kind: 'refused', status: 401 });
    expect(renewedToken).not.toHaveBeenCalled();
    expect(requests).toHaveLength(1);
  });

  it('followed by a repeated call without a response leaves the outcome unknown', async () => {
    network(refused, () => Promise.reject(new TypeError('fetch failed')));
    expect(await failure(make(parcels.send, SENT))).toEqual({ kind: 'noAnswer' });
  });
});

describe('a read with a temporary failure', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // The longest possible delays.
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => void vi.restoreAllMocks());

  const broken: Answering = () => Promise.reject(new TypeError('Failed to fetch'));
  const away = (status: number, retryAfter?: string): Answering => {
    const headers = { 'content-type': 'application/problem+json', ...(retryAfter && { 'retry-after': retryAfter }) };
    return () => new Response(JSON.stringify({ type: 'about:blank', title: 'Later.', status }), { status, headers });
  };
  const refusal = (status: number) => ({
    kind: 'refused',
    status,
    problem: { type: 'about:blank', title: 'Later.', status },
  });
  /** Makes the call and returns a function that waits and then counts the requests. */
  const asking = (requests: readonly Request[], given: Partial<ClientSettings> = {}, signal?: AbortSignal) => {
    const outcome = make(parcels.list, {}, given, signal).catch(toFailure);
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return requests.length;
    };
    return { outcome, after };
  };

  it.each<readonly [string, Answering]>([
    ['a connection that breaks', broken],
    ...[408, 429, 502, 503, 504].map((status) => [`status ${status}`, away(status)] as const),
  ])('is retried twice after %s, with growing delays', async (_, answering) => {
    const requests = network(answering, answering, json(['1']));
    const { outcome, after } = asking(requests);
    expect([await after(299), await after(1), await after(599), await after(1)]).toEqual([1, 2, 2, 3]);
    expect(await outcome).toEqual(['1']);
  });

  it('waits for a random part of the delay, so that clients do not retry at the same time', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    const { after } = asking(network(broken, json(['1'])));
    expect([await after(149), await after(1)]).toEqual([1, 2]);
  });

  it('is not retried a third time: the last refusal is the result', async () => {
    const requests = network(away(502), broken, away(503));
    const { outcome, after } = asking(requests);
    expect(await after(600_000)).toBe(3);
    expect(await outcome).toEqual(refusal(503));
  });

  it('has no answer if the connection breaks every time', async () => {
    const { outcome, after } = asking(network(broken));
    expect(await after(600_000)).toBe(3);
    expect(await outcome).toEqual({ kind: 'noAnswer' });
  });

  it.each([
    ['3', 3_000],
    ['5', 5_000],
    ['Fri, 20 Nov 2026 15:00:04 GMT', 4_000],
  ])('is retried after the time in the Retry-After header (%s)', async (retryAfter, ms) => {
    vi.setSystemTime('2026-11-20T15:00:00Z');
    const { outcome, after } = asking(network(away(503, retryAfter), json(['1'])));
    expect([await after(ms - 1), await after(1)]).toEqual([1, 2]);
    expect(await outcome).toEqual(['1']);
  });

  it.each(['6', '60', 'Fri, 20 Nov 2026 15:00:06 GMT', 'in a while'])(
    'is not retried if Retry-After is too long or invalid (%s)',
    async (retryAfter) => {
      vi.setSystemTime('2026-11-20T15:00:00Z');
      const { outcome, after } = asking(network(away(429, retryAfter)));
      await after(0);
      expect(await outcome).toEqual(refusal(429));
      expect(await after(600_000)).toBe(1);
    },
  );

  it.each([400, 403, 404, 409, 413, 422, 500])('is not retried after status %i', async (status) => {
    const { outcome, after } = asking(network(away(status, '1')));
    expect(await after(600_000)).toBe(1);
    expect(await outcome).toEqual(refusal(status));
  });

  it('has one time limit for all attempts', async () => {
    const slow: Answering = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      return away(503, '2')(request);
    };
    const requests = network(slow);
    const { outcome, after } = asking(requests);
    expect([await after(8_000), await after(TIME_LIMITS.read - 8_001)]).toEqual([2, 2]);
    await expect(Promise.race([outcome, Promise.resolve('none yet')])).resolves.toBe('none yet');
    await after(1);
    expect(await outcome).toEqual({ kind: 'noAnswer' });
    expect(await after(600_000)).toBe(2);
  });

  it('is not retried after the caller has aborted it', async () => {
    const left = new AbortController();
    const { outcome, after } = asking(network(away(503, '5')), {}, left.signal);
    await after(1_000);
    left.abort();
    expect(await outcome).toEqual({ kind: 'noAnswer' });
    expect(await after(600_000)).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not count a token renewal as an attempt, and renews only once', async () => {
    const requests = network(away(503), away(401), away(503), json(['1']));
    const renewedToken = vi.fn(async () => 'token-2');
    const { outcome, after } = asking(requests, { renewedToken });
    expect(await after(600_000)).toBe(4);
    expect(await outcome).toEqual(['1']);
    expect(requests.map(({ headers }) => headers.get('authorization')?.at(-1))).toEqual(['1', '1', '2', '2']);
    expect(renewedToken).toHaveBeenCalledOnce();
  });

  it('uses the same request id for all attempts, so that the log can correlate them', async () => {
    const requests = network(broken, away(503), json(['1']));
    const { after } = asking(requests);
    await after(600_000);
    const [id, ...others] = requests.map(({ headers }) => headers.get('x-request-id'));
    expect(id).toMatch(/^[\w.:-]{8,64}$/);
    expect(others).toEqual([id, id]);
  });

  it('is requested normally if its prefetched response was lost', async () => {
    const lost = [Promise.reject(new TypeError('The answer was lost'))];
    const { outcome, after } = asking(network(json(['1'])), { prefetched: () => lost.pop() });
    expect(await after(300)).toBe(1);
    expect(await outcome).toEqual(['1']);
  });

  it('is not retried if the sign-in provider cannot be reached', async () => {
    const accessToken = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const { outcome, after } = asking(network(json(['1'])), { accessToken });
    expect(await after(600_000)).toBe(0);
    expect(await outcome).toEqual({ kind: 'noAnswer' });
    expect(accessToken).toHaveBeenCalledOnce();
  });

  const sent = (method: CallSpec['method']): CallSpec => ({ ...parcels.send, method });
  it.each([
    ['submission', parcels.send, SENT],
    ['upload', upload, PHOTO_SENT],
    ['change (PUT)', sent('PUT'), SENT],
    ['change (PATCH)', sent('PATCH'), SENT],
    ['removal', sent('DELETE'), SENT],
  ])('is sent only once if it is a %s', async (_, call, request) => {
    for (const answering of [away(503, '1'), away(429), broken]) {
      const requests = network(answering);
      const outcome = make(call, request).catch(toFailure);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(await outcome).toMatchObject({ kind: answering === broken ? 'noAnswer' : 'refused' });
      expect(requests).toHaveLength(1);
    }
  });
});

describe('a missing response', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['read', parcels.list, {}],
    ['write', parcels.send, SENT],
    ['upload', upload, PHOTO_SENT],
  ] as const)('is reported after the time limit of a %s', async (limit, call, request) => {
    network(silence);
    const settled = vi.fn();
    const failing = failure(make(call, request)).finally(settled);
    await vi.advanceTimersByTimeAsync(TIME_LIMITS[limit] - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failing).toEqual({ kind: 'noAnswer' });
  });

  it.each([
    ['a call', parcels.send, SENT],
    ['a call with a file', upload, PHOTO_SENT],
  ])('is reported without a retry if the connection of %s breaks', async (_, call, request) => {
    const requests = network(() => Promise.reject(new TypeError('fetch failed')));
    const failing = failure(make(call, request));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await failing).toEqual({ kind: 'noAnswer' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['a call', parcels.send, SENT],
    ['a call with a file', upload, PHOTO_SENT],
  ])('is reported if the caller aborts %s, and the connection is closed', async (_, call, request) => {
    const requests = network(silence);
    const controller = new AbortController();
    const failing = failure(make(call, request, {}, controller.signal));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await failing).toEqual({ kind: 'noAnswer' });
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  it.each([
    ['an answer', 200],
    ['a refusal', 422],
  ])('is reported for %s whose body never ends', async (_, status) => {
    network(() => new Response(new ReadableStream({ start: () => undefined }), { status }));
    const settled = vi.fn();
    const failing = failure(make(parcels.send, SENT)).finally(settled);
    await vi.advanceTimersByTimeAsync(TIME_LIMITS.write - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failing).toEqual({ kind: 'noAnswer' });
  });

  it('leaves no timer running if the response arrives in time', async () => {
    network(json(RECEIVED));
    await make(parcels.send, SENT);
    expect(vi.getTimerCount()).toBe(0);
  });
});
