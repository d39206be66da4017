/** What of managed HTML reaches the page (P §2.6, §4): nothing that runs, restyles or reaches back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '#src/ui/styles/index.scss';
import { sanitizeByBrowser } from '#src/ui/content/browser-sanitizer.ts';
import { sanitizeWithoutBrowser } from '#src/ui/content/sanitize-without-browser.ts';
import { sanitize } from '#src/ui/content/sanitize.ts';

let place: HTMLElement;
beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => place.remove());

/** The HTML as the page has it. */
function inPlace(html: string | TrustedHTML): string {
  Reflect.set(place, 'innerHTML', html);
  return place.innerHTML;
}

/** Without names, as a picture has it: which names a page can have depends on its document. */
const unnamed = (html: string): string => html.replaceAll(/ id="[^"]*"/g, '');

/**
 * The text as it stands on the page. The browser's own sanitizer, and the one that needs no browser, leave the same of it, or
 * leave it to the other.
 */
function shown(html: string, hasPage: (path: string) => boolean = () => true): string {
  const left = inPlace(sanitize(html, hasPage));
  const byBrowser = sanitizeByBrowser(html, hasPage);
  if (byBrowser !== undefined) expect(inPlace(byBrowser)).toBe(left);
  const without = sanitizeWithoutBrowser(html, hasPage);
  if (without !== undefined) expect(unnamed(inPlace(without))).toBe(unnamed(left));
  return left;
}

/** The shipped texts. */
const texts = import.meta.glob<string>('/content/*/*.html', { query: '?raw', import: 'default', eager: true });

/** The files of the shipped pages, with the lines before their text. */
const pages = import.meta.glob<string>('/content/pages/**/*.html', { query: '?raw', import: 'default', eager: true });
describe("the browser's own sanitizer", () => {
  const isOrdinary = (html: string) => !/<iframe|<!--/.test(html);

  it.each(Object.entries(texts))('leaves of %s what the other leaves', (_, html) => {
    const byBrowser = sanitizeByBrowser(html, () => true);
    expect(byBrowser === undefined).toBe(!isOrdinary(html));
    if (byBrowser !== undefined) expect(inPlace(byBrowser)).toBe(inPlace(sanitize(html, () => true)));
  });

  it.each(Object.entries({ ...texts, ...pages }))('leaves of %s what the one without a browser leaves', (_, html) => {
    const without = sanitizeWithoutBrowser(html, () => true);
    expect(without === undefined).toBe(!isOrdinary(html));
    if (without !== undefined) expect(unnamed(inPlace(without))).toBe(unnamed(inPlace(sanitize(html, () => true))));
  });

  it.each([
    ['elements that only fall away around their text', '<article><p>Text</p></article>'],
    ['an element that nobody knows', '<x-note>Text</x-note>'],
    ['a script', '<p>Text</p><script>alert(1)</script>'],
    ['a picture within the text', '<img src="data:image/png;base64,x" alt="">'],
    ['a name that the page has', '<p id="forms">Text</p>'],
    ['a comment', '<p>Text<!-- <b>bold</b> --></p>'],
    ['a video', '<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe>'],
  ])('is not asked for %s', (_, html) => {
    expect(sanitizeByBrowser(html, () => true)).toBeUndefined();
    // What the page has names for is nothing to the picture, in which nothing has a name.
    if (!html.includes(' id=')) expect(sanitizeWithoutBrowser(html, () => true)).toBeUndefined();
  });
});

describe('what runs is gone', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in a drawing', '<svg><script>alert(1)</script></svg>'],
    ['a drawing that runs as it loads', '<svg onload="alert(1)"></svg>'],
    ['a formula around a script', '<math><mtext><script>alert(1)</script></mtext></math>'],
    ['a template', '<template><script>alert(1)</script></template>'],
    ['an object', '<object data="/x"></object>'],
    ['an embedded file', '<embed src="/x">'],
    ['a base for all addresses', '<base href="https://host.example">'],
    ['a page that leads elsewhere by itself', '<meta http-equiv="refresh" content="0;url=https://host.example">'],
    ['a stylesheet', '<link rel="stylesheet" href="https://host.example/x.css">'],
    ['styles', '<style>body { display: none }</style>'],
  ])('%s', (_, html) => {
    expect(shown(`<p>Before</p>${html}<p>After</p>`)).toBe('<p>Before</p><p>After</p>');
  });

  it.each([
    ['a handler', '<p onclick="alert(1)">Text</p>', '<p>Text</p>'],
    ['a handler of a picture', '<img src="/x.png" alt="" onerror="alert(1)">', '<img src="/x.png" alt="">'],
    ['a form', '<form action="https://host.example"><input name="ssn"><button>Send</button></form>', 'Send'],
    ['a look of its own', '<p style="position: fixed" class="ui-dialog" data-restarts>Text</p>', '<p>Text</p>'],
    ['an address that runs', '<a href="javascript:alert(1)">Text</a>', '<a>Text</a>'],
    ['the same in disguise', '<a href=" java&#9;script:alert(1)">Text</a>', '<a>Text</a>'],
    ['an address with the page in it', '<a href="data:text/html,x">Text</a>', '<a>Text</a>'],
  ])('%s', (_, html, left) => {
    expect(shown(html)).toBe(left);
  });
});

describe('a link to a new tab', () => {
  it('says so, and the page that it opens does not reach back', () => {
    shown(
      '<p>See <a href="https://studentaid.gov" target="_blank">StudentAid.gov</a> and <a href="#place">this</a>.</p>',
    );
    const [out, here] = [...place.querySelectorAll('a')];
    expect(out?.textContent).toBe('StudentAid.gov (opens in a new tab)');
    expect(out?.rel).toBe('noopener');
    expect(out?.querySelector('.ui-sr')?.textContent).toBe(' (opens in a new tab)');
    expect(here?.textContent).toBe('this');
    place.dataset['content'] = 'any/text';
    expect(getComputedStyle(out ?? place, '::after').content).toContain('\u2197');
    expect(getComputedStyle(here ?? place, '::after').content).toBe('none');
  });

  it('alone brings a class with it: editors bring none', () => {
    expect(shown('<p><span class="ui-sr">Hidden</span></p>')).toBe('<p><span>Hidden</span></p>');
  });
});

describe('a link', () => {
  it('stays where it leads to a page, elsewhere, to a place on the page, to a letter or a call', () => {
    const links = [
      '/content/help',
      'https://studentaid.gov',
      '#place',
      'mailto:help@larkfield.example',
      'tel:+18005550142',
    ];
    shown(links.map((href) => `<a href="${href}">Text</a>`).join(''));
    expect([...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(links);
  });

  it('to a page that the portal does not have is a name only', () => {
    expect(shown('<a href="/no-page">Text</a>', () => false)).toBe('<a>Text</a>');
    // Another host is none of the portal's pages.
    expect(shown('<a href="//host.example/x">Text</a>', () => false)).toContain('href=');
  });

  it('that no browser can follow is a name only', () => {
    expect(shown('<a href="http://[host">Text</a>')).toBe('<a>Text</a>');
    expect(shown('<a href="https://">Text</a>')).toBe('<a>Text</a>');
  });

  it('into another window does not let that one reach back', () => {
    shown('<a href="https://studentaid.gov" target="_blank" rel="opener">Text</a>');
    expect(place.querySelector('a')?.rel).toBe('noopener');
    expect(place.querySelector('a')?.target).toBe('_blank');
  });
});

describe('a table', () => {
  const table = (row: string) =>
    `<table><thead><tr><th>Plan</th><th>Cost</th></tr></thead><tbody>${row}</tbody></table>`;
  const labels = () => [...place.querySelectorAll('td')].map((cell) => cell.dataset['label']);

  it('has the heading of its column in each cell, for screens on which its rows are stacked', () => {
    shown(table('<tr><td data-label="Own">IBR</td><td>Interest</td></tr>'));
    expect(labels()).toEqual(['Plan', 'Cost']);
  });

  it('whose cells span others, or have no headings, is left as it is', () => {
    shown(table('<tr><td colspan="2">Both</td></tr>') + '<table><tr><td>Alone</td></tr></table>');
    expect(labels()).toEqual([undefined, undefined]);
  });
});

describe('a frame', () => {
  it('is a video of the player that sets no cookies', () => {
    const video = 'https://www.youtube-nocookie.com/embed/a-video_1';
    expect(shown(`<iframe src="${video}"></iframe>`)).toContain(video);
  });

  it.each([
    'https://host.example',
    'https://www.youtube-nocookie.com.host.example/embed/x',
    'https://www.youtube-nocookie.com/embed/../redirect',
    'https://www.youtube-nocookie.com/embed/x?autoplay=1',
    'http://www.youtube-nocookie.com/embed/x',
    '/account/login',
    '',
  ])('is not "%s"', (src) => {
    expect(shown(`<iframe src="${src}"></iframe>`)).toBe('');
  });

  it('has no document of its own', () => {
    expect(shown('<iframe srcdoc="<script>alert(1)</script>"></iframe>')).toBe('');
  });
});

it('what is read stays: headings, lists, tables, pictures, and who they are for', () => {
  const html =
    '<h2 id="place">A heading</h2><ul><li>One</li></ul><p lang="es">Hola <strong>fuerte</strong></p>' +
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">B</td></tr></tbody></table>' +
    '<img src="/x.png" alt="A picture" width="10" height="10">';
  expect(shown(html)).toBe(html);
});
