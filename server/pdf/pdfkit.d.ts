/** The parts of pdfkit 0.20 that PDFs and tests of protected documents use. The published types are for an older version. */
declare module 'pdfkit' {
  import type { EventEmitter } from 'node:events';

  /** Content of a page that belongs to an element. */
  interface StructureContent {
    readonly refs: readonly unknown[];
  }

  interface StructureElement {
    add(child: StructureElement | StructureContent): this;
    end(): this;
  }

  interface StructureOptions {
    readonly title?: string | undefined;
    /** Of a header cell. */
    readonly scope?: 'Column' | 'Row' | undefined;
    /** What screen readers read in place of the content. */
    readonly actual?: string | undefined;
    /** The text in place of a picture. */
    readonly alt?: string;
    /** Left, top, right and bottom of a picture. */
    readonly bbox?: readonly [number, number, number, number];
  }

  export class PDFDocument extends EventEmitter {
    constructor(options: {
      readonly size: 'LETTER';
      readonly margin: number;
      /** Null: none before the first text. */
      readonly font: null;
      /** Keeps the pages until the end, so that they can get their numbers. */
      readonly bufferPages: true;
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
    readonly page: { readonly width: number; readonly height: number };
    readonly outline: {
      /** `left` is measured from the right side of the page. */
      addItem(
        title: string,
        options: { readonly pageNumber: number; readonly top: number; readonly left: number },
      ): void;
    };
    registerFont(name: string, source: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    /** With `features`, the text is shaped as one run; without, word by word from a cache. */
    widthOfString(text: string, options: { readonly features: readonly string[] | undefined }): number;
    text(text: string): this;
    text(
      text: string,
      x: number,
      y: number,
      options: {
        readonly lineBreak: false;
        readonly baseline: 'alphabetic';
        readonly features: readonly string[] | undefined;
      },
    ): this;
    addPage(): this;
    switchToPage(index: number): void;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(color: string): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color: string): this;
    fillColor(color: string): this;
    struct(type: string, options?: StructureOptions): StructureElement;
    addStructure(element: StructureElement): this;
    markStructureContent(tag: string): StructureContent;
    markContent(tag: 'Artifact', options: { readonly type: 'Layout' | 'Pagination' }): this;
    markContent(tag: 'Span', options: { readonly lang: string }): this;
    endMarkedContent(): this;
    end(): void;
  }
}
