/**
 * Asks for confirmation before the borrower leaves a flow with unsaved entries. When the borrower leaves the site, the
 * browser asks.
 */
import { useCallback, useMemo } from 'react';
import { type BlockerFunction, NavigationType, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../ui/index.ts';
import type { Unsaved } from '../browser/unsaved.ts';
import { useDrafts } from '../drafts/use-drafts.ts';
import { useRouter } from '../page/use-router.ts';

export interface LeaveGuardProps {
  /** The base address of the flow. Addresses below it belong to the same page. */
  readonly base: string;
  /** Whether the flow has unsaved entries now. */
  readonly isUnsaved: () => boolean;
  /** Called when the person leaves without saving, before the page closes. */
  readonly onLeave?: () => void;
}

const isBelow = (pathname: string, base: string): boolean => pathname === base || pathname.startsWith(`${base}/`);

function createEntries(unsaved: Unsaved) {
  let release: (() => void) | undefined;
  return {
    isUnsaved: () => release !== undefined,
    setUnsaved: (isUnsaved: boolean) => {
      release?.();
      release = isUnsaved ? unsaved.hold({ isRequested: true }) : undefined;
    },
  };
}

/**
 * Tracks whether a flow has unsaved entries. It is set and read without rendering, because Back may be pressed before React
 * has rendered the latest entry.
 */
export function useUnsaved() {
  const { unsaved } = useDrafts();
  return useMemo(() => createEntries(unsaved), [unsaved]);
}

/** Is mounted as long as the flow, because a blocker of React Router takes several renderings to be registered. */
export function LeaveGuard({ base, isUnsaved, onLeave }: LeaveGuardProps) {
  const { onPopBlocked } = useRouter();
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ nextLocation, historyAction }) => {
        if (!isUnsaved() || isBelow(nextLocation.pathname, base)) return false;
        if (historyAction === NavigationType.Pop) onPopBlocked();
        return true;
      },
      [base, isUnsaved, onPopBlocked],
    ),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Stay on this page"
      onConfirm={() => {
        onLeave?.();
        blocker.proceed();
      }}
      onCancel={() => blocker.reset()}
      danger
    >
      <p>What you entered on this page hasn't been saved.</p>
    </ConfirmDialog>
  );
}
