/** Notice that paperless is unavailable, without a reason (Y §2.3). */
import { Content, Notice } from '../../../ui/index.ts';

export function NotEligible() {
  return (
    <Notice kind="info" id="notice">
      <Content
        section="myprofile"
        name="paperless-not-eligible"
        fallback={<p>Paperless isn't available for your account right now.</p>}
      />
    </Notice>
  );
}
