/** Reserves the space of the updates until they have loaded, so that nothing below moves. */
import { Card, Skeleton } from '../../../ui/index.ts';

export const UpdatesPlaceholder = ({ isLoading }: { readonly isLoading: boolean }) => (
  <Card heading="Your next dates" tone="quiet">
    <Skeleton text="Loading your next dates…" lines={7} isBusy={isLoading} />
  </Card>
);

/** The view while the updates load. */
export const LoadingUpdates = () => <UpdatesPlaceholder isLoading />;
