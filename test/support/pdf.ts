/** Reads PDFs as a program does that opens them: their texts page by page, and the elements of their structure. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import * as v from 'valibot';
import { type PdfDictionary, PdfText, type PdfValue, Reference, pdfObjects } from './pdf-objects.ts';

/** An element of the structure. */
export interface PdfElement {
  /** `Table`, `TR`, `TH`. */
  readonly role: string;
  /** Of a header cell: `Column` or `Row`. */
  readonly scope: string | undefined;
  /** What screen readers read in place of the text or picture. */
  readonly alternative: string | undefined;
  readonly text: string;
  readonly children: readonly PdfElement[];
}

export interface ReadPdf {
  readonly pages: number;
  /** All texts in reading order, with single spaces. */
  readonly text: string;
  readonly pageTexts: readonly string[];
  /** The tags of all elements in their order. */
  readonly tags: readonly string[];
  readonly root: PdfElement;
  readonly title: string;
  readonly language: string;
  /** The texts of the bookmarks. */
  readonly bookmarks: readonly string[];
}

/** Returns an element and all below it. */
export const flattenElements = (element: PdfElement): PdfElement[] => [
  element,
  ...element.children.flatMap(flattenElements),
];

const name = (value: PdfValue | undefined): string => (typeof value === 'string' ? value.slice(1) : '');
const textIn = (value: PdfValue | undefined): string | undefined => (value instanceof PdfText ? value.text : undefined);
const toList = (value: PdfValue): PdfValue[] => (Array.isArray(value) ? value : [value]);

/** Returns the structure. `contents` has the texts of marked contents by page and number: `p12R_mc3`. */
function readStructure(bytes: Uint8Array, contents: ReadonlyMap<string, string>): PdfElement {
  const { resolve, dictionary, catalog } = pdfObjects(bytes);
  const readElement = (element: PdfDictionary): PdfElement => {
    const own: string[] = [];
    const children: PdfElement[] = [];
    const add = (child: PdfValue, page: PdfValue | undefined): void => {
      const number = child instanceof Map ? child.get('MCID') : child;
      const on = child instanceof Map ? child.get('Pg') : page;
      if (typeof number === 'number' && on instanceof Reference) {
        own.push(contents.get(`p${on.id}R_mc${number}`) ?? '');
        return;
      }
      children.push(readElement(dictionary(child)));
    };
    for (const child of toList(resolve(element.get('K')))) if (child !== null) add(child, element.get('Pg'));
    const attributes = resolve(element.get('A'));
    return {
      role: name(element.get('S')),
      scope: attributes instanceof Map ? name(attributes.get('Scope')) : undefined,
      alternative: textIn(element.get('ActualText')) ?? textIn(element.get('Alt')),
      text: own.join(' ').replaceAll(/\s+/g, ' ').trim(),
      children,
    };
  };
  const [root] = toList(resolve(dictionary(catalog.get('StructTreeRoot')).get('K')));
  return readElement(dictionary(root));
}

const Info = v.looseObject({ Title: v.string(), Language: v.string() });
const TextItem = v.object({ str: v.string(), hasEOL: v.boolean() });
const MarkedItem = v.union([
  v.object({ type: v.literal('beginMarkedContentProps'), id: v.string() }),
  v.looseObject({ type: v.picklist(['beginMarkedContent', 'beginMarkedContentProps', 'endMarkedContent']) }),
]);

export async function readPdf(bytes: ArrayBuffer): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes.slice(0)));
  const { text } = await extractText(pdf, { mergePages: false });
  const info = v.parse(Info, (await getMeta(pdf)).info);
  const contents = new Map<string, string>();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const open: (string | undefined)[] = [];
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) {
        const { str, hasEOL } = v.parse(TextItem, item);
        const id = open.findLast((each) => each !== undefined);
        if (id !== undefined) contents.set(id, `${contents.get(id) ?? ''}${str}${hasEOL ? ' ' : ''}`);
        continue;
      }
      const found = v.parse(MarkedItem, item);
      if (found.type === 'endMarkedContent') open.pop();
      else open.push('id' in found && typeof found.id === 'string' ? found.id : undefined);
    }
  }
  const root = readStructure(new Uint8Array(bytes), contents);
  const single = (each: string) => each.replaceAll(/\s+/g, ' ');
  return {
    pages: pdf.numPages,
    text: single(text.join(' ')),
    pageTexts: text.map(single),
    tags: flattenElements(root).map(({ role }) => role),
    root,
    title: info.Title,
    language: info.Language,
    bookmarks:
      v
        .parse(v.nullable(v.array(v.looseObject({ title: v.string() }))), await pdf.getOutline())
        ?.map(({ title }) => title) ?? [],
  };
}
