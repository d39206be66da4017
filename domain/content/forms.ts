/** The list of the servicer's forms, `documents/forms`: how they are shown, and which a search finds. */
import type { FormEntry } from './shapes.ts';

/** A form as it is shown. */
export interface ListedForm extends FormEntry {
  /** Whether it is on an official site, which opens in a tab of its own (ruling 48). */
  readonly isElsewhere: boolean;
}

const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').toLowerCase();

/** The forms in whose name or description every word of a term stands, capital letters aside; all of them for no words. */
export function formsMatching<Form extends Pick<FormEntry, 'headline' | 'message'>>(
  forms: readonly Form[],
  term: string,
): Form[] {
  const words = plain(term).split(/\s+/);
  return forms.filter(({ headline, message }) => {
    const text = plain(`${headline} ${message}`);
    return words.every((word) => text.includes(word));
  });
}
