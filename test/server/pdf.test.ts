/** Drawn PDFs: letters of all listed writing systems (ruling 110), pages, tables and their structure (PDF/UA). */
import { describe, expect, it } from 'vitest';
import { typefaceFor } from '#server/pdf/typeface.ts';
import type { DocumentBlock } from '#domain/accounts/loan-documents/shapes.ts';
import { drawPdf } from '#server/pdf/write-pdf.ts';
import { writePdf } from '#server/pdf/pdf-pool.ts';
import { setLog } from '#server/log.ts';
import { flattenElements, readPdf } from '#test/support/pdf.ts';

const issuer = { name: 'Example Servicer', address: ['P.O. Box 100', 'Lincoln, NE 68501'], phone: '1-888-555-0100' };

async function drawn(blocks: readonly DocumentBlock[], title = 'A letter') {
  const { bytes, missing } = await drawPdf({ title, blocks, issuer });
  return { ...(await readPdf(bytes.buffer)), missing };
}
const paragraph = (text: string): DocumentBlock => ({ kind: 'paragraph', text });
/** The columns of a table: all but the first one are amounts. */
const toColumns = (...headers: string[]) => headers.map((header, index) => ({ header, isAmount: index > 0 }));
const schedule = (rows: number): DocumentBlock => ({
  kind: 'table',
  caption: 'Payments',
  columns: toColumns('Due date', 'Payment', 'Balance after'),
  rows: Array.from({ length: rows }, (_, index) => [`Payment ${index + 1}`, '$206.25', `$${rows - index}.00`]),
});

/**
 * The letters of a text: without spaces, which the reading program loses between parts from right to left, and without the
 * codes that it returns for dots which the font draws apart from their Arabic letters.
 */
const letters = (text: string): string[] =>
  text
    .normalize('NFD')
    .match(/[^\s()\p{Cc}]/gu)
    ?.toSorted() ?? [];

describe('the letters of a PDF', () => {
  it.each([
    ['Latin', 'Łódź, Çeşme, Đường Lê Lợi'],
    ['Greek', 'Ερμού 5, Αθήνα'],
    ['Greek with old accents', 'ᾠδὴ ἐν Ἀθήναις'],
    ['Cyrillic', 'улица Тверская 5, Київ'],
    ['Thai', 'ถนนสุขุมวิท 21 กรุงเทพมหานคร'],
    ['simplified Chinese', '北京市朝阳区建国路88号'],
    ['traditional Chinese', '臺北市中正區忠孝東路'],
    ['Japanese', '東京都千代田区丸の内1丁目'],
    ['Korean', '서울특별시 강남구 테헤란로 12'],
  ])('are those of %s', async (_name, text) => {
    const { text: read, missing } = await drawn([paragraph(text)], `To ${text}`);
    expect(missing).toEqual([]);
    expect(read.normalize('NFC')).toContain(`To ${text} ${text}`.normalize('NFC'));
  });

  it.each([
    ['Hebrew', 'רחוב הרצל 5 (ישראל)'],
    ['Arabic', 'شارع الملك فهد 12، الرياض'],
    ['Devanagari', 'हिन्दी क्षेत्र, दिल्ली 12'],
  ])('are those of %s, with the text in reading order for screen readers', async (_name, text) => {
    const { root, missing } = await drawn([paragraph(text)]);
    expect(missing).toEqual([]);
    const written = flattenElements(root).find(({ alternative }) => alternative === text);
    expect(letters(written?.text ?? '')).toEqual(letters(text));
  });

  it('come from no further font in English texts', async () => {
    expect((await typefaceFor({ regular: ['“$5” – Łódź'], bold: ['A title'] })).isPlain).toBe(true);
    expect((await typefaceFor({ regular: ['Αθήνα'], bold: ['A title'] })).isPlain).toBe(false);
  });

  it('stay together in one font where Chinese characters are in several', async () => {
    const { bytes } = await drawPdf({ title: 'A letter', blocks: [paragraph('广东省深圳市红路')], issuer });
    const fonts = new Set(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/NotoSans[A-Z]{2}/g),
    );
    expect([...fonts]).toEqual(['NotoSansSC']);
  });

  it('are printed as code points and logged where no font has them', async () => {
    const lines: string[] = [];
    const before = setLog((line) => lines.push(line));
    const scope = { servicer: issuer, signal: new AbortController().signal };
    const bytes = await writePdf({ title: 'A letter', blocks: [paragraph('A smile: 😀.')] }, scope).finally(() =>
      setLog(before),
    );
    expect((await readPdf(bytes.buffer)).text).toContain('A smile: [U+1F600].');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('U+1F600');
    expect(lines[0]).not.toContain('smile');
  });

  it('are broken into lines between Thai words, which have no spaces', async () => {
    const words = 'ถนนสุขุมวิทแขวงคลองเตยเหนือเขตวัฒนากรุงเทพมหานคร'.repeat(4);
    const { root } = await drawn([paragraph(words)]);
    const lines = flattenElements(root)
      .find(({ text }) => text.includes('ถนน'))
      ?.text.split(' ');
    const starts = new Set(
      Array.from(new Intl.Segmenter('th', { granularity: 'word' }).segment(words), ({ index }) => index),
    );
    let at = 0;
    expect(lines?.length).toBeGreaterThan(2);
    for (const line of lines ?? []) {
      expect(starts).toContain(at);
      at += line.length;
    }
  });

  it('never leave the page: a word that is wider is broken', async () => {
    const name = 'W'.repeat(250);
    const { root, pages } = await drawn([
      { kind: 'table', caption: '', columns: toColumns('Name', 'Amount'), rows: [[name, '$1.00']] },
      paragraph(name),
    ]);
    const parts = flattenElements(root).filter(({ text }) => text.startsWith('W'));
    expect(parts.map(({ text }) => text.replaceAll(' ', ''))).toEqual([name, name]);
    for (const { text } of parts) expect(text.split(' ').length).toBeGreaterThan(3);
    expect(pages).toBe(1);
  });
});

describe('the pages of a PDF', () => {
  it('are numbered if there are several, and have bookmarks from four on', async () => {
    const headings = ['One', 'Two'].map((text) => ({ kind: 'heading' as const, text }));
    const short = await drawn([...headings, schedule(40)], 'A schedule');
    expect([short.pages, short.bookmarks]).toEqual([2, []]);
    expect(short.pageTexts[1]).toContain('A schedule Page 2 of 2');
    const long = await drawn([...headings, schedule(140)], 'A schedule');
    expect(long.pages).toBeGreaterThan(3);
    expect(long.bookmarks).toEqual(['A schedule', 'One', 'Two']);
    expect(long.pageTexts[4]).toContain(`Page 5 of ${long.pages}`);
    expect((await drawn([paragraph('One page')])).text).not.toContain('Page 1');
  });

  it('repeat the head of a table, once for screen readers', async () => {
    const { pageTexts, root } = await drawn([schedule(100)]);
    expect(pageTexts.length).toBeGreaterThan(2);
    for (const text of pageTexts) expect(text).toContain('Due date Payment Balance after');
    expect(flattenElements(root).filter(({ scope }) => scope === 'Column')).toHaveLength(3);
    const rows = flattenElements(root).filter(({ role }) => role === 'TR');
    expect(rows.map(({ children: [first] }) => first?.text)).toEqual([
      'Due date',
      ...Array.from({ length: 100 }, (_, index) => `Payment ${index + 1}`),
    ]);
  });

  it('keep a heading with the table below it', async () => {
    for (let rows = 25; rows < 32; rows += 1) {
      const { pageTexts } = await drawn([schedule(rows), { kind: 'heading', text: 'The next part' }, schedule(2)]);
      const page = pageTexts.find((text) => text.includes('The next part'));
      expect(page?.slice(page.indexOf('The next part'))).toContain('Payment 1');
    }
  });

  it('continue a paragraph that is longer than a page', async () => {
    const text = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
    const { pages, root } = await drawn([paragraph(text)]);
    expect(pages).toBe(3);
    expect(flattenElements(root).find((each) => each.text.startsWith('word0'))?.text).toBe(text);
  });
});

it('a bar has its words for screen readers, and its amounts below it', async () => {
  const { root, text } = await drawn([
    {
      kind: 'shares',
      caption: '$100.00 posted',
      parts: [
        { name: 'Principal', text: '$60.00', share: 0.6 },
        { name: 'Interest', text: '$40.00', share: 0.4 },
      ],
    },
  ]);
  const [figure] = flattenElements(root).filter(({ role }) => role === 'Figure');
  expect(figure?.alternative).toBe('$100.00 posted: Principal $60.00, Interest $40.00.');
  expect(text).toContain('$100.00 posted Principal $60.00 Interest $40.00');
});
