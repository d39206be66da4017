/**
 * The pages of a PDF and its structure: paragraphs and headings as elements that programs read in order (PDF/UA). Purely
 * visual content, such as rules and page numbers, is marked as an artifact.
 */
import { PDFDocument } from 'pdfkit';
import type { Line, TextStyle, Typesetter } from './typesetter.ts';

type Element = ReturnType<PDFDocument['struct']>;

/** One inch, in points. The page is US Letter. */
const MARGIN = 72;
/** From the bottom of the page to the page number. */
const FOOTER = 44;
const FOOTER_STYLE: TextStyle = { weight: 'regular', size: 9 };
/** PDFs with more pages than this have bookmarks. */
const PAGES_WITHOUT_BOOKMARKS = 3;

/** How a paragraph is written. */
export interface ParagraphOptions {
  /** The role of its element: `P`, `H1`, `H2`. */
  readonly role: string;
  readonly style: TextStyle;
  /** The space below, in points. */
  readonly after: number;
  /** The space that must remain on the page below it, in points. */
  readonly spaceForNext?: number;
}

/** A place in the document. `top` is measured from the top of the page. */
interface Place {
  readonly page: number;
  readonly top: number;
}

export class Sheets {
  readonly doc: PDFDocument;
  readonly left = MARGIN;
  readonly #typesetter: Typesetter;
  readonly #root: Element;
  readonly #bookmarks: ({ readonly text: string } & Place)[] = [];
  /** Where the newest paragraph begins. */
  #place: Place = { page: 0, top: MARGIN };
  #page = 0;
  /** The top of the next line. */
  y = MARGIN;

  constructor(doc: PDFDocument, typesetter: Typesetter) {
    this.doc = doc;
    this.#typesetter = typesetter;
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
  }

  /** The width of the text. */
  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  get #bottom(): number {
    return this.doc.page.height - MARGIN;
  }

  newPage(): void {
    this.doc.addPage();
    this.#page += 1;
    this.y = MARGIN;
  }

  /** Starts a new page unless this height fits on the current one. Returns whether it did. */
  ensure(height: number): boolean {
    if (this.y + height <= this.#bottom || this.y === MARGIN) return false;
    this.newPage();
    return true;
  }

  space(height: number): void {
    this.y += height;
  }

  /** Adds an element below another one, or below the document. */
  element(role: string, options: Parameters<PDFDocument['struct']>[1] = {}, parent = this.#root): Element {
    const element = this.doc.struct(role, options);
    parent.add(element);
    return element;
  }

  /** Draws the content of an element on this page. */
  content(element: Element, role: string, draw: () => void): void {
    element.add(this.doc.markStructureContent(role));
    draw();
    this.doc.endMarkedContent();
  }

  /** Draws an artifact, which programs that read the PDF skip. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  /** Draws a line across the width. */
  rule(color = '#71767a'): void {
    this.artifact('Layout', () => {
      this.doc
        .moveTo(this.left, this.y)
        .lineTo(this.left + this.width, this.y)
        .lineWidth(0.5)
        .stroke(color);
    });
  }

  /** Writes each line of a text as a separate element: the lines of an address are not one sentence. */
  paragraph(text: string, { role, style, after, spaceForNext = 0 }: ParagraphOptions): void {
    for (const part of text.split('\n')) {
      const element = this.element(role, { actual: this.#typesetter.actualText(part) });
      this.#lines(this.#typesetter.toLines(part, style, this.width), { element, role, spaceForNext });
      element.end();
      if (role.startsWith('H')) this.#bookmarks.push({ text: part, ...this.#place });
    }
    this.space(after);
  }

  #lines(
    lines: readonly Line[],
    {
      element,
      role,
      spaceForNext,
    }: { readonly element: Element; readonly role: string; readonly spaceForNext: number },
  ): void {
    const [first] = lines;
    // A paragraph begins with two lines on a page, if it has them.
    const opening = lines.slice(0, 2).reduce((sum, { height }) => sum + height, 0);
    let rest = lines;
    while (rest.length > 0) {
      this.ensure(rest[0] === first ? opening + spaceForNext : (rest[0]?.height ?? 0));
      if (rest[0] === first) this.#place = { page: this.#page, top: this.y };
      const fitting = rest.findIndex((_line, index) => !this.#fits(rest.slice(0, index + 1)));
      const written = fitting < 1 ? rest : rest.slice(0, fitting);
      this.content(element, role, () => {
        for (const line of written) {
          this.#typesetter.draw(line, this.left, this.y);
          this.space(line.height);
        }
      });
      rest = rest.slice(written.length);
    }
  }

  #fits(lines: readonly Line[]): boolean {
    return this.y + lines.reduce((sum, { height }) => sum + height, 0) <= this.#bottom;
  }

  /** Writes page numbers and, for long PDFs, bookmarks, and completes the structure. */
  end(title: string): void {
    const pages = this.#page + 1;
    this.#root.end();
    if (pages === 1) return;
    const y = this.doc.page.height - FOOTER;
    for (let page = 0; page < pages; page += 1) {
      this.doc.switchToPage(page);
      const number = `Page ${page + 1} of ${pages}`;
      const width = this.#typesetter.getWidth(number, FOOTER_STYLE);
      this.artifact('Pagination', () => {
        const [name] = this.#typesetter.toLines(title, FOOTER_STYLE, this.width - width - MARGIN / 2);
        if (name !== undefined) this.#typesetter.draw(name, this.left, y);
        for (const line of this.#typesetter.toLines(number, FOOTER_STYLE, width + 1)) {
          this.#typesetter.draw(line, this.left + this.width - width, y);
        }
      });
    }
    if (pages <= PAGES_WITHOUT_BOOKMARKS) return;
    for (const { text, page, top } of this.#bookmarks) {
      this.doc.outline.addItem(text, { pageNumber: page, top, left: this.doc.page.width });
    }
  }
}
