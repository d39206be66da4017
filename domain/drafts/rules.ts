/** What may be kept of an unfinished flow. The portal asks before it sends, the server asks again before it keeps. */
import type { Issue } from '../issue.ts';

/** Characters of a draft as JSON. A browser sends at most 64 KiB while its page is being left. */
export const LARGEST_DRAFT = 32_768;

/** Levels of a draft, one within the other. */
export const DEEPEST_DRAFT = 64;

export type DraftIssue = Issue &
  (
    | { readonly code: 'draft.tooLarge'; readonly most: number }
    | { readonly code: 'draft.tooDeep'; readonly most: number }
    | { readonly code: 'draft.broken' }
    | { readonly code: 'draft.secret' }
  );

/** Opaque ids hold digits in a row by chance, and are no secret. */
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
/** Nine digits or more in a row may be an account, bank or Social Security number; so may digits in its groups. */
const LONG_NUMBER = /\p{Nd}{9,}|(?<!\p{Nd})\p{Nd}{3}[- ]\p{Nd}{2}[- ]\p{Nd}{4}(?!\p{Nd})/u;
/** Names of fields as JSON writes them, also within a text that holds JSON. */
const FIELD = /"(?=([^"]*)"\s{0,9}:)/g;
/** Fields that hold such a number, a password or a birthday, whatever stands in them. */
const SECRET_FIELD = /ssn|socialSecurity|accountNumber|routingNumber|cardNumber|taxId|password|dateOfBirth/i;

/** What no database keeps as text, as JSON writes it: NUL, and half of a pair of characters. */
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));

/**
 * Why `draft` may not be kept, or null. It is told by its looks alone: too large or too deep; characters that cannot be
 * stored; nine or more digits in a row anywhere, ids in the form of a UUID apart; or a field whose name says that it holds
 * an account, bank or Social Security number.
 */
export function problemWithDraft(draft: unknown): DraftIssue | null {
  if (isDeeper(draft, DEEPEST_DRAFT)) return { code: 'draft.tooDeep', most: DEEPEST_DRAFT };
  const text = JSON.stringify(draft) ?? '';
  if (text.length > LARGEST_DRAFT) return { code: 'draft.tooLarge', most: LARGEST_DRAFT };
  if (BROKEN.test(text)) return { code: 'draft.broken' };
  const readable = text.replaceAll(UUID, 'id');
  const isSecretField = [...readable.matchAll(FIELD)].some(([, name = '']) => SECRET_FIELD.test(name));
  return LONG_NUMBER.test(readable) || isSecretField ? { code: 'draft.secret' } : null;
}
