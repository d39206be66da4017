/**
 * Reads the objects of an unencrypted PDF that pdfkit wrote, to check header cells' scopes, which PDF readers do not
 * report.
 */

/** A name such as `/TH` is a string with its slash. */
export type PdfValue = number | boolean | string | null | Reference | PdfText | PdfValue[] | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;
export class Reference {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}
export class PdfText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const TOKEN =
  /\s*(?:(<<)|(>>)|(\[)|(\])|(\/[^\s/<>[\]()]+)|(\d+) 0 R|(-?[\d.]+)|(true|false|null)|<([\da-fA-F\s]*)>|\(((?:\\[^]|[^\\()])*)\))/gy;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const decodeText = (raw: string): string => {
  const bytes = raw.replaceAll(/\\([^])/g, (_all, sign: string) => ESCAPES[sign] ?? sign);
  const buffer = Buffer.from(bytes, 'latin1');
  return bytes.startsWith('\u00FE\u00FF') ? buffer.subarray(2).swap16().toString('utf16le') : bytes;
};

/** Returns the value that begins at `start`. */
function valueAt(source: string, start: number): PdfValue {
  const token = new RegExp(TOKEN);
  token.lastIndex = start;
  const END = Symbol('end');
  const next = (): PdfValue | typeof END => {
    const found = token.exec(source);
    if (found === null) throw new Error(`Not a value of a PDF: ${source.slice(token.lastIndex, token.lastIndex + 40)}`);
    const [, open, close, list, endOfList, name, reference, number, word, hex, text] = found;
    if (close !== undefined || endOfList !== undefined) return END;
    if (name !== undefined) return name;
    if (reference !== undefined) return new Reference(Number(reference));
    if (number !== undefined) return Number(number);
    if (word !== undefined) return word === 'null' ? null : word === 'true';
    if (hex !== undefined) return new PdfText(hex);
    if (text !== undefined) return new PdfText(decodeText(text));
    const values: PdfValue[] = [];
    for (let value = next(); value !== END; value = next()) values.push(value);
    if (list !== undefined) return values;
    if (open === undefined) throw new Error('Neither a list nor a dictionary');
    return new Map(
      values.flatMap((key, index): [string, PdfValue][] =>
        index % 2 === 0 && typeof key === 'string' ? [[key.slice(1), values[index + 1] ?? null]] : [],
      ),
    );
  };
  const value = next();
  if (value === END) throw new Error('A PDF value ends before it begins');
  return value;
}

/** Returns a function that resolves references, and the catalog. */
export function pdfObjects(bytes: Uint8Array) {
  const source = Buffer.from(bytes).toString('latin1');
  const places = new Map<number, number>();
  for (const { 1: id = '', 0: whole, index } of source.matchAll(/^(\d+) 0 obj\n/gm)) {
    places.set(Number(id), index + whole.length);
  }
  const resolve = (value: PdfValue | undefined): PdfValue => {
    if (!(value instanceof Reference)) return value ?? null;
    const place = places.get(value.id);
    return place === undefined ? null : valueAt(source, place);
  };
  const dictionary = (value: PdfValue | undefined): PdfDictionary => {
    const found = resolve(value);
    if (!(found instanceof Map)) throw new Error('Not a dictionary');
    return found;
  };
  const trailer = valueAt(source, source.lastIndexOf('trailer') + 'trailer'.length);
  return { resolve, dictionary, catalog: dictionary(dictionary(trailer).get('Root')) };
}
