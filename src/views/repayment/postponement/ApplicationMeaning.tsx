/** The meaning of an application's status, with the number to call about default (ruling 97). */
import { applicationMeaning, isAboutDefault } from '#domain/repayment/postponement/status-messages.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { PhoneLink } from '../../../ui/index.ts';

export const ApplicationMeaning = ({ application }: { readonly application: Application }) => (
  <p>
    {applicationMeaning(application)}
    {isAboutDefault(application) && (
      <>
        {' '}
        Our number is <PhoneLink />.
      </>
    )}
  </p>
);
