/** An application that the query of the address names. */
import { applicationNumberAt } from '#domain/repayment/postponement/address.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-messages.ts';
import { applicationDetails } from '#machines/repayment/application-details/application-details.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { routeById } from '../app/flow/route-by-id.tsx';
import { applicationDetailsViews } from '../views/repayment/application-details/views.tsx';

const flowOf = (confirmationNumber: string) =>
  defineFlow<typeof applicationDetails>({
    machine: applicationDetails,
    heading: 'Application',
    headingIn: ({ application }) => (application === null ? undefined : applicationKindNames[application.kind]),
    views: applicationDetailsViews,
    input: () => ({ confirmationNumber }),
  });

/** Without a confirmation number, the borrower chooses an application from the list. */
const Route = routeById({ idIn: applicationNumberAt, flowOf, otherwise: '/repayment-options' });

export default { ...flowOf(''), Route };
