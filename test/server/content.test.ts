/** Managed content: loading, overriding, validation and search. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { Problem } from '#domain/call.ts';
import { content } from '#domain/portal/content/calls.ts';
import { toBanners, filledHtml, filledText, isFlagEnabled } from '#domain/portal/content/rules.ts';
import type { ContentPage } from '#domain/portal/content/shapes.ts';
import { portal } from '#domain/portal/calls.ts';
import { type PortalPage, listPages } from '#domain/portal/pages.ts';
import { Configuration } from '#domain/portal/shapes.ts';
import { paths } from '#server/paths.ts';
import { loadContent } from '#server/portal/content.ts';
import { ContentProblem } from '#server/portal/problem.ts';
import { createSearch } from '#server/portal/search.ts';
import { json } from '#test/house/repository.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

/** Facts of a portal with all pages. */
const portalFacts = { keepsAccounts: true };
const portalPages = listPages(portalFacts);

const shippedConfiguration = v.parse(Configuration, json('public/config.json'));
const configuration: Configuration = {
  ...shippedConfiguration,
  servicer: { ...shippedConfiguration.servicer, name: 'Marsh & Lee' },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-content-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const front = (title: string): string => `---\ntitle: ${title}\ndescription: About it.\nkeywords: one, two\n---\n`;
const message = { id: 'a', headline: 'A', message: '<p>A</p>', clientThemed: 'true', visible: 'true' };
const form = { id: 'a', headline: 'A', message: '<p>A</p>', group: 'plans', href: '/email-us' };

describe('content files', () => {
  it('are texts, lists and pages', async () => {
    await write('home/a-text.html', '<p>Text</p>\n');
    await write('home/a-list.json', '[{ "id": "1", "headline": "First" }]');
    await write('pages/one.html', `${front('One: a page')}\n<p>Page</p>\n`);
    await write('pages/deep/down/two.html', front('Two').replaceAll('\n', '\r\n'));
    await write('pages/on-the-way/to-three-b.html', front('Three'));
    await write('pages/readme.txt', 'not content');
    await write('home/a-text.html.orig', 'not content either');
    const store = await loadContent([folder], portalFacts);
    expect(store.find({ section: 'home', name: 'a-text' })).toEqual({ data: '<p>Text</p>' });
    expect(store.list({ section: 'home', name: 'a-list' })).toEqual([{ id: '1', headline: 'First' }]);
    expect(Object.fromEntries(store.pages)).toEqual({
      one: {
        content: '<p>Page</p>',
        metaData: { title: 'One: a page', description: 'About it.', keywords: 'one, two' },
      },
      'deep/down/two': { content: '', metaData: { title: 'Two', description: 'About it.', keywords: 'one, two' } },
      'on-the-way/to-three-b': {
        content: '',
        metaData: { title: 'Three', description: 'About it.', keywords: 'one, two' },
      },
    });
    expect(store.find({ section: 'home', name: 'a-list' })).toBeUndefined();
    expect(store.find({ section: 'pages', name: 'one' })).toBeUndefined();
  });

  it.each([
    ['stray.html', '<p>x</p>', 'not managed content'],
    ['home/deep/x.html', '<p>x</p>', 'not managed content'],
    ['pages/Capital.html', front('X'), 'not managed content'],
    ['pages/two words.html', front('X'), 'not managed content'],
    ['pages/list.json', '[]', 'or pages/<path>.html in lower case'],
    ['pages/x.html.json', front('X'), 'not managed content'],
    ['home/pages/x.html', front('X'), 'not managed content'],
    ['pages/a--b.html', front('X'), 'not managed content'],
    ['home/list.json', '[', 'the whole file'],
    ['home/list.json', '{}', 'the whole file'],
    ['home/list.json', '[{ "id": "1" }]', '0.headline'],
    ['home/list.json', '[{ "id": "1", "headline": "A", "visibel": "true" }]', '0.visibel'],
    ['home/list.json', '[{ "id": "1", "headline": "A" }, { "id": "1", "headline": "B" }]', 'Ids must be unique'],
    ['usds/universalmessages.json', JSON.stringify([{ ...message, visible: 'yes' }]), '0.visible'],
    ['usds/universalmessages.json', JSON.stringify([{ ...message, message: undefined }]), '0.message'],
    ['documents/forms.json', JSON.stringify([{ ...form, group: 'other' }]), '0.group'],
    ['documents/forms.json', JSON.stringify([{ ...form, href: 'http://studentaid.gov' }]), '0.href'],
    ['documents/forms.json', JSON.stringify([{ ...form, message: undefined }]), '0.message'],
    ['pages/x.html', '<p>no front matter</p>', '---'],
    ['pages/x.html', '---\ntitle: never closed\n', '---'],
    ['pages/x.html', '---\ntitle: X\nkeywords: a\n---\n', 'description'],
    ['pages/x.html', '---\ntitle:  \ndescription: d\nkeywords: a\n---\n', 'title'],
    ['pages/x.html', '---\ntitle: X\ntitle: Y\ndescription: d\nkeywords: a\n---\n', 'occurs twice'],
    ['pages/x.html', front('X').replace('keywords', 'author: me\nkeywords'), 'author'],
    ['pages/x.html', '---\njust words\n---\n', 'just words'],
    ['pages/x.html', front('X').replace('About', 'About\r'), 'is not "name: value"'],
    ['home/x.html', '<p data-page="/payments/payment-activiti">x</p>', 'data-page="/payments/payment-activiti"'],
    ['pages/x.html', `${front('X')}<p data-page="dashboard/more">x</p>`, 'data-page="dashboard/more"'],
    [
      'home/list.json',
      JSON.stringify([{ ...message, message: '<p data-page="/nowhere">A</p>' }]),
      'data-page="/nowhere"',
    ],
  ])('prevent startup if %s contains %j', async (path, text, expected) => {
    await write(path, text);
    const failure: unknown = await loadContent([folder], portalFacts).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ContentProblem);
    expect(failure).toMatchObject({ name: 'ContentProblem' });
    const said = failure instanceof Error ? failure.message : '';
    expect(said).toContain(join(folder, path));
    expect(said).toContain(expected);
  });

  it('are empty for a missing folder', async () => {
    const none = await loadContent([join(folder, 'missing')], portalFacts);
    expect([none.pages.size, none.section('home')]).toEqual([0, undefined]);
    expect(none.version).toBe((await loadContent([folder], portalFacts)).version);
  });

  it('omit elements for pages that the portal does not have', async () => {
    const html = '<p>Kept. <span data-page="/account/registration">Gone.</span></p><p data-page="/email-us">Kept.</p>';
    const served = '<p>Kept. </p><p>Kept.</p>';
    await write('home/text.html', html);
    await write('home/list.json', JSON.stringify([{ ...message, message: html }]));
    await write('pages/page.html', `${front('X')}${html}`);
    const key = (name: string) => ({ section: 'home', name });
    const store = await loadContent([folder], { keepsAccounts: false });
    expect(store.find(key('text'))).toEqual({ data: served });
    expect(store.section('home')).toEqual({ text: served });
    expect(store.list(key('list'))).toEqual([{ ...message, message: served }]);
    expect(store.pages.get('page')?.content).toBe(served);
  });

  it('depend on the configuration, as pages do, and so does their version', async () => {
    await write('home/text.html', '<p data-page="/account/registration">Create an account.</p>');
    const [own, elsewhere] = [
      await loadContent([folder], portalFacts),
      await loadContent([folder], { keepsAccounts: false }),
    ];
    expect([own, elsewhere].map((store) => store.section('home')?.['text'])).toEqual(['<p>Create an account.</p>', '']);
    expect(own.version).not.toBe(elsewhere.version);
  });

  it('change the version with every modification', async () => {
    const versions: string[] = [];
    const note = async () => versions.push((await loadContent([folder], portalFacts)).version);
    await note();
    await write('home/x.html', '<p>1</p>');
    await note();
    await write('home/x.html', '<p>2</p>');
    await note();
    await write('home/x.json', '[{ "id": "1", "headline": "A" }]');
    await note();
    await write('home/x.json', '[{ "id": "1", "headline": "B" }]');
    await note();
    await write('pages/x.html', front('X'));
    await note();
    await write('pages/x.html', front('Y'));
    await note();
    expect(new Set(versions).size).toBe(versions.length);
    await note();
    expect(versions.at(-1)).toBe(versions.at(-2));
  });
});

describe('content calls', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const page = async (path: string) => server.make(content.page, { query: { path } });
  const search = async (term: string) =>
    readJson(await server.make(content.search, { query: { term } }), content.search.response);

  it('return banners as written, and switches as texts or booleans', async () => {
    const key = { section: 'usds', name: 'universalmessages' };
    const list = await readJson(await server.make(content.list, { params: key }), content.list.response);
    expect(list[0]).toMatchObject({ id: 'plans-2026', visible: 'false', clientThemed: 'false' });
    const both = [
      { ...message, id: 'text' },
      { ...message, id: 'boolean', clientThemed: false, visible: true },
      { ...message, id: 'hidden', visible: 'false' },
      { id: 'plain', headline: 'P' },
    ];
    expect(toBanners(v.parse(content.list.response, both))).toEqual([
      { id: 'text', headline: 'A', message: '<p>A</p>', isClientThemed: true },
      { id: 'boolean', headline: 'A', message: '<p>A</p>', isClientThemed: false },
    ]);
  });

  it('return all texts of a section, equal to the single texts', async () => {
    const params = { section: 'payments' };
    const texts = await readJson(await server.make(content.section, { params }), content.section.response);
    expect(Object.keys(texts).length).toBeGreaterThan(5);
    for (const [name, text] of Object.entries(texts)) {
      const item = await readJson(
        await server.make(content.item, { params: { ...params, name } }),
        content.item.response,
      );
      expect(item.data, name).toBe(text);
    }
    for (const section of ['pages', 'constructor', 'nothing']) {
      expect((await server.make(content.section, { params: { section } })).status, section).toBe(404);
    }
  });

  it('return a page by its path, ignoring case and surrounding slashes', async () => {
    const found = await readJson(await page('help/paying-your-loans'), content.page.response);
    expect(found.metaData.title).toBe('Paying your loans');
    expect(found.content).toContain('<h2 id="steps">');
    expect(await (await page('/Help/Paying-Your-Loans/')).json()).toEqual(found);
  });

  it.each([
    'help/no-such-page',
    '../payments/schedule-intro',
    'help/../help',
    'constructor',
    '__proto__',
    '',
    'help.html',
  ])('return no page for "%s"', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(404);
    await readJson(response, Problem);
  });

  it('reject malformed page requests', async () => {
    expect((await server.make(content.page)).status).toBe(400);
    expect((await page('x'.repeat(201))).status).toBe(400);
    const list = { params: { section: 'usds', name: 'no-such-list' } };
    expect((await server.make(content.list, list)).status).toBe(404);
  });

  it('are cacheable forever with the current version', async () => {
    const ids = { params: { clientId: '1', appId: '1' } };
    const { versionContent: version } = await readJson(
      await server.make(portal.contentVersion, ids),
      portal.contentVersion.response,
    );
    const stored = await server.make(content.page, { query: { path: 'help', version } });
    expect(stored.headers.get('cache-control')).toContain('immutable');
    expect((await page('help')).headers.get('cache-control')).toBe('no-store');
  });

  it('return search results, best first, with a matching excerpt', async () => {
    const found = await search('auto debit');
    expect(found[0]).toMatchObject({ title: 'Auto Debit', path: '/payments/payment-auto-debit', audience: 'signedIn' });
    const help = found.find(({ path }) => path === '/content/help/auto-debit');
    expect(help).toMatchObject({ title: 'About auto debit', audience: 'anyone' });
    expect(help?.excerpt.toLowerCase()).toContain('auto debit');
    expect(found.length).toBeLessThanOrEqual(50);
    for (const { excerpt } of found) expect(excerpt).not.toMatch(/<[a-z]|&\w+;|\{\w+\}/);
  });

  it.each([
    ['can I lower my payment?', '/content/help/lower-my-payments'],
    ['autopay', '/content/help/auto-debit'],
    ['deferments', '/content/help/deferment'],
    ['1098-E', '/content/help/tax-information'],
    ['idr', '/content/help/income-driven-plans'],
    ['scra', '/content/help/military'],
    ['forgot password', '/account/forgot'],
    ['terms of use', '/content/legal/terms-of-use'],
    ['forberance', '/content/help/forbearance'],
    ['defernment', '/content/help/deferment'],
    ['incom driven repaiment', '/content/help/income-driven-plans'],
  ])('return for the query "%s" the page %s', async (term, path) => {
    expect((await search(term))[0]?.path).toBe(path);
  });

  it('return both upload pages with distinguishable titles', async () => {
    const found = (await search('upload documents')).map(({ title, path, audience }) => [title, path, audience]);
    expect(found.slice(0, 2)).toEqual([
      ['Upload Documents', '/documents/upload-documents', 'signedIn'],
      ['Upload Documents Without Logging In', '/content/docupload', 'anyone'],
    ]);
  });

  it('return portal pages with their audience', async () => {
    expect((await search('make a payment'))[0]).toEqual({
      title: 'Make a Payment',
      path: '/payments/payflow/schedule',
      excerpt: '',
      terms: ['Make', 'Payment'],
      audience: 'signedIn',
    });
    expect((await search('Welcome')).find(({ path }) => path === '/welcome')?.audience).toBe('visitors');
  });

  it.each(['', '   ', '?!', 'qzxv'])('return nothing for "%s"', async (term) => {
    expect(await search(term)).toEqual([]);
  });

  it('find the servicer by its displayed name', async () => {
    const found = await search(shippedConfiguration.servicer.name);
    expect(found.length).toBeGreaterThan(3);
    expect(found.some(({ excerpt }) => excerpt.includes(shippedConfiguration.servicer.name))).toBe(true);
  });

  it('accept a query of 200 characters and reject longer ones', async () => {
    expect(await search('payment '.repeat(25))).not.toEqual([]);
    expect((await server.make(content.search, { query: { term: 'x'.repeat(201) } })).status).toBe(400);
  });
});

describe("a deployment's content", () => {
  it('overrides and adds single texts, lists and pages, also in search', async () => {
    await write('content/usds/universalmessages.json', JSON.stringify([{ ...message, clientThemed: false }]));
    await write('content/pages/help/interest.html', `${front('Our interest')}<p>Zebras graze here.</p>`);
    await write('content/pages/help/ours.html', front('Nothing yet'));
    const server = await startTestServer({ PORTAL_DATA: folder, PORTAL_DEMO: '0' });
    const ask = async (path: string) => (await server.make(content.page, { query: { path } })).json();
    expect(await ask('help/interest')).toMatchObject({ metaData: { title: 'Our interest' } });
    expect(await ask('help/ours')).toMatchObject({ content: '' });
    expect(await ask('help/default')).toMatchObject({ metaData: { title: 'Default' } });
    const params = { section: 'usds', name: 'universalmessages' };
    expect(await (await server.make(content.list, { params })).json()).toEqual([{ ...message, clientThemed: false }]);
    const search = async (term: string) =>
      readJson(await server.make(content.search, { query: { term } }), content.search.response);
    expect((await search('zebra')).map(({ path }) => path)).toEqual(['/content/help/interest']);
    expect(await search('nothing yet')).not.toContainEqual(expect.objectContaining({ path: '/content/help/ours' }));
    await server.close();
  });

  it('has a different version from the shipped content', async () => {
    await write('pages/help/interest.html', front('Ours'));
    const [shipped, own] = await Promise.all([
      loadContent([paths.content], portalFacts),
      loadContent([paths.content, folder], portalFacts),
    ]);
    expect(own.version).not.toBe(shipped.version);
    expect(own.pages.size).toBe(shipped.pages.size);
  });
});

describe('search', () => {
  const page = (title: string, html: string, keywords = 'none'): ContentPage => ({
    content: html,
    metaData: { title, description: `About ${title}.`, keywords },
  });
  const searchIn = (pages: Readonly<Record<string, ContentPage>>, portalPagesToFind: readonly PortalPage[] = []) =>
    createSearch({ pages: new Map(Object.entries(pages)), portalPages: portalPagesToFind, configuration });

  it('ranks titles above keywords, and keywords above text', () => {
    const find = searchIn({
      text: page('Alpha', '<p>All about pensions and more.</p>'),
      keyword: page('Beta', '<p>Something.</p>', 'pensions'),
      title: page('Pensions', '<p>Something.</p>'),
    });
    expect(find('pension').map(({ path }) => path)).toEqual(['/content/title', '/content/keyword', '/content/text']);
  });

  it('ranks pages with all words above pages with some, and omits pages with few', () => {
    const find = searchIn({
      some: page('Some', '<p>red green, red green, red green</p>'),
      all: page('All', '<p>red green blue</p>'),
      few: page('Few', '<p>blue</p>'),
    });
    expect(find('red green blue').map(({ path }) => path)).toEqual(['/content/all', '/content/some']);
  });

  it('ignores case, accents, plurals and word endings', () => {
    const find = searchIn({ x: page('Résumé', '<p>Naïve CAFÉS and taxes; bodies of water</p>') });
    for (const term of ['resume', 'RÉSUMÉS', 'naive', 'cafe', 'cafés', 'tax', 'body', 'wat']) {
      expect(find(term), term).toHaveLength(1);
    }
    expect(find('ater')).toEqual([]);
  });

  it('returns the matching words as spelled in title and excerpt, also for misspelled queries', () => {
    const find = searchIn({ x: page('Forbearance', '<p>A <b>forbearance</b> pauses; forbearances cost.</p>') });
    expect(find('forberance of')[0]?.terms).toEqual(['Forbearance', 'forbearance', 'forbearances']);
    expect(find('forb')[0]?.terms).toEqual(['Forbearance', 'forbearance', 'forbearances']);
    expect(find('cost')[0]?.terms).toEqual(['cost']);
    expect(find('none')[0]?.terms).toEqual([]);
  });

  it('cuts excerpts around the match, between words', () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(30);
    const html = `<h2>Heading</h2><p>${filler}</p><ul><li>One &amp; <strong>needle</strong>s</li><li>Two</li></ul><p>${filler}</p>`;
    const [found] = searchIn({ x: page('X', html) })('needles');
    expect(found?.excerpt).toMatch(/^… \w.* One & needles Two .*\w …$/);
    expect(found?.excerpt.length).toBeLessThan(210);
    expect(searchIn({ x: page('X', `<p>${'a'.repeat(900)}</p>`) })('aaa')[0]?.excerpt.length).toBeLessThan(210);
  });

  it('reads table rows as sentences', () => {
    const table =
      '<table><caption>Plans</caption><tr><td></td><th scope="col">Term</th></tr><tr><th scope="row">RAP</th><td>30 years.</td></tr></table>';
    expect(searchIn({ x: page('X', table) })('rap')[0]?.excerpt).toBe('Plans. Term. RAP, 30 years.');
  });

  it('shows the description if only the title matches', () => {
    expect(searchIn({ x: page('Pensions', '<p>Something.</p>') })('pensions')[0]?.excerpt).toBe('About Pensions.');
  });

  it('fills placeholders before indexing and in results', () => {
    const find = searchIn({ x: page('About {servicer}', '<p>Call {servicer} at {phone}. {amount}</p>') });
    const [found] = find('marsh');
    expect(found?.title).toBe('About Marsh & Lee');
    expect(found?.excerpt).toContain('Call Marsh & Lee at');
  });

  it('returns at most 50 results, ordered by title within a rank', () => {
    const many = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'));
    const find = searchIn(Object.fromEntries(many.map((n) => [`p${n}`, page(`Page ${n}`, '<p>same words</p>')])));
    expect(find('same words').map(({ title }) => title)).toEqual(many.slice(0, 50).map((n) => `Page ${n}`));
  });

  it('uses stop words such as "how" only if there are no others', () => {
    const find = searchIn({ x: page('How to', '<p>x</p>'), y: page('Pay', '<p>how how how</p>') });
    expect(find('how to pay').map(({ path }) => path)).toEqual(['/content/y']);
    expect(find('how to').map(({ path }) => path)).toEqual(['/content/x', '/content/y']);
  });
});

describe('content rules', () => {
  it('fill the placeholders of the configuration, escaped in HTML', () => {
    expect(filledText('{servicer}, {phone}: {seconds} {constructor}', configuration)).toBe(
      `Marsh & Lee, ${configuration.servicer.phone}: {seconds} {constructor}`,
    );
    expect(filledHtml('<p>{servicer}</p>', configuration)).toBe('<p>Marsh &amp; Lee</p>');
    expect(filledText('{address} {hours} {email} {product}', configuration)).not.toContain('{');
  });

  it('parse a switch from a text or a boolean', () => {
    expect([true, 'true', ' TRUE\n'].map(isFlagEnabled)).toEqual([true, true, true]);
    expect([false, 'false', '', undefined, 'yes', '<p>true</p>'].map(isFlagEnabled)).toEqual(Array(6).fill(false));
  });

  it('list each portal page once', () => {
    expect(new Set(portalPages.map(({ path }) => path)).size).toBe(portalPages.length);
  });
});
