/** Responses that do not change are compressed once. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ReadyBody, readyBodies } from '#server/http/ready-body.ts';

const TEXT = 'A sentence that repeats. '.repeat(200);
const asking = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

it('has the encoding that the client accepts', async () => {
  const body = new ReadyBody(TEXT);
  const taking = (encoding: string) => body.response(asking({ 'accept-encoding': encoding }), { vary: 'Cookie' });
  const gzipped = await taking('gzip, br');
  expect(gzipped.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await readBytes(gzipped)).toString()).toBe(TEXT);
  await expect.poll(async () => (await taking('gzip, br')).headers.get('content-encoding')).toBe('br');
  const small = await taking('gzip;q=0.5, br');
  expect(small.headers.get('vary')).toBe('Accept-Encoding, Cookie');
  expect(brotliDecompressSync(await readBytes(small)).toString()).toBe(TEXT);
  expect((await taking('br;q=0, gzip')).headers.get('content-encoding')).toBe('gzip');
  const plain = await taking('identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(TEXT);
});

it('is not sent again to a client that has it', async () => {
  const body = new ReadyBody(TEXT);
  const etag = (await body.response(asking({}), {})).headers.get('etag') ?? '';
  const again = await body.response(asking({ 'if-none-match': `"other", ${etag}` }), { 'cache-control': 'no-cache' });
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([304, '', 'no-cache']);
  expect((await body.response(asking({ 'if-none-match': etag }), {}, 404)).status).toBe(404);
  expect((await new ReadyBody(`${TEXT}.`).response(asking({ 'if-none-match': etag }), {})).status).toBe(200);
});

it('is one for the same text', () => {
  const getBody = readyBodies();
  expect(getBody('a')).toBe(getBody('a'));
  expect(getBody('a')).not.toBe(getBody('b'));
});
