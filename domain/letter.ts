/** Letters and messages in the inbox. */

/** A letter. Empty lines separate its paragraphs. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** Returns a letter with these paragraphs. */
export const toLetter = (subject: string, paragraphs: readonly string[]): Letter => ({
  subject,
  text: paragraphs.join('\n\n'),
});
