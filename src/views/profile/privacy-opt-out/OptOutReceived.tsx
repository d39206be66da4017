/** Confirmation that the opt-out was received (P §2.8). */
import { Content } from '../../../ui/index.ts';
import { Received } from '../privacy/Received.tsx';

/** `received` is the confirmation number. */
export const OptOutReceived = ({ received }: { readonly received: string }) => (
  <Received heading="Your choices were received" confirmationNumber={received}>
    <Content section="formscontent" name="Privacy-Opt-Out-Thank-You" fallback={<p>Thank you.</p>} />
  </Received>
);
