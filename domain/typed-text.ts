/**
 * Normalization of typed and pasted text before any rule (ruling 109). Form and server use the same functions, so that a
 * client which does not normalize gets the same result.
 */

/** Printable ASCII needs no normalization. */
const PLAIN = /^[\x20-\x7E]*$/;

/** Digits of other fonts and the full-width forms of ASCII. */
const COMPATIBLE = /[\p{Nd}\u{FF01}-\u{FF5E}]/gu;

/** Characters without a shape: format characters, fillers and the selectors of emoji. */
const INVISIBLE = /\p{Cf}|[\u{34F}\u{115F}\u{1160}\u{3164}\u{FFA0}]|[\u{FE00}-\u{FE0F}]/gu;

const LINE_BREAK = /\r\n|[\n\v\f\r\u{85}\u{2028}\u{2029}]/u;
const SPACES = /[\s\p{Zs}]/gu;
const HYPHENS = /[\p{Pd}\u{2D7}\u{2043}\u{2212}]/gu;
/** Without the ʻokina U+02BB, which is a letter. */
const APOSTROPHES = /[\u{B4}\u{2B9}\u{2BC}\u{2BD}\u{2C8}\u{2018}-\u{201B}\u{2032}\u{2035}\u{2039}\u{203A}\u{A78C}]/gu;
const QUOTATION_MARKS = /[\u{AB}\u{BB}\u{2BA}\u{201C}-\u{201F}\u{2033}\u{2036}\u{301D}-\u{301F}]/gu;
const SLASHES = /[\u{2044}\u{2215}]/gu;

/** Direction marks: embeddings, overrides, isolates and single marks. */
const DIRECTION_MARKS = /[\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;
const CONTROLS = /[^\P{Cc}\n]/gu;

/** Joins the lines of a text with commas. Empty lines and a comma at the end of a line are dropped. */
function onOneLine(text: string): string {
  const [first = '', ...others] = text.split(LINE_BREAK);
  if (others.length === 0) return first;
  const lines = [first, ...others].map((line) => line.trim()).filter((line) => line !== '');
  return lines.map((line, at) => (at < lines.length - 1 ? line.replace(/,$/, '') : line)).join(', ');
}

/**
 * Returns the text of a field with one line, such as a name, a number or an address. Invisible characters are removed;
 * spaces, hyphens, quotation marks, apostrophes, slashes and full-width characters become those of a US keyboard; line
 * breaks become commas. Printable ASCII is returned unchanged, with its spaces at both ends.
 */
export function normalizedText(typed: string): string {
  if (PLAIN.test(typed)) return typed;
  const compatible = typed.replaceAll(COMPATIBLE, (found) => found.normalize('NFKC'));
  return onOneLine(compatible.replaceAll(INVISIBLE, ''))
    .replaceAll(SPACES, ' ')
    .replaceAll(HYPHENS, '-')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTATION_MARKS, '"')
    .replaceAll(SLASHES, '/');
}

/**
 * Returns free text, such as that of a message, without control characters and direction marks. Line breaks become `\n`
 * and tabs spaces. Joiners stay: words of some languages and emoji contain them.
 */
export const normalizedFreeText = (typed: string): string =>
  PLAIN.test(typed)
    ? typed
    : typed.replaceAll('\r\n', '\n').replaceAll('\t', ' ').replaceAll(DIRECTION_MARKS, '').replaceAll(CONTROLS, '');

/** Passwords stay as typed. The field `confirmation` repeats a new password. */
const PASSWORD = /password$|^confirmation$/i;

/** The fields with free text. */
const FREE_TEXT: ReadonlySet<string> = new Set(['subject', 'text']);

/** Returns the normalized value of a field of this name. Passwords, and values other than texts, stay as they are. */
export function normalizedField<Value>(field: string, value: Value): Value | string {
  if (typeof value !== 'string' || PASSWORD.test(field)) return value;
  return FREE_TEXT.has(field) ? normalizedFreeText(value) : normalizedText(value);
}

/** Returns the values of a form with normalized texts. */
export function normalizedValues<Values extends object>(values: Values): Values {
  const changed = Object.entries(values)
    .map(([field, value]): [string, unknown] => [field, normalizedField(field, value)])
    .filter(([field, value]) => value !== Reflect.get(values, field));
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

/** The depth at which nested values are left as they are. The schemas of requests refuse such values. */
const DEEPEST = 64;

/** Returns a value of a request with normalized texts, those in its lists and objects too. */
export function normalizedRequest(value: unknown, field = '', depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return normalizedField(field, value);
  if (Array.isArray(value)) return value.map((each: unknown) => normalizedRequest(each, field, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, normalizedRequest(inner, name, depth + 1)]),
  );
}
