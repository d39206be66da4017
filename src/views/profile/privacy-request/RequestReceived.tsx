/** Confirmation that the request was received (P §2.7). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { privacyRequest } from '#machines/profile/privacy-request/privacy-request.machine.ts';
import { Content } from '../../../ui/index.ts';
import { Received } from '../privacy/Received.tsx';

export const RequestReceived = ({ state }: Pick<ViewProps<typeof privacyRequest>, 'state'>) => (
  <Received
    heading={
      <Content
        section="formscontent"
        name="CA-Privacy-Form-Heading2"
        inline
        fallbackWhileLoading
        fallback="Thank you"
      />
    }
    confirmationNumber={state.context.confirmationNumber}
  >
    <Content section="formscontent" name="CA-Privacy-Form-Body7" fallback={<p>We have received your request.</p>} />
  </Received>
);
