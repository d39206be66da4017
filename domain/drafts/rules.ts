/** What may be kept of an unfinished flow. The portal asks before it sends, the server asks again before it keeps. */
import type { Verdict } from '../verdict.ts';

/** Characters of a draft as JSON. A browser sends at most 64 KiB while its page is being left. */
export const LARGEST_DRAFT = 32_768;

export type DraftVerdict = Verdict &
  ({ readonly code: 'draft.tooLarge'; readonly most: number } | { readonly code: 'draft.secret' });

/** Opaque ids hold digits in a row by chance, and are no secret. */
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
/** Nine digits or more in a row may be an account, bank or Social Security number; so may digits in its groups. */
const LONG_NUMBER = /\p{Nd}{9,}|(?<!\p{Nd})\p{Nd}{3}[- ]\p{Nd}{2}[- ]\p{Nd}{4}(?!\p{Nd})/u;
/** Fields that hold such a number, a password or a birthday, whatever stands in them. */
const SECRET_FIELD =
  /"[^"]*(?:ssn|socialSecurity|accountNumber|routingNumber|cardNumber|taxId|password|dateOfBirth)[^"]*"\s*:/i;

/**
 * Why `draft` may not be kept, or null. It is told by its looks alone: too large; nine or more digits in a row anywhere,
 * ids in the form of a UUID apart; or a field whose name says that it holds an account, bank or Social Security number.
 */
export function problemWithDraft(draft: unknown): DraftVerdict | null {
  const text = JSON.stringify(draft) ?? '';
  if (text.length > LARGEST_DRAFT) return { code: 'draft.tooLarge', most: LARGEST_DRAFT };
  const told = text.replaceAll(UUID, 'id');
  return LONG_NUMBER.test(told) || SECRET_FIELD.test(told) ? { code: 'draft.secret' } : null;
}
