/** Screen before the portal has started, or after it failed to start. */
import type { Running } from '#machines/kit/view.ts';
import type { startup } from '#machines/portal/startup/startup.machine.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import { Busy, Button, Main, Notice, PageHeading } from '../../../ui/index.ts';

interface NamedProps {
  /** Name of the servicer, if the document contains it. */
  readonly name?: string;
}

/** Loading message of the portal. */
export const OpeningSite = ({ name = '' }: NamedProps) => (
  <>
    <PageHeading above={name === '' ? undefined : name}>Opening the site</PageHeading>
    <Busy text="One moment…" />
  </>
);

interface OpeningProps extends NamedProps {
  /** Width of the requested page. */
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
  return <NotStarted onRetry={() => send({ type: 'retry.requested' })} />;
}

/** Error with a retry button, shown if the portal failed to start. */
export function NotStarted({ onRetry }: { onRetry: () => void }) {
  return (
    <Main>
      <PageHeading>The site couldn't be opened</PageHeading>
      <Notice
        kind="error"
        heading="Sorry, there’s been a problem."
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <p>Part of this site didn&apos;t load. Your account isn't affected.</p>
      </Notice>
    </Main>
  );
}
