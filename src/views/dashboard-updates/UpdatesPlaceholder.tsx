/** Reserves the space of the updates until they have loaded, so that nothing below moves. */
import { Card, Skeleton } from '../../ui/index.ts';

export const UpdatesPlaceholder = () => (
  <Card heading="Your next dates" tone="quiet">
    <Skeleton text="Loading your next dates…" lines={7} />
  </Card>
);
