/** Authorized Payers: the people who may pay for the borrower. */
import { authorizedPayers } from '#machines/profile/authorized-payers/authorized-payers.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { authorizedPayersViews } from '../views/profile/authorized-payers/views.tsx';

export default defineFlow<typeof authorizedPayers>({
  machine: authorizedPayers,
  views: authorizedPayersViews,
  input: ({ person }) => ({ canChange: person?.isImpersonator !== true }),
});
