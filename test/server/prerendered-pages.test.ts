/** Prerendered markup: which documents contain it, its contents, and documents without it. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DocumentData } from '#domain/portal/document.ts';
import { createPrerenderedPages } from '#server/portal/prerendered-pages.ts';
import { prerender } from '#src/start/prerender.tsx';
import { toPrerenderedHtml } from '#src/app/first-load/prerendered-html.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

const NOW = new Date('2026-11-20T15:00:00Z');

/** A prerender script that outputs the address. It throws for one page and returns nothing for another. */
const DRAWING = `let times = 0;
export const prerender = async (data, address) => {
  times += 1;
  if (address.endsWith('/interest')) throw new Error('It cannot be drawn');
  if (address.endsWith('/scams')) return undefined;
  return '<p>' + address + ' $& ' + times + '</p>';
};`;

const read = async (server: TestServer, path: string, cookie?: string) => {
  const headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) };
  const response = await server.app.request(path, { headers });
  const html = await response.text();
  const [, picture] =
    /<body><div id="prerendered" inert aria-hidden="true">(.*)<\/div><div id="root"><\/div>/s.exec(html) ?? [];
  return { html, picture, headers: response.headers };
};

/** Returns the data embedded in the document at an address. */
async function readData(server: TestServer, path: string): Promise<DocumentData> {
  const { html } = await read(server, path);
  const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
  return v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
}

let folder = '';
let plain: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-prerendered-'));
  plain = await startTestServer();
}, 60_000);
afterAll(async () => {
  await plain.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a document', () => {
  let server: TestServer;
  beforeAll(async () => {
    const file = join(folder, 'drawing.mjs');
    await writeFile(file, DRAWING);
    server = await startTestServer({}, undefined, { prerender: file });
  }, 60_000);
  afterAll(() => server.close());

  it('of a public page has its prerendered markup, rendered once for all spellings of its address', async () => {
    const { picture, headers } = await read(server, '/content/help');
    expect(picture).toMatch(/^<p>\/content\/help \$& \d+<\/p>$/);
    expect((await read(server, '/content/Help/?from=mail')).picture).toBe(picture);
    expect(headers.get('vary')?.split(/, ?/)).toContain('Cookie');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('etag')).not.toBeNull();
    expect((await read(server, '/Welcome/')).picture).toMatch(/^<p>\/welcome/);
  });

  it('preloads the fonts of the first viewport if it is prerendered, and after log-in', async () => {
    const fonts = (html: string) => [...html.matchAll(/as="font" type="font\/woff2" crossorigin href="([^"]*)"/g)];
    for (const path of ['/welcome', '/auth/callback?code=1']) {
      expect(fonts((await read(server, path)).html).map(([, href]) => href)).toEqual([
        '/assets/heading-1.woff2',
        '/assets/text-1.woff2',
      ]);
    }
    expect(fonts((await read(server, '/dashboard')).html)).toEqual([]);
  });

  it('has none with a sign-in cookie, and has another ETag', async () => {
    const visitor = await read(server, '/welcome');
    const known = await read(server, '/welcome', 'other=1; has-signed-in=1');
    expect(known.picture).toBeUndefined();
    expect(known.html).toContain('<body><div id="root"></div>');
    expect(known.headers.get('vary')?.split(/, ?/)).toContain('Cookie');
    expect(known.headers.get('etag')).not.toBe(visitor.headers.get('etag'));
  });

  it.each([
    ['/dashboard', '/dashboard'],
    ['/payments/payflow/schedule', '/payments/payflow'],
    ['/Documents/Inbox/123', '/documents/inbox'],
  ])('of %s, which requires a session, has the frame of %s for all borrowers', async (path, pictured) => {
    const visitor = await read(server, path);
    const frame = `<body><div id="prerendered" data-frame inert aria-hidden="true"><p>${pictured} $& `;
    expect(visitor.html).toContain(frame);
    expect(visitor.headers.get('vary') ?? '').not.toContain('Cookie');
    const known = await read(server, path, 'has-signed-in=1');
    expect(known.headers.get('etag')).toBe(visitor.headers.get('etag'));
    // Its first lines do not wait for a font.
    expect(visitor.html).not.toContain('as="font"');
  });

  it.each(['/account/login', '/content/docupload', '/content/no-such-page', '/no-such-page', '/'])(
    'of %s has none, and does not depend on cookies',
    async (path) => {
      const { html, headers } = await read(server, path);
      expect(html).not.toContain('prerendered');
      expect(headers.get('vary') ?? '').not.toContain('Cookie');
    },
  );

  it('has none if rendering fails, which is logged', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { html } = await read(server, '/content/help/interest');
    await read(server, '/content/help/interest');
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(html).not.toContain('prerendered');
    expect(lines.filter((line) => line.includes('It cannot be drawn'))).toHaveLength(1);
    expect((await read(server, '/content/help/scams')).html).not.toContain('prerendered');
  });

  it('has none without a prerender script', async () => {
    const variables = { PORTAL_DEMO: '0' };
    const without = await startTestServer(variables, undefined, { prerender: join(folder, 'missing.mjs') });
    expect((await read(without, '/welcome')).html).not.toContain('prerendered');
    await without.close();
    expect((await read(plain, '/welcome')).html).not.toContain('prerendered');
  });
});

describe('prerendered markup', () => {
  it.each([
    ['/welcome', 'Welcome to Larkfield Loan Servicing', 'What do you want to do?'],
    ['/content/help', 'Help', 'Search help'],
    ['/content/help/interest', 'Interest', 'Capitalization'],
  ])('of %s shows the page as for a visitor, with header and footer', async (path, heading, text) => {
    const picture = await prerender(await readData(plain, path), path, NOW);
    expect(picture).toMatch(new RegExp(`<h1[^>]*>(?:<span[^>]*>)?${heading}`));
    expect(picture).toContain(text);
    expect(picture).toContain('<header class="ui-header">');
    expect(picture).toContain('Log In');
    expect(picture).toContain('© 2026');
  });

  it('has no ids, no head elements, no inline styles and no scripts', async () => {
    for (const path of ['/welcome', '/content/help', '/content/help/postpone-payments']) {
      const picture = (await prerender(await readData(plain, path), path, NOW)) ?? '';
      expect(picture.length).toBeGreaterThan(5_000);
      expect(picture).not.toMatch(/ (?:id|for|name|style|on\w+|aria-labelledby|aria-describedby)="/);
      expect(picture).not.toMatch(/<(?:script|style|link|meta|title|iframe)\b/);
    }
  });

  it('escapes special characters in data', async () => {
    const data = await readData(plain, '/welcome');
    const config = v.parse(v.looseObject({ servicer: v.looseObject({}) }), data.files['config.json']);
    const servicer = { ...config.servicer, name: `"Lark" </script><b onclick="x">` };
    const files = { ...data.files, 'config.json': { ...config, servicer } };
    const picture = await prerender({ ...data, files }, '/welcome', NOW);
    expect(picture).toContain('&quot;Lark&quot; &lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;');
    expect(picture).not.toContain('<b onclick');
  });

  it.each([
    ['during maintenance', 'globalsite', { 'disabled-mma-enabled': 'true' }],
    ['while log-in is unavailable', 'globalsite', { 'auth-service-down': 'true' }],
    ['with a text that requires DOMPurify', 'home', { 'welcome-body': '<p>Text<!-- remark --></p>' }],
    ['with a text that contains a frame', 'home', { 'welcome-body': '<iframe src="https://host.example"></iframe>' }],
  ])('is not rendered %s', async (_, section, texts) => {
    const data = await readData(plain, '/welcome');
    const answers = Object.fromEntries(
      Object.entries(data.answers).map(([address, answer]) => [
        address,
        address.startsWith(`content/sections/${section}?`) ? { ...Object(answer), ...texts } : answer,
      ]),
    );
    expect(await prerender({ ...data, answers }, '/welcome', NOW)).toBeUndefined();
  });

  it('is not rendered for a missing static page', async () => {
    expect(await prerender(await readData(plain, '/welcome'), '/content/help', NOW)).toBeUndefined();
  });

  it("is not rendered without the page's texts", async () => {
    expect(await prerender(await readData(plain, '/account/search'), '/welcome', NOW)).toBeUndefined();
  });

  it.each([
    ['/dashboard', 'Account Dashboard'],
    ['/payments/payflow', 'Make a Payment'],
    ['/documents/inbox', 'Inbox'],
  ])('of %s is a frame: its title and the layout during authorization', async (path, title) => {
    const frame = await prerender(await readData(plain, path), path, NOW);
    expect(frame).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(frame).toContain('<header class="ui-header">');
    expect(frame).toContain('One moment…');
    // The person is unknown yet, so there is neither a log-in button nor a personal menu.
    expect(frame).not.toMatch(/>Log (?:In|Out)</);
    expect(frame).not.toMatch(/ (?:id|for|name|style|on\w+|aria-labelledby|aria-describedby)="/);
  });

  it('is not a frame during maintenance or at an address without a page', async () => {
    const data = await readData(plain, '/dashboard');
    const answers = Object.fromEntries(
      Object.entries(data.answers).map(([address, answer]) => [
        address,
        address.startsWith('content/sections/globalsite?')
          ? { ...Object(answer), 'disabled-mma-enabled': 'true' }
          : answer,
      ]),
    );
    expect(await prerender({ ...data, answers }, '/dashboard', NOW)).toBeUndefined();
    expect(await prerender(data, '/nowhere', NOW)).toBeUndefined();
  });

  it('keeps text that looks like an attribute', () => {
    const heading = '<h1 class="a" id="page-title" tabindex="-1">Say id="x" &gt; name="y"</h1>';
    expect(toPrerenderedHtml(`<meta name="description" content="a"/>${heading}`)).toBe(
      '<h1 class="a" tabindex="-1">Say id="x" &gt; name="y"</h1>',
    );
    expect(toPrerenderedHtml(`${heading}<div aria-busy="true"></div>`)).toBeUndefined();
    expect(toPrerenderedHtml(`${heading}<script></script>`)).toBeUndefined();
    expect(toPrerenderedHtml('<p>No heading</p>')).toBeUndefined();
  });
});

describe('prerendering on a server', () => {
  const data: DocumentData = { files: {}, answers: {} };

  it('is off without a prerender script', async () => {
    expect(await createPrerenderedPages(undefined, () => NOW)('/welcome', data)).toBeUndefined();
  });

  it('happens once per business day, from when the prerender script exists', async () => {
    const file = join(folder, 'later.mjs');
    let now = NOW;
    const prerenderedPages = createPrerenderedPages(file, () => now);
    expect(await prerenderedPages('/welcome', data)).toBeUndefined();
    await writeFile(file, DRAWING);
    expect(await prerenderedPages('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    expect(await prerenderedPages('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    // Midnight in New York is five o'clock in the morning UTC.
    now = new Date('2026-11-21T04:59:59Z');
    expect(await prerenderedPages('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    now = new Date('2026-11-21T05:00:00Z');
    expect(await prerenderedPages('/welcome', data)).toBe('<p>/welcome $& 2</p>');
  });

  it('stops after another build, whose files the cached markup does not reference', async () => {
    const file = join(folder, 'replaced.mjs');
    await writeFile(file, DRAWING);
    const prerenderedPages = createPrerenderedPages(file, () => NOW);
    expect(await prerenderedPages('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    await utimes(file, NOW, NOW);
    expect(await prerenderedPages('/welcome', data)).toBeUndefined();
  });
});
