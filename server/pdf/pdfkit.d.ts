/** The parts of pdfkit 0.20 that `write-pdf.ts` and tests of protected documents use. The published types are for an older version. */
declare module 'pdfkit' {
  import type { EventEmitter } from 'node:events';

  interface StructureElement {
    add(child: StructureElement): this;
    end(): this;
  }

  interface Cell {
    readonly text: string;
    /** Screen readers announce header cells as such. */
    readonly type?: 'TH' | 'TD';
    readonly font?: { readonly src: string; readonly size: number };
    readonly align?: { readonly x: 'right' };
  }

  /** A table that is written row by row. */
  interface Table {
    row(cells: readonly (string | Cell)[]): this;
    end(): PDFDocument;
  }

  export class PDFDocument extends EventEmitter {
    constructor(options: {
      readonly size: 'LETTER';
      readonly margin: number;
      readonly font: string;
      readonly pdfVersion: '1.7';
      readonly subset: 'PDF/UA';
      readonly tagged: true;
      readonly lang: string;
      readonly displayTitle: true;
      readonly info: { readonly Title: string; readonly Author: string; readonly CreationDate?: Date };
    });
    constructor(options: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: { readonly printing: 'lowResolution'; readonly copying: boolean };
    });
    /** Vertical position of the next text, in points from the top. */
    readonly y: number;
    readonly page: { readonly width: number };
    font(src: string): this;
    fontSize(size: number): this;
    text(text: string, options?: { readonly lineGap: number }): this;
    addPage(): this;
    moveDown(lines: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(color: string): this;
    struct(type: string, options?: object, children?: () => void): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: 'Artifact', options: { readonly type: 'Layout' }): this;
    endMarkedContent(): this;
    table(options: { readonly structParent: StructureElement }): Table;
    end(): void;
  }
}
