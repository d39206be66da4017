import type { ReactNode } from 'react';

export interface GovernmentBannerProps {
  /** The line that is always visible. */
  headline: ReactNode;
  /** Content that 'Here's how you know' opens. */
  children: ReactNode;
}

/** Banner that identifies the portal as an official government website. */
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
