/** The files that the portal loads at startup: errors for invalid, missing and late files (P §4). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toFailure } from '#domain/call.ts';
import { sampleConfiguration, sampleFlags, sampleNavigation } from '#domain/portal/samples.ts';
import { startupEffects } from '#src/start/effects.ts';

const FILES: Readonly<Record<string, unknown>> = {
  'config.json': sampleConfiguration,
  'feature-flags.json': sampleFlags,
  'icons.json': {},
  'navigation.json': sampleNavigation,
};

const requests: { url: URL; init: RequestInit | undefined }[] = [];
let instead: Readonly<Record<string, (signal: AbortSignal | null | undefined) => Response | Promise<Response>>> = {};
let alarm: AbortController;

beforeEach(() => {
  requests.length = 0;
  instead = {};
  inDocument = {};
  alarm = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(alarm.signal);
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'https://portal.example');
    requests.push({ url, init });
    const name = url.pathname.slice(1);
    return instead[name]?.(init?.signal) ?? Response.json(FILES[name]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The files embedded in the document. */
let inDocument: Readonly<Record<string, unknown>> = {};

const effects = startupEffects({
  clockDifference: () => Promise.reject(new Error('The clock is not asked')),
  configured: () => undefined,
  fileInDocument: (name) => inDocument[name],
});
const carryOut = async (name: keyof typeof effects): Promise<unknown> =>
  effects[name]({}, new AbortController().signal);
const failure = (name: keyof typeof effects) => carryOut(name).then(() => 'no failure', toFailure);

/** Never responds, but rejects on abort. */
const silence = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))));

it('the files are requested without cache', async () => {
  await expect(carryOut('startup.staticFiles')).resolves.toMatchObject({ flags: sampleFlags });
  expect(requests.map(({ url }) => url.pathname).sort()).toEqual(Object.keys(FILES).map((name) => `/${name}`));
  for (const { url, init } of requests) {
    expect(url.searchParams.get('at')).toMatch(/^\d{13}$/);
    expect(init?.cache).toBe('no-store');
  }
});

it.each([
  ['an invalid value', Response.json({ ...sampleFlags, isSsoEnabled: 'yes' }), 'feature-flags.json: isSsoEnabled: '],
  ['invalid JSON', new Response('<html>'), 'feature-flags.json: the file: Invalid JSON'],
  ['a refusal', new Response('', { status: 500 }), 'feature-flags.json: status 500'],
])('the failure names a file with %s', async (_, response, detail) => {
  instead = { 'feature-flags.json': () => response };
  expect(await failure('startup.staticFiles')).toMatchObject({ detail: expect.stringContaining(detail) });
});

it.each(['startup.staticFiles', 'startup.buildVersion'] as const)('%s has a time limit', async (name) => {
  instead = { 'icons.json': silence, 'build-version.txt': silence };
  const failing = failure(name);
  alarm.abort();
  expect(await failing).toMatchObject({
    detail: expect.stringMatching(/^(?:icons\.json|build-version\.txt): no answer$/),
  });
});

it('a missing build version is ignored', async () => {
  instead = { 'build-version.txt': () => new Response('', { status: 404 }) };
  await expect(carryOut('startup.buildVersion')).resolves.toBe('');
});

describe('a file embedded in the document', () => {
  it('is not requested', async () => {
    inDocument = { ...FILES, 'build-version.txt': '2.0.0\n' };
    await expect(carryOut('startup.staticFiles')).resolves.toMatchObject({ flags: sampleFlags });
    await expect(carryOut('startup.buildVersion')).resolves.toBe('2.0.0');
    expect(requests).toEqual([]);
  });

  it('is requested if it is invalid', async () => {
    inDocument = { ...FILES, 'feature-flags.json': { ...sampleFlags, isSsoEnabled: 'yes' } };
    await expect(carryOut('startup.staticFiles')).resolves.toMatchObject({ flags: sampleFlags });
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/feature-flags.json']);
  });
});
