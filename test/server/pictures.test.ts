/** The pictures of public pages: which documents have one, what is in it, and that nothing depends on it. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DocumentData } from '#domain/portal/document.ts';
import { createPictures } from '#server/portal/pictures.ts';
import { prerender } from '#src/app/prerender/prerender.tsx';
import { pictureOf } from '#src/app/prerender/picture-html.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

const NOW = new Date('2026-11-20T15:00:00Z');

/** Draws nothing but the address; of one page it cannot, and of another it has none. */
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

/** What comes with the document of an address. */
async function dataOf(server: TestServer, path: string): Promise<DocumentData> {
  const { html } = await read(server, path);
  const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
  return v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
}

let folder = '';
let plain: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-pictures-'));
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

  it('of a public page has its picture, drawn once for all ways to write its address', async () => {
    const { picture, headers } = await read(server, '/content/help');
    expect(picture).toMatch(/^<p>\/content\/help \$& \d+<\/p>$/);
    expect((await read(server, '/content/Help/?from=mail')).picture).toBe(picture);
    expect(headers.get('vary')?.split(/, ?/)).toContain('Cookie');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('etag')).not.toBeNull();
    expect((await read(server, '/Welcome/')).picture).toMatch(/^<p>\/welcome/);
  });

  it('names the fonts of what is seen first, where it is seen', async () => {
    const fonts = (html: string) => [...html.matchAll(/as="font" type="font\/woff2" crossorigin href="([^"]*)"/g)];
    expect(fonts((await read(server, '/welcome')).html).map(([, href]) => href)).toEqual([
      '/assets/heading-1.woff2',
      '/assets/text-1.woff2',
    ]);
    expect(fonts((await read(server, '/dashboard')).html)).toEqual([]);
  });

  it('has none for somebody who may be signed in, and another ETag', async () => {
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
  ])('of %s, which is for signed-in people, has the frame of %s, the same for everybody', async (path, pictured) => {
    const visitor = await read(server, path);
    const frame = `<body><div id="prerendered" data-frame inert aria-hidden="true"><p>${pictured} $& `;
    expect(visitor.html).toContain(frame);
    expect(visitor.headers.get('vary') ?? '').not.toContain('Cookie');
    const known = await read(server, path, 'has-signed-in=1');
    expect(known.headers.get('etag')).toBe(visitor.headers.get('etag'));
    // Its first lines wait for no font.
    expect(visitor.html).not.toContain('as="font"');
  });

  it.each(['/account/login', '/content/docupload', '/content/no-such-page', '/no-such-page', '/'])(
    'of %s has none, and is the same for everybody',
    async (path) => {
      const { html, headers } = await read(server, path);
      expect(html).not.toContain('prerendered');
      expect(headers.get('vary') ?? '').not.toContain('Cookie');
    },
  );

  it('comes without one where it cannot be drawn, and the log says so', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { html } = await read(server, '/content/help/interest');
    await read(server, '/content/help/interest');
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(html).not.toContain('prerendered');
    expect(lines.filter((line) => line.includes('It cannot be drawn'))).toHaveLength(1);
    expect((await read(server, '/content/help/scams')).html).not.toContain('prerendered');
  });

  it('comes without one where nothing was built to draw it', async () => {
    const without = await startTestServer({}, undefined, { prerender: join(folder, 'missing.mjs') });
    expect((await read(without, '/welcome')).html).not.toContain('prerendered');
    await without.close();
    expect((await read(plain, '/welcome')).html).not.toContain('prerendered');
  });
});

describe('a picture', () => {
  it.each([
    ['/welcome', 'Welcome to Larkfield Loan Servicing', 'What do you want to do?'],
    ['/content/help', 'Help', 'Search help'],
    ['/content/help/interest', 'Interest', 'Capitalization'],
  ])('of %s shows the page of a visitor, with header and footer', async (path, heading, text) => {
    const picture = await prerender(await dataOf(plain, path), path, NOW);
    expect(picture).toMatch(new RegExp(`<h1[^>]*>(?:<span[^>]*>)?${heading}`));
    expect(picture).toContain(text);
    expect(picture).toContain('<header class="ui-header">');
    expect(picture).toContain('Log In');
    expect(picture).toContain('© 2026');
  });

  it('has no names, nothing for the head, no styles of its own and nothing that runs', async () => {
    for (const path of ['/welcome', '/content/help', '/content/help/postpone-payments']) {
      const picture = (await prerender(await dataOf(plain, path), path, NOW)) ?? '';
      expect(picture.length).toBeGreaterThan(5_000);
      expect(picture).not.toMatch(/ (?:id|for|name|style|on\w+|aria-labelledby|aria-describedby)="/);
      expect(picture).not.toMatch(/<(?:script|style|link|meta|title|iframe)\b/);
    }
  });

  it('shows signs of the data as text', async () => {
    const data = await dataOf(plain, '/welcome');
    const config = v.parse(v.looseObject({ servicer: v.looseObject({}) }), data.files['config.json']);
    const servicer = { ...config.servicer, name: `"Lark" </script><b onclick="x">` };
    const files = { ...data.files, 'config.json': { ...config, servicer } };
    const picture = await prerender({ ...data, files }, '/welcome', NOW);
    expect(picture).toContain('&quot;Lark&quot; &lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;');
    expect(picture).not.toContain('<b onclick');
  });

  it.each([
    ['during maintenance', 'globalsite', { 'disabled-mma-enabled': 'true' }],
    ['while nobody can sign in', 'globalsite', { 'auth-service-down': 'true' }],
    ['with a text that only the loaded sanitizer takes', 'home', { 'welcome-body': '<p>Text<!-- remark --></p>' }],
    ['with a text that is a frame', 'home', { 'welcome-body': '<iframe src="https://host.example"></iframe>' }],
  ])('is not drawn %s', async (_, section, texts) => {
    const data = await dataOf(plain, '/welcome');
    const answers = Object.fromEntries(
      Object.entries(data.answers).map(([address, answer]) => [
        address,
        address.startsWith(`content/sections/${section}?`) ? { ...Object(answer), ...texts } : answer,
      ]),
    );
    expect(await prerender({ ...data, answers }, '/welcome', NOW)).toBeUndefined();
  });

  it('is not drawn where a static page did not come: what is said then is no page', async () => {
    expect(await prerender(await dataOf(plain, '/welcome'), '/content/help', NOW)).toBeUndefined();
  });

  it('is not drawn without the texts of the page', async () => {
    expect(await prerender(await dataOf(plain, '/account/search'), '/welcome', NOW)).toBeUndefined();
  });

  it.each([
    ['/dashboard', 'Account Dashboard'],
    ['/payments/payflow', 'Make a Payment'],
    ['/documents/inbox', 'Inbox'],
  ])(
    'of %s is a frame: its title, and what stands around it while it is asked who is signed in',
    async (path, title) => {
      const frame = await prerender(await dataOf(plain, path), path, NOW);
      expect(frame).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(frame).toContain('<header class="ui-header">');
      expect(frame).toContain('One moment…');
      // Nobody is there yet: neither a visitor's button nor a menu of somebody.
      expect(frame).not.toMatch(/>Log (?:In|Out)</);
      expect(frame).not.toMatch(/ (?:id|for|name|style|on\w+|aria-labelledby|aria-describedby)="/);
    },
  );

  it('is no frame during maintenance, nor of an address at which there is no page', async () => {
    const data = await dataOf(plain, '/dashboard');
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

  it('keeps what is read, also where it looks like an attribute', () => {
    const heading = '<h1 class="a" id="page-title" tabindex="-1">Say id="x" &gt; name="y"</h1>';
    expect(pictureOf(`<meta name="description" content="a"/>${heading}`)).toBe(
      '<h1 class="a" tabindex="-1">Say id="x" &gt; name="y"</h1>',
    );
    expect(pictureOf(`${heading}<div aria-busy="true"></div>`)).toBeUndefined();
    expect(pictureOf(`${heading}<script></script>`)).toBeUndefined();
    expect(pictureOf('<p>No heading</p>')).toBeUndefined();
  });
});

describe('the pictures of a server', () => {
  const data: DocumentData = { files: {}, answers: {} };

  it('are none where nothing draws them', async () => {
    expect(await createPictures(undefined, () => NOW)('/welcome', data)).toBeUndefined();
  });

  it('are drawn once for a business day, from when what draws them is there', async () => {
    const file = join(folder, 'later.mjs');
    let now = NOW;
    const pictures = createPictures(file, () => now);
    expect(await pictures('/welcome', data)).toBeUndefined();
    await writeFile(file, DRAWING);
    expect(await pictures('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    expect(await pictures('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    // Midnight in New York is at five o'clock in the morning here.
    now = new Date('2026-11-21T04:59:59Z');
    expect(await pictures('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    now = new Date('2026-11-21T05:00:00Z');
    expect(await pictures('/welcome', data)).toBe('<p>/welcome $& 2</p>');
  });

  it('are none any more once something else was built, whose files a page of today does not know', async () => {
    const file = join(folder, 'replaced.mjs');
    await writeFile(file, DRAWING);
    const pictures = createPictures(file, () => NOW);
    expect(await pictures('/welcome', data)).toBe('<p>/welcome $& 1</p>');
    await utimes(file, NOW, NOW);
    expect(await pictures('/welcome', data)).toBeUndefined();
  });
});
