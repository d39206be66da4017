/**
 * Asks for confirmation before the borrower leaves a flow with unsaved entries. When the borrower leaves the site, the
 * browser asks.
 */
import { useCallback, useEffect } from 'react';
import { type BlockerFunction, NavigationType, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../ui/index.ts';
import { useDrafts } from '../drafts/use-drafts.ts';
import { useRouter } from '../page/use-router.ts';

export interface LeaveGuardProps {
  /** The base address of the flow. Addresses below it belong to the same page. */
  readonly base: string;
}

const isBelow = (pathname: string, base: string): boolean => pathname === base || pathname.startsWith(`${base}/`);

/** Guards the page while it is mounted, which is as long as the flow has unsaved entries. */
export function LeaveGuard({ base }: LeaveGuardProps) {
  const { unsaved } = useDrafts();
  const { onPopBlocked } = useRouter();
  useEffect(() => unsaved.hold({ isAsked: true }), [unsaved]);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ nextLocation, historyAction }) => {
        if (isBelow(nextLocation.pathname, base)) return false;
        if (historyAction === NavigationType.Pop) onPopBlocked();
        return true;
      },
      [base, onPopBlocked],
    ),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Stay on this page"
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
      danger
    >
      <p>What you entered on this page has not been saved.</p>
    </ConfirmDialog>
  );
}
