/** What somebody can do after an error that nothing has handled. */
import { Content, PhoneLink } from '../../ui/index.ts';

export const SiteErrorText = () => (
  <Content
    section="globalsite"
    name="site-error-page-text"
    fallback={
      <p>
        Try again in a few minutes. If the problem stays, call us at <PhoneLink />.
      </p>
    }
  />
);
