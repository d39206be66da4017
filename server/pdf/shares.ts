/** A bar that shows how a whole is divided, with the names and amounts of its parts below. */
import { type DocumentBlock, sharesText } from '#domain/accounts/loan-documents/shapes.ts';
import type { Sheets } from './sheets.ts';
import type { TextStyle, Typesetter } from './typesetter.ts';

const CAPTION: TextStyle = { weight: 'regular', size: 11 };
const LABEL: TextStyle = { weight: 'regular', size: 10 };
const BAR = 16;
const SWATCH = 9;
/** From dark to light, so that they differ in black and white. The last two have a frame. */
const COLORS = ['#1f4f52', '#e2b45c', '#ffffff'] as const;
const FRAME = '#1f4f52';

/** Writes the picture as one element. The programs that read the PDF get its words. */
export function writeShares(
  sheets: Sheets,
  typesetter: Typesetter,
  shares: Extract<DocumentBlock, { kind: 'shares' }>,
): void {
  const { caption, parts } = shares;
  const { doc, left, width } = sheets;
  const [title] = typesetter.toLines(caption, CAPTION, width);
  const labels = parts.map(({ name, text: amount }) => typesetter.toLines(`${name} ${amount}`, LABEL, width)[0]);
  const titleHeight = title?.height ?? 0;
  const height = titleHeight + BAR + 8 + (labels[0]?.height ?? 0);
  sheets.ensure(height);
  const top = sheets.y;
  const figure = sheets.element('Figure', { alt: sharesText(shares), bbox: [left, top, left + width, top + height] });
  const fill = (index: number, x: number, y: number, size: { readonly width: number; readonly height: number }) => {
    doc.rect(x, y, size.width, size.height).fill(COLORS[index] ?? '#ffffff');
    doc.lineWidth(0.75).rect(x, y, size.width, size.height).stroke(FRAME);
  };
  sheets.content(figure, 'Figure', () => {
    if (title !== undefined) typesetter.draw(title, left, top);
    let x = left;
    let labelX = left;
    for (const [index, { share }] of parts.entries()) {
      fill(index, x, top + titleHeight, { width: width * share, height: BAR });
      x += width * share;
      const label = labels[index];
      if (label === undefined) continue;
      const y = top + titleHeight + BAR + 6;
      fill(index, labelX, y + (label.height - SWATCH) / 2, { width: SWATCH, height: SWATCH });
      doc.fillColor('#000000');
      typesetter.draw(label, labelX + SWATCH + 5, y);
      labelX += SWATCH + label.width + 24;
    }
  });
  figure.end();
  sheets.space(height + 12);
}
