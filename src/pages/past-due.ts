/** Past-due amounts. */
import { pastDue } from '#machines/accounts/past-due/past-due.machine.ts';
import { pastDueViews } from '../views/accounts/past-due/views.ts';
import { defineFlow } from '../app/flow/define-flow.ts';

export default defineFlow<typeof pastDue>({
  machine: pastDue,
  views: pastDueViews,
  input: () => ({}),
});
