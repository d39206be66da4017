import type { ReactNode } from 'react';

export interface GovernmentBannerProps {
  /** The one line that is always there. */
  headline: ReactNode;
  /** What 'Here's how you know' opens. */
  children: ReactNode;
}

/** Says on whose behalf the portal speaks. */
export function GovernmentBanner({ headline, children }: GovernmentBannerProps) {
  return (
    <section className="ui-gov-banner" aria-label="Official website of the United States government">
      <details>
        <summary>
          <span className="ui-gov-banner__flag" aria-hidden="true" />
          <span>
            {headline} <span className="ui-gov-banner__how">Here’s how you know</span>
          </span>
        </summary>
        <div className="ui-gov-banner__body">{children}</div>
      </details>
    </section>
  );
}
