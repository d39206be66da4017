/** The number that a borrower with loans in default can call (ruling 97). */
import { PhoneLink } from '../../../ui/index.ts';

export const CallAboutDefault = () => (
  <>
    Call us at <PhoneLink /> to learn how to get out of default.
  </>
);
