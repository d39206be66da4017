/** What is past due, as a flow of the portal. */
import { pastDue } from '#machines/past-due/past-due.machine.ts';
import { pastDueViews } from '../../views/past-due/views.ts';
import { defineFlow } from '../flow-definition.ts';

export const pastDueFlow = defineFlow<typeof pastDue>({
  machine: pastDue,
  heading: 'Past Due',
  views: pastDueViews,
  input: () => ({}),
});
