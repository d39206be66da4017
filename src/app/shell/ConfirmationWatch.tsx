/** Opens the dialog of a change that waits for a confirmation. Its code is loaded when a page that has such changes is used. */
import { useEffect, useSyncExternalStore } from 'react';
import { Nothing, lazyParts, onFirstUse } from '../flow/lazy-parts.tsx';
import { useRoute } from '../page/use-route.ts';
import { useSession } from '../session/use-session.ts';
import { DialogMissing } from './DialogMissing.tsx';

const what = 'The confirmation';
const dialog = lazyParts(() => import('./ConfirmationDialog.tsx'), {
  what,
  Placeholder: Nothing,
  Missing: ({ change, failure }) => <DialogMissing what={what} failure={failure} onClose={() => change.end(false)} />,
});
const ConfirmationDialog = dialog.part('ConfirmationDialog');

export function ConfirmationWatch() {
  const { confirmations } = useSession();
  const asksPassword = useRoute()?.asksPassword === true;
  // If this prefetch fails, the dialog itself tries again.
  useEffect(
    () => (asksPassword ? onFirstUse(() => void dialog.load().catch(() => undefined)) : undefined),
    [asksPassword],
  );
  const change = useSyncExternalStore(confirmations.subscribe, confirmations.waiting, () => null);
  return change && <ConfirmationDialog key={change.id} change={change} />;
}
