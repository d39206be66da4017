/** The rules for saving drafts. The portal checks them before it sends a draft, the server before it stores it. */
import type { Issue } from '../../issue.ts';
import { normalizedText } from '../../typed-text.ts';

/** The maximum length of a draft as JSON, in characters. Browsers send at most 64 KiB while a page unloads. */
export const LARGEST_DRAFT = 32_768;

/** The maximum nesting depth of a draft. */
export const DEEPEST_DRAFT = 64;

export type DraftIssue = Issue &
  (
    | { readonly code: 'draft.tooLarge'; readonly most: number }
    | { readonly code: 'draft.tooDeep'; readonly most: number }
    | { readonly code: 'draft.broken' }
    | { readonly code: 'draft.secret' }
  );

/** UUIDs may contain nine digits in a row and are not secret. */
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
/**
 * Nine or more consecutive digits may be an account, bank or Social Security number. Nine digits in groups of three,
 * two and four may be a Social Security number.
 */
const LONG_NUMBER = /\p{Nd}{9,}|(?<!\p{Nd})\p{Nd}{3}[- ]\p{Nd}{2}[- ]\p{Nd}{4}(?!\p{Nd})/u;
/** Field names in JSON, including JSON inside a string value. */
const FIELD = /"(?=([^"]*)"\s{0,9}:)/g;
/** Names of fields that contain such numbers, passwords or dates of birth. Any value in them is rejected. */
const SECRET_FIELD = /ssn|socialSecurity|accountNumber|routingNumber|cardNumber|taxId|password|dateOfBirth/i;

/** Characters that databases cannot store in text, as JSON escapes: NUL and lone surrogates. */
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));

/**
 * Returns the reason why `draft` may not be saved, or null. Checks only the form of the data: size and depth,
 * characters that cannot be stored, nine or more consecutive digits outside of UUIDs, and field names such as those of
 * account, bank or Social Security numbers.
 */
export function problemWithDraft(draft: unknown): DraftIssue | null {
  if (isDeeper(draft, DEEPEST_DRAFT)) return { code: 'draft.tooDeep', most: DEEPEST_DRAFT };
  const text = JSON.stringify(draft) ?? '';
  if (text.length > LARGEST_DRAFT) return { code: 'draft.tooLarge', most: LARGEST_DRAFT };
  if (BROKEN.test(text)) return { code: 'draft.broken' };
  const readable = text.replaceAll(UUID, 'id');
  const isSecretField = [...readable.matchAll(FIELD)].some(([, name = '']) => SECRET_FIELD.test(name));
  return LONG_NUMBER.test(normalizedText(readable)) || isSecretField ? { code: 'draft.secret' } : null;
}

/** A draft without the values that may not be saved. */
export interface StorableDraft {
  /** Null if nothing of it can be saved. */
  readonly draft: unknown;
  /** Names of the fields whose values were left out. */
  readonly leftOut: readonly string[];
}

/** Returns the value with empty texts, and without fields, where `isLeftOut` says so. The text of a field's name is empty. */
function pruned(value: unknown, isLeftOut: (field: string, text: string) => boolean, field = ''): unknown {
  if (typeof value === 'string') return isLeftOut(field, value) ? '' : value;
  if (Array.isArray(value)) return value.map((part) => pruned(part, isLeftOut, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      isLeftOut(name, '') ? [] : [[name, pruned(part, isLeftOut, name)]],
    ),
  );
}

/** Returns the longest text in the value. */
function longestIn(value: unknown): string {
  let longest = '';
  pruned(value, (_, text) => {
    if (text.length > longest.length) longest = text;
    return false;
  });
  return longest;
}

/**
 * Returns the draft without the values that may not be saved, each left out alone (ruling 112). If the draft is too
 * large, its longest texts are left out.
 */
export function toStorableDraft(draft: unknown): StorableDraft {
  const leftOut = new Set<string>();
  const withoutProblems = (value: unknown): unknown => {
    const problem = problemWithDraft(value);
    if (problem === null) return value;
    const longest = longestIn(value);
    let isLess = false;
    const less = pruned(value, (field, text) => {
      const isLeftOut =
        problem.code === 'draft.tooLarge'
          ? text !== '' && text === longest
          : problemWithDraft(text === '' ? { [field]: '' } : text) !== null;
      if (isLeftOut) leftOut.add(field);
      isLess ||= isLeftOut;
      return isLeftOut;
    });
    return isLess ? withoutProblems(less) : null;
  };
  return { draft: withoutProblems(draft), leftOut: [...leftOut] };
}
