/** The draft of a page with one form at a time (rulings 3, 4, 112). */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { Typed } from './form.ts';

/** What a page keeps besides the values of its form. */
type Place = Partial<Pick<FormDraft, 'key' | 'place'>>;

/** Returns the draft of a page: null if nothing was typed and no request is in flight. */
export const formDraftOf = ({ typed, leftOut }: Typed, { key = null, place = null }: Place = {}): FormDraft | null =>
  key === null && Object.keys(typed).length === 0 ? null : { version: 1, key, place, typed, leftOut };
