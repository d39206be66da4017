import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';

/** What the payment is made from could not be fetched. */
export const FactsMissing = ({ send }: ViewProps<typeof payflow>) => (
  <CouldNotLoad onRetry={() => send({ type: 'retry.wanted' })} />
);
