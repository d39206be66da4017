/** Advice after an unhandled error. */
import { Content, PhoneLink } from '../../../ui/index.ts';

export const SiteErrorText = () => (
  <Content
    section="globalsite"
    name="site-error-page-text"
    fallback={
      <p>
        Try again in a few minutes. If the problem continues, call us at <PhoneLink />.
      </p>
    }
  />
);
