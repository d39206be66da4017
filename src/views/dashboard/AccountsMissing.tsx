import type { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';

/** The accounts could not be fetched. */
export const AccountsMissing = ({ send }: ViewProps<typeof dashboard>) => (
  <CouldNotLoad onRetry={() => send({ type: 'retry.wanted' })} />
);
