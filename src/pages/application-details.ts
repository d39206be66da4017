/** An application that the query of the address names. */
import { applicationNumberAt } from '#domain/repayment/postponement/address.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { applicationDetails } from '#machines/repayment/application-details/application-details.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { applicationDetailsViews } from '../views/repayment/application-details/views.tsx';

export default defineFlow<typeof applicationDetails>({
  machine: applicationDetails,
  heading: 'Application',
  headingIn: ({ application }) => (application === null ? undefined : applicationKindNames[application.kind]),
  views: applicationDetailsViews,
  getSubject: ({ search }) => applicationNumberAt(search),
  // The borrower chooses an application from the list.
  withoutSubject: '/repayment-options',
  input: ({ query }) => ({ confirmationNumber: applicationNumberAt(query) ?? '' }),
});
