/** What stands on the page before the portal has started, or when it could not. */
import type { Running } from '#machines/kit/view.ts';
import type { startup } from '#machines/startup/startup.machine.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import { Busy, Button, Main, Notice, PageHeading } from '../../ui/index.ts';

interface NamedProps {
  /** Whose site it is, as far as the page says so. */
  readonly name?: string;
}

/** The site is on its way. */
export const OpeningSite = ({ name = '' }: NamedProps) => (
  <>
    <PageHeading above={name === '' ? undefined : name}>Opening the site</PageHeading>
    <Busy text="One moment…" />
  </>
);

interface OpeningProps extends NamedProps {
  /** How wide the page is that is being opened. */
  readonly width?: PortalRoute['width'];
}

export function StartupScreen({ state, send, name = '', width }: Running<typeof startup> & OpeningProps) {
  if (!state.matches('couldNotLoad')) {
    return (
      <Main busy width={width}>
        <OpeningSite {...{ name }} />
      </Main>
    );
  }
  return <NotStarted onRetry={() => send({ type: 'retry.wanted' })} />;
}

/** The portal could not start: what that means, and a button that tries again. */
export function NotStarted({ onRetry }: { onRetry: () => void }) {
  return (
    <Main>
      <PageHeading>The site could not be opened</PageHeading>
      <Notice
        kind="error"
        heading="Sorry, there’s been a problem."
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <p>Something that this site needs did not arrive. Your account is not affected.</p>
      </Notice>
    </Main>
  );
}
