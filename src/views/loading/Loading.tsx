/** A page that is on its way. */
import { Busy, Skeleton } from '../../ui/index.ts';

export function Loading() {
  return (
    <>
      <Busy />
      <Skeleton />
    </>
  );
}
