/** What the rules on drafts say. Programs read it: nobody sees a draft being kept. */
import type { Words } from '../verdict.ts';
import type { DraftVerdict } from './rules.ts';

export const draftWords: Words<DraftVerdict> = {
  'draft.tooLarge': ({ most }) => `A draft may have ${most} characters at most.`,
  'draft.secret': () => 'A draft may not hold an account, bank or Social Security number, a password or a birthday.',
};
