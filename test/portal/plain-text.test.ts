/** The conversion of managed HTML to plain text for site search, with headings separate (P §2.1). */
import { describe, expect, it } from 'vitest';
import { toPlainText } from '#server/portal/plain-text.ts';

const body = (html: string): string => toPlainText(html).body;

describe('the text', () => {
  it.each([
    ['<p>Interest accrues\n  every   day.</p>', 'Interest accrues every day.'],
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['<ul><li>One</li><li>Two</li></ul>', 'One Two'],
    ['One<br>two<hr />three', 'One two three'],
    ['<DIV>One</DIV><Div class="wide">two</Div>', 'One two'],
    ['', ''],
  ])('of %j is %j', (html, text) => {
    expect(body(html)).toBe(text);
  });

  it.each(['a', 'abbr', 'b', 'code', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup', 'u'])(
    'is not split at <%s>, which occurs within words',
    (name) => {
      expect(body(`<p>re<${name} title="x">pay</${name}>ment</p>`)).toBe('repayment');
      const upper = name.toUpperCase();
      expect(body(`<p>re<${upper}>pay</${upper}>ment</p>`)).toBe('repayment');
    },
  );

  it.each([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
    ['A&nbsp;B', 'A B'],
    ['&#36;1', '$1'],
    ['&#8217;', '’'],
    ['&#128512;', '😀'],
    ['&unknown;', '&unknown;'],
    ['AT&T; &#1234567;', 'AT&T; &#1234567;'],
  ])('has %j as %j', (written, text) => {
    expect(body(`<p>${written}</p>`)).toBe(text);
  });

  it('keeps escaped tags as text', () => {
    expect(body('<p>a &lt;b&gt; c &amp;amp; 1 < 2</p>')).toBe('a <b> c &amp; 1 < 2');
  });
});

describe('a table', () => {
  it('becomes one sentence per row', () => {
    const html = `<table><caption>Plans.</caption>
      <tr><th scope="col">Plan</th> <th>Months</th>
      </tr><tr><td>Standard</td><td>120.</td></tr></TABLE>`;
    expect(body(html)).toBe('Plans. Plan, Months. Standard, 120.');
  });

  it('omits empty cells', () => {
    expect(body('<tr><td class="x"> \n </td><th></th><td>One</td><TD></TD><td>Two</td></tr>')).toBe('One, Two.');
  });
});

describe('headings', () => {
  it('are separated from the text, except those of level 1', () => {
    const html =
      '<h1>Page</h1><h2>Auto <em>debit</em></h2><p>We draw it.</p><h3 id="x"\nclass="y">When &amp; how</h3><p>Monthly.</p>';
    expect(toPlainText(html)).toEqual({ headings: 'Auto debit When & how', body: 'Page We draw it. Monthly.' });
  });

  it.each([2, 3, 4, 5, 6])('include level %i, over several lines', (level) => {
    const html = `<h${level}>A\n long\none</h${level}>text<h${level}>B</h${level}>`;
    expect(toPlainText(html)).toEqual({ headings: 'A long one B', body: 'text' });
  });

  it('separate the texts around them', () => {
    expect(body('before<h2>Heading</h2>after')).toBe('before after');
  });

  it('are empty if there are none', () => {
    expect(toPlainText('<header>Top</header><hr>text')).toEqual({ headings: '', body: 'Top text' });
  });
});
