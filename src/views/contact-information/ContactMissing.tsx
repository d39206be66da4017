import type { contactInformation } from '#machines/contact-information/contact-information.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';

/** Contact information, or what is needed to show it, could not be fetched. */
export const ContactMissing = ({ send }: ViewProps<typeof contactInformation>) => (
  <CouldNotLoad onRetry={() => send({ type: 'retry.wanted' })} />
);
