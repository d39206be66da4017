/** Sanitizing managed HTML (P §2.6, §4): it removes scripts, styles and external references. */
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

/** Returns the HTML as the page serializes it. */
function inPlace(html: string | TrustedHTML): string {
  Reflect.set(place, 'innerHTML', html);
  return place.innerHTML;
}

/** Removes ids. Prerendered HTML has none, because the allowed ids depend on the page's document. */
const unnamed = (html: string): string => html.replaceAll(/ id="[^"]*"/g, '');

/**
 * Returns the sanitized HTML. The browser's own sanitizer and the one without a browser must give the same result, or
 * decline.
 */
function shown(html: string, hasPage: (path: string) => boolean = () => true): string {
  const left = inPlace(sanitize(html, hasPage));
  const byBrowser = sanitizeByBrowser(html, hasPage);
  if (byBrowser !== undefined) expect(inPlace(byBrowser)).toBe(left);
  const without = sanitizeWithoutBrowser(html, hasPage);
  if (without !== undefined) expect(unnamed(inPlace(without))).toBe(unnamed(left));
  return left;
}

/** Shipped texts. */
const texts = import.meta.glob<string>('/content/*/*.html', { query: '?raw', import: 'default', eager: true });

/** Files of the shipped pages, with their front matter. */
const pages = import.meta.glob<string>('/content/pages/**/*.html', { query: '?raw', import: 'default', eager: true });
describe("the browser's own sanitizer", () => {
  const isOrdinary = (html: string) => !/<iframe|<!--/.test(html);

  it.each(Object.entries(texts))('gives the same result as the other one for %s', (_, html) => {
    const byBrowser = sanitizeByBrowser(html, () => true);
    expect(byBrowser === undefined).toBe(!isOrdinary(html));
    if (byBrowser !== undefined) expect(inPlace(byBrowser)).toBe(inPlace(sanitize(html, () => true)));
  });

  it.each(Object.entries({ ...texts, ...pages }))(
    'gives the same result as the one without a browser for %s',
    (_, html) => {
      const without = sanitizeWithoutBrowser(html, () => true);
      expect(without === undefined).toBe(!isOrdinary(html));
      if (without !== undefined) expect(unnamed(inPlace(without))).toBe(unnamed(inPlace(sanitize(html, () => true))));
    },
  );

  it.each([
    ['elements that are removed around their text', '<article><p>Text</p></article>'],
    ['an unknown element', '<x-note>Text</x-note>'],
    ['a script', '<p>Text</p><script>alert(1)</script>'],
    ['an inline picture', '<img src="data:image/png;base64,x" alt="">'],
    ['an id that the page uses', '<p id="forms">Text</p>'],
    ['a comment', '<p>Text<!-- <b>bold</b> --></p>'],
    ['a video', '<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe>'],
  ])('declines %s', (_, html) => {
    expect(sanitizeByBrowser(html, () => true)).toBeUndefined();
    // An id that the page already uses matters only in the browser, because prerendered HTML has no ids.
    if (!html.includes(' id=')) expect(sanitizeWithoutBrowser(html, () => true)).toBeUndefined();
  });
});

describe('executable content', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in a drawing', '<svg><script>alert(1)</script></svg>'],
    ['a drawing with a load handler', '<svg onload="alert(1)"></svg>'],
    ['a formula around a script', '<math><mtext><script>alert(1)</script></mtext></math>'],
    ['a template', '<template><script>alert(1)</script></template>'],
    ['an object', '<object data="/x"></object>'],
    ['an embedded file', '<embed src="/x">'],
    ['a base URL', '<base href="https://host.example">'],
    ['an automatic redirect', '<meta http-equiv="refresh" content="0;url=https://host.example">'],
    ['a stylesheet', '<link rel="stylesheet" href="https://host.example/x.css">'],
    ['styles', '<style>body { display: none }</style>'],
  ])('%s', (_, html) => {
    expect(shown(`<p>Before</p>${html}<p>After</p>`)).toBe('<p>Before</p><p>After</p>');
  });

  it.each([
    ['a handler', '<p onclick="alert(1)">Text</p>', '<p>Text</p>'],
    ['a handler of a picture', '<img src="/x.png" alt="" onerror="alert(1)">', '<img src="/x.png" alt="">'],
    ['a form', '<form action="https://host.example"><input name="ssn"><button>Send</button></form>', 'Send'],
    ['styles and classes', '<p style="position: fixed" class="ui-dialog" data-restarts>Text</p>', '<p>Text</p>'],
    ['a script URL', '<a href="javascript:alert(1)">Text</a>', '<a>Text</a>'],
    ['an obfuscated script URL', '<a href=" java&#9;script:alert(1)">Text</a>', '<a>Text</a>'],
    ['a data URL', '<a href="data:text/html,x">Text</a>', '<a>Text</a>'],
  ])('%s', (_, html, left) => {
    expect(shown(html)).toBe(left);
  });
});

describe('a link to a new tab', () => {
  it('is labeled as such, and the opened page has no access to its opener', () => {
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

  it('is the only source of classes: classes of editors are removed', () => {
    expect(shown('<p><span class="ui-sr">Hidden</span></p>')).toBe('<p><span>Hidden</span></p>');
  });
});

describe('a link', () => {
  it('keeps its href: a page, another site, an anchor, an email address or a phone number', () => {
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

  it('to a page that the portal does not have becomes plain text', () => {
    expect(shown('<a href="/no-page">Text</a>', () => false)).toBe('<a>Text</a>');
    // Another host is not a page of the portal.
    expect(shown('<a href="//host.example/x">Text</a>', () => false)).toContain('href=');
  });

  it('with an invalid URL becomes plain text', () => {
    expect(shown('<a href="http://[host">Text</a>')).toBe('<a>Text</a>');
    expect(shown('<a href="https://">Text</a>')).toBe('<a>Text</a>');
  });

  it('with a target window cannot give access to its opener', () => {
    shown('<a href="https://studentaid.gov" target="_blank" rel="opener">Text</a>');
    expect(place.querySelector('a')?.rel).toBe('noopener');
    expect(place.querySelector('a')?.target).toBe('_blank');
  });
});

describe('a table', () => {
  const table = (row: string) =>
    `<table><thead><tr><th>Plan</th><th>Cost</th></tr></thead><tbody>${row}</tbody></table>`;
  const labels = () => [...place.querySelectorAll('td')].map((cell) => cell.dataset['label']);

  it('gets the column heading as a label in each cell, for screens with stacked rows', () => {
    shown(table('<tr><td data-label="Own">IBR</td><td>Interest</td></tr>'));
    expect(labels()).toEqual(['Plan', 'Cost']);
  });

  it('with merged cells, or without headings, is not changed', () => {
    shown(table('<tr><td colspan="2">Both</td></tr>') + '<table><tr><td>Alone</td></tr></table>');
    expect(labels()).toEqual([undefined, undefined]);
  });
});

describe('a frame', () => {
  it('stays for a video of the player that sets no cookies', () => {
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
  ])('is removed for "%s"', (src) => {
    expect(shown(`<iframe src="${src}"></iframe>`)).toBe('');
  });

  it('is removed if it has an inline document', () => {
    expect(shown('<iframe srcdoc="<script>alert(1)</script>"></iframe>')).toBe('');
  });
});

it('keeps readable content: headings, lists, tables, pictures and language attributes', () => {
  const html =
    '<h2 id="place">A heading</h2><ul><li>One</li></ul><p lang="es">Hola <strong>fuerte</strong></p>' +
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">B</td></tr></tbody></table>' +
    '<img src="/x.png" alt="A picture" width="10" height="10">';
  expect(shown(html)).toBe(html);
});
