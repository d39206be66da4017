/** Asks whoever leaves a flow in which something was entered that is not saved; the browser asks who leaves the site. */
import { useCallback, useEffect } from 'react';
import { type BlockerFunction, NavigationType, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../ui/index.ts';
import { usePortal } from '../portal.ts';

export interface LeaveGuardProps {
  /** The address of the flow: what stands below it is no other page. */
  readonly base: string;
}

const isBelow = (pathname: string, base: string): boolean => pathname === base || pathname.startsWith(`${base}/`);

/** Stands on the page for as long as something is not saved. */
export function LeaveGuard({ base }: LeaveGuardProps) {
  const { unsaved, onPopBlocked } = usePortal();
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
