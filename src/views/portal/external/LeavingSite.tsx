/**
 * Page for an external redirect that the user opened by its address. The target opens in a new window, automatically or
 * by a link.
 */
import { PageHeading, Stack } from '../../../ui/index.ts';

export interface LeavingSiteProps {
  readonly url: string;
  readonly target: string;
}

export function LeavingSite({ url, target }: LeavingSiteProps) {
  return (
    <Stack gap="large">
      <PageHeading lead="The page opens in a new window. If you don't see it, your browser may have blocked it. Use the link below.">
        Leaving this site
      </PageHeading>
      <p>
        <a className="ui-link" href={url} target={target} rel="noreferrer">
          Continue to {new URL(url).hostname}
        </a>
      </p>
    </Stack>
  );
}
