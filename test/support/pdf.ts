/** Reads PDFs as a program does that opens them: their texts page by page, and the tags of their structure. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import * as v from 'valibot';

const Node: v.GenericSchema<unknown, PdfTag> = v.object({
  role: v.optional(v.string(), ''),
  children: v.optional(v.array(v.lazy(() => v.union([Node, v.looseObject({ id: v.string() })]))), []),
});

/** An element of the structure. */
interface PdfTag {
  readonly role: string;
  readonly children: readonly (PdfTag | { readonly id: string })[];
}

const rolesOf = (tag: PdfTag): string[] => [
  tag.role,
  ...tag.children.flatMap((child) => ('role' in child ? rolesOf(child) : [])),
];

export interface ReadPdf {
  readonly pages: number;
  /** All texts in reading order, with single spaces. */
  readonly text: string;
  /** The tags of all pages in their order. */
  readonly tags: readonly string[];
  readonly title: string;
}

export async function readPdf(bytes: ArrayBuffer): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  const { info } = await getMeta(pdf);
  const tags: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const tree: unknown = await page.getStructTree();
    if (tree !== null) tags.push(...rolesOf(v.parse(Node, tree)));
  }
  const { Title: title } = v.parse(v.looseObject({ Title: v.string() }), info);
  return { pages: pdf.numPages, text: text.replaceAll(/\s+/g, ' '), tags, title };
}
