/** The list of the servicer's forms, `documents/forms`: display and search. */
import { normalizedText } from '../../typed-text.ts';
import type { FormEntry } from './shapes.ts';

/** A form as the page displays it. */
export interface ListedForm extends FormEntry {
  /** Whether the form is on an official external site, which opens in a new tab (ruling 48). */
  readonly isElsewhere: boolean;
}

const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').toLowerCase();

/**
 * Returns the forms whose name or description contains every word of `term`, ignoring case. An empty term matches all
 * forms.
 */
export function formsMatching<Form extends Pick<FormEntry, 'headline' | 'message'>>(
  forms: readonly Form[],
  term: string,
): Form[] {
  const words = plain(normalizedText(term)).split(/\s+/);
  return forms.filter(({ headline, message }) => {
    const text = plain(`${headline} ${message}`);
    return words.every((word) => text.includes(word));
  });
}
