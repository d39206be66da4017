/** Paperless enrollment and opt-out. */
import { managePaperless } from '#machines/messages/manage-paperless/manage-paperless.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { managePaperlessViews } from '../views/messages/manage-paperless/views.tsx';

export default defineFlow<typeof managePaperless>({
  machine: managePaperless,
  views: managePaperlessViews,
  input: ({ flags }) => ({ asksClaimsStatus: flags.eCorrClaimsStatusMessageEnabled }),
});
