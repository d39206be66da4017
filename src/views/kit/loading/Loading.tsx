/** Placeholder of a page that is loading. */
import { Busy, Skeleton } from '../../../ui/index.ts';

export function Loading() {
  return (
    <>
      <Busy />
      <Skeleton />
    </>
  );
}
