/** The draft of a page with one form at a time (rulings 3, 4, 112). */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { Typed } from './form.ts';

/** Parts of a page's draft besides the values of its form. */
interface Place extends Partial<Pick<FormDraft, 'key' | 'place'>> {
  /** Draft from an earlier visit. It stays unchanged until the data has loaded and the form contains it. */
  readonly draft?: FormDraft | null;
}

/** Returns the draft of a page: null if nothing was typed and no request is in flight. */
export function toFormDraft(
  { typed, leftOut }: Typed,
  { draft = null, key = null, place = null }: Place = {},
): FormDraft | null {
  if (draft !== null) return draft;
  return key === null && Object.keys(typed).length === 0 ? null : { version: 1, key, place, typed, leftOut };
}
