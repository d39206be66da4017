/** Managed content: placeholders, banners, switches and paths (P §2.3, §2.6). */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formsMatching } from '#domain/portal/content/forms.ts';
import {
  PLACE_NAMES,
  toBanners,
  filledHtml,
  pagesNamedIn,
  withoutMissingPages,
  filledPage,
  filledText,
  isFlagEnabled,
  kindOfPage,
  toPagePath,
  toTextParts,
  wordsIn,
} from '#domain/portal/content/rules.ts';
import {
  ContentItem,
  ContentKey,
  ContentListItem,
  ContentPage,
  FormEntry,
  PagePath,
  SearchResult,
  UniversalMessage,
} from '#domain/portal/content/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { toListedForms } from '#machines/documents/forms/forms.machine.ts';

const configuration = {
  ...sampleConfiguration,
  federalProduct: 'StudentAid.gov',
  servicer: {
    name: 'Larkfield & Sons <"Loans">',
    shortName: 'Larkfield',
    phone: '1-800-555-0100',
    email: 'help@larkfield.example',
    address: ['1 Main Street', 'Lincoln, NE 68501'],
    hours: '8 to 5',
  },
};

describe('the placeholders of a text', () => {
  it.each([
    ['{servicer}', 'Larkfield & Sons <"Loans">'],
    ['{phone}', '1-800-555-0100'],
    ['{email}', 'help@larkfield.example'],
    ['{address}', '1 Main Street, Lincoln, NE 68501'],
    ['{hours}', '8 to 5'],
    ['{product}', 'StudentAid.gov'],
    ['Call {phone} or {phone}.', 'Call 1-800-555-0100 or 1-800-555-0100.'],
    ['{amount} and {currentYear} belong to a screen', '{amount} and {currentYear} belong to a screen'],
    ['{constructor} {toString}', '{constructor} {toString}'],
    ['{} { phone } {phone', '{} { phone } {phone'],
  ])('%s is %s', (written, read) => {
    expect(filledText(written, configuration)).toBe(read);
  });

  it('are exactly these', () => {
    expect([...PLACE_NAMES].sort()).toEqual(['address', 'email', 'hours', 'phone', 'product', 'servicer']);
  });

  it('are escaped in HTML', () => {
    expect(filledHtml('<b>{servicer}</b> & more', configuration)).toBe(
      '<b>Larkfield &amp; Sons &lt;&quot;Loans&quot;&gt;</b> & more',
    );
  });

  it('are replaced in a page: as HTML in its content, as text in its metadata', () => {
    const page = {
      content: '<p>{servicer}</p>',
      metaData: { title: 'T {servicer}', description: 'D {phone}', keywords: 'K {product}' },
    };
    expect(filledPage(page, configuration)).toEqual({
      content: '<p>Larkfield &amp; Sons &lt;&quot;Loans&quot;&gt;</p>',
      metaData: {
        title: 'T Larkfield & Sons <"Loans">',
        description: 'D 1-800-555-0100',
        keywords: 'K StudentAid.gov',
      },
    });
  });
});

describe('a switch (P §2.3)', () => {
  it.each([
    [true, true],
    ['true', true],
    [' TRUE\n', true],
    [false, false],
    ['false', false],
    ['', false],
    ['yes', false],
    ['true story', false],
    [undefined, false],
  ])('written as %j is on: %s', (written, on) => {
    expect(isFlagEnabled(written)).toBe(on);
  });
});

describe('the universal messages (P §2.3)', () => {
  it('include only visible messages, in order', () => {
    expect(
      toBanners([
        { id: 'a', headline: 'A', message: '<p>a</p>', clientThemed: 'true', visible: 'true' },
        { id: 'b', headline: 'B', message: 'b', visible: 'false' },
        { id: 'c', headline: 'C', message: 'c' },
        { id: 'd', headline: 'D', clientThemed: false, visible: true },
      ]),
    ).toEqual([
      { id: 'a', headline: 'A', message: '<p>a</p>', isClientThemed: true },
      { id: 'd', headline: 'D', message: '', isClientThemed: false },
    ]);
  });
});

describe('managed content on the wire', () => {
  it('has sections and names of letters, digits and hyphens', () => {
    const name = (text: string) => v.is(ContentKey, { section: 'payments', name: text });
    const section = (text: string) => v.is(ContentKey, { section: text, name: 'x' });
    for (const fits of [name, section]) {
      expect(['near-payoff-warning', 'IBR-Receipt', '1', 'x'.repeat(80)].map(fits)).toEqual([true, true, true, true]);
      expect(['', '-x', 'a/b', '../x', 'a b', 'a_b', ' x', 'x\n', 'x'.repeat(81)].map(fits)).toEqual(
        Array.from({ length: 9 }, () => false),
      );
    }
    expect(v.is(ContentKey, {})).toBe(false);
  });

  it.each([
    ['/Help/Interest/', 'help/interest'],
    ['help', 'help'],
    ['//a//b//', 'a//b'],
    ['/', ''],
  ])('parses the page path %s to "%s"', (requested, path) => {
    expect(v.parse(PagePath, requested)).toBe(path);
  });

  it('has page paths of at most 200 characters', () => {
    expect(v.is(PagePath, 'x'.repeat(200))).toBe(true);
    expect(v.is(PagePath, 'x'.repeat(201))).toBe(false);
  });

  it('requires the fields of each kind', () => {
    expect(v.is(ContentItem, {})).toBe(false);
    expect(v.parse(ContentItem, { data: '' })).toEqual({ data: '' });
    expect(v.is(ContentListItem, { id: 'a', headline: 'A' })).toBe(true);
    expect(v.is(ContentListItem, { id: ' ', headline: 'A' })).toBe(false);
    expect(v.is(ContentListItem, { id: 'a' })).toBe(false);
    expect(v.is(ContentListItem, { id: 'a', headline: 'A', visible: 'yes' })).toBe(false);
    const banner = { id: 'a', headline: 'A', message: 'm', clientThemed: 'false', visible: true };
    expect(v.parse(UniversalMessage, banner)).toEqual(banner);
    for (const left of ['message', 'clientThemed', 'visible'] as const) {
      expect(v.is(UniversalMessage, { ...banner, [left]: undefined })).toBe(false);
    }
    const metaData = { title: ' T ', description: 'D', keywords: 'K' };
    expect(v.parse(ContentPage, { content: '', metaData })).toEqual({
      content: '',
      metaData: { ...metaData, title: 'T' },
    });
    expect(v.is(ContentPage, { content: '', metaData: {} })).toBe(false);
    expect(v.is(ContentPage, {})).toBe(false);
    const result = { title: 'T', path: '/content/x', excerpt: '', terms: [], audience: 'anyone' };
    expect(v.parse(SearchResult, result)).toEqual(result);
    expect(v.is(SearchResult, { ...result, audience: 'nobody' })).toBe(false);
    expect(v.is(SearchResult, {})).toBe(false);
  });
});

describe('the path of a static page', () => {
  it.each([
    ['/content/help/paying', 'help/paying'],
    ['/Content/Help/Paying', 'help/paying'],
    ['/content/help//', 'help'],
    ['/content', ''],
    ['/content/', ''],
    ['help/content/x', 'help/content/x'],
    ['/contents', 's'],
  ])('%s is %s', (address, path) => {
    expect(toPagePath(address)).toBe(path);
  });
});

describe('a search result', () => {
  it.each([
    ['/content/help', 'help'],
    ['/content/help/interest', 'help'],
    ['/content/Help/Interest', 'help'],
    ['/content/helpers', 'page'],
    ['/content/legal/privacy', 'page'],
    ['/content/forms/address-change', 'form'],
    ['/content/formsets', 'page'],
    ['/content/docupload', 'form'],
    ['/content/docuploads', 'page'],
    ['/elsewhere/content/docupload', 'page'],
    ['/content/privacyoptoutform', 'form'],
    ['/content/CAPrivacyForm', 'form'],
    ['/payments/payflow/schedule', 'page'],
  ])('at %s is of the kind %s', (path, kind) => {
    expect(kindOfPage(path)).toBe(kind);
  });

  it('marks only whole words', () => {
    expect(toTextParts('Auto debit, AUTO pay: automatic', ['Auto', 'AUTO', 'debit'])).toEqual([
      { text: 'Auto', isMatch: true },
      { text: ' ', isMatch: false },
      { text: 'debit', isMatch: true },
      { text: ', ', isMatch: false },
      { text: 'AUTO', isMatch: true },
      { text: ' pay: automatic', isMatch: false },
    ]);
    expect(toTextParts('auto', ['Auto'])).toEqual([{ text: 'auto', isMatch: false }]);
    expect(toTextParts('', ['Auto'])).toEqual([]);
  });

  it('contains the whole text, for any search words', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, more) => {
        const terms = [...more, ...wordsIn(text).map(({ word }) => word)];
        const parts = toTextParts(text, terms);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual(
          wordsIn(text).map(({ word }) => word),
        );
      }),
    );
  });
});

describe('the list of forms', () => {
  const entry = { id: 'a', headline: 'A form', message: '<p>What it is for</p>', group: 'plans' } as const;
  const hosts = { ...configuration, externalRedirectHosts: ['studentaid.gov'] };
  const listLinks = (href: string) => toListedForms([{ ...entry, href }], hosts).map((form) => form.href);

  it('links to pages of the portal, and to configured hosts through the redirect page (ruling 48)', () => {
    expect(listLinks('/documents/upload-documents')).toEqual(['/documents/upload-documents']);
    expect(listLinks('https://studentaid.gov/idr')).toEqual([
      '/externalRedirect?externalUrl=https%3A%2F%2Fstudentaid.gov%2Fidr',
    ]);
  });

  it.each([
    'https://elsewhere.example/form',
    'https://www.studentaid.gov/idr',
    'http://studentaid.gov/idr',
    'https://studentaid.gov@elsewhere.example/',
    '//elsewhere.example/form',
    'javascript:alert(1)',
  ])('omits a form at %s', (href) => {
    expect(listLinks(href)).toEqual([]);
  });

  it('accepts only a path or an https URL', () => {
    expect(v.safeParse(FormEntry, { ...entry, href: 'ftp://a.example' }).issues?.map(({ message }) => message)).toEqual(
      ['A page, or an https address'],
    );
  });

  it('omits a form without group, description or URL', () => {
    const whole = { ...entry, href: '/email-us' };
    const lacking = (['group', 'message', 'href'] as const).map((name) => ({ ...whole, [name]: undefined }));
    expect(toListedForms([whole, ...lacking], hosts)).toEqual([{ ...whole, isElsewhere: false }]);
  });

  it('replaces placeholders in names and, as HTML, in descriptions', () => {
    const [form] = toListedForms(
      [{ ...entry, headline: '{servicer}', message: '{servicer}', href: '/email-us' }],
      hosts,
    );
    expect(form).toMatchObject({
      headline: 'Larkfield & Sons <"Loans">',
      message: 'Larkfield &amp; Sons &lt;&quot;Loans&quot;&gt;',
    });
  });

  it('finds forms that contain all words of a term in name or description, ignoring case', () => {
    const forms = [
      { headline: 'Unemployment Deferment', message: '<p>You look for <strong>work</strong>.</p>' },
      { headline: 'General Forbearance', message: '<p>Money is short.</p>' },
    ];
    const found = (term: string) => formsMatching(forms, term).map(({ headline }) => headline);
    expect(found('deferment WORK')).toEqual(['Unemployment Deferment']);
    expect(found('deferment money')).toEqual([]);
    expect(found('strong')).toEqual([]);
    expect(found('')).toHaveLength(2);
  });
});

describe('elements about other pages', () => {
  const built = (address: string) => address === '/here';

  it.each([
    ['an element of an existing page stays, without the attribute', '<p data-page="/here">a</p>', '<p>a</p>'],
    ['an element of a missing page is removed', 'a<p data-page="/gone">b</p>c', 'ac'],
    ['other attributes stay', '<h2 id="x" data-page="/here" lang="en">a</h2>', '<h2 id="x" lang="en">a</h2>'],
    ['a sentence within a paragraph', '<p>a. <span data-page="/gone">b.</span> c.</p>', '<p>a.  c.</p>'],
    [
      'nested elements of the same name are removed with it',
      '<ul><li data-page="/gone">a<ul><li>b</li></ul></li><li>c</li></ul>',
      '<ul><li>c</li></ul>',
    ],
    ['elements of longer names do not end it', '<p data-page="/gone">a<pre>b</pre></p>c', 'c'],
    ['several elements', '<p data-page="/gone">a</p><p data-page="/here">b</p><p data-page="/gone">c</p>', '<p>b</p>'],
    [
      'a missing page within an existing one',
      '<div data-page="/here">a<p data-page="/gone">b</p></div>',
      '<div>a</div>',
    ],
    ['an existing page within a missing one', '<div data-page="/gone">a<p data-page="/here">b</p></div>c', 'c'],
    ['an unclosed element is removed up to the end', 'a<p data-page="/gone">b', 'a'],
    ['text without such elements', '<p>data-page="/gone"</p>', '<p>data-page="/gone"</p>'],
  ])('%s', (_, html, expected) => {
    expect(withoutMissingPages(html, built)).toBe(expected);
  });

  it('are found by the URLs in their attribute', () => {
    expect(pagesNamedIn('<p data-page="/a">x</p><ul><li id="b" data-page="/b">y</li></ul><p>z</p>')).toEqual([
      '/a',
      '/b',
    ]);
    expect(pagesNamedIn('<p>z</p>')).toEqual([]);
  });
});
