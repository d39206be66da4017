/**
 * The messages of draft issues, for logs and clients. The portal saves drafts in the background and does not show them.
 */
import type { Messages } from '../../issue.ts';
import type { DraftIssue } from './rules.ts';

export const draftMessages: Messages<DraftIssue> = {
  'draft.tooLarge': ({ most }) => `A draft may have ${most} characters at most.`,
  'draft.tooDeep': ({ most }) => `A draft may have ${most} levels at most.`,
  'draft.broken': () => 'A draft may not hold NUL or half of a pair of characters.',
  'draft.secret': () => 'A draft may not hold an account, bank or Social Security number, a password or a birthday.',
};
