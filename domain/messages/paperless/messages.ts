/** The messages of the paperless enrollment form (Y §5.4). */
import type { Messages } from '../../issue.ts';
import type { PaperlessIssue } from './rules.ts';

export const paperlessMessages: Messages<PaperlessIssue> = {
  'terms.required': () => 'You must agree to the terms & conditions',
};
