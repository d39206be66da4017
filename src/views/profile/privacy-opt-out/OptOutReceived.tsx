/** Confirmation that the opt-out was received (P §2.8). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { privacyOptOut } from '#machines/profile/privacy-opt-out/privacy-opt-out.machine.ts';
import { Content } from '../../../ui/index.ts';
import { Received } from '../privacy/Received.tsx';

export const OptOutReceived = ({ state }: Pick<ViewProps<typeof privacyOptOut>, 'state'>) => (
  <Received heading="Your choices were received" confirmationNumber={state.context.confirmationNumber}>
    <Content section="formscontent" name="Privacy-Opt-Out-Thank-You" fallback={<p>Thank you.</p>} />
  </Received>
);
