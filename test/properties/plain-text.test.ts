/** What site search reads of managed HTML: its words, in one line, those of headings apart (P §2.1). */
import { describe, expect, it } from 'vitest';
import { plainTextOf } from '#server/portal/plain-text.ts';

const body = (html: string): string => plainTextOf(html).body;

describe('text', () => {
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
    'stays together at <%s>, which stands within words',
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

  it('that says a tag is not taken for one', () => {
    expect(body('<p>a &lt;b&gt; c &amp;amp; 1 < 2</p>')).toBe('a <b> c &amp; 1 < 2');
  });
});

describe('a table', () => {
  it('becomes sentences, a row each', () => {
    const html = `<table><caption>Plans.</caption>
      <tr><th scope="col">Plan</th> <th>Months</th>
      </tr><tr><td>Standard</td><td>120.</td></tr></TABLE>`;
    expect(body(html)).toBe('Plans. Plan, Months. Standard, 120.');
  });

  it('leaves empty cells out', () => {
    expect(body('<tr><td class="x"> \n </td><th></th><td>One</td><TD></TD><td>Two</td></tr>')).toBe('One, Two.');
  });
});

describe('headings', () => {
  it('stand apart from the text below them, those of the first level excepted', () => {
    const html =
      '<h1>Page</h1><h2>Auto <em>debit</em></h2><p>We draw it.</p><h3 id="x"\nclass="y">When &amp; how</h3><p>Monthly.</p>';
    expect(plainTextOf(html)).toEqual({ headings: 'Auto debit When & how', body: 'Page We draw it. Monthly.' });
  });

  it.each([2, 3, 4, 5, 6])('are those of level %i too, over several lines', (level) => {
    const html = `<h${level}>A\n long\none</h${level}>text<h${level}>B</h${level}>`;
    expect(plainTextOf(html)).toEqual({ headings: 'A long one B', body: 'text' });
  });

  it('keep what stands around them apart', () => {
    expect(body('before<h2>Heading</h2>after')).toBe('before after');
  });

  it('are none where there are none', () => {
    expect(plainTextOf('<header>Top</header><hr>text')).toEqual({ headings: '', body: 'Top text' });
  });
});
