import type { ReactNode } from 'react';
import { Button, ButtonRow } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  title: ReactNode;
  children?: ReactNode | undefined;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Ignores clicks on the backdrop. */
  staysOnBackdrop?: boolean | undefined;
  /** The confirmed action cannot be undone. */
  danger?: boolean | undefined;
  /** The confirmed action is in progress. The dialog cannot be closed until it ends. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

/** Dialog that asks for confirmation. The safe answer has initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, onConfirm, onCancel, staysOnBackdrop, danger, ...work } = props;
  const { busy, busyText } = work;
  return (
    <Dialog
      title={title}
      kind="alert"
      onDismiss={busy ? undefined : onCancel}
      staysOnBackdrop={staysOnBackdrop}
      actions={
        <ButtonRow align="end">
          <Button variant="secondary" onClick={onCancel} disabled={busy} initialFocus>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy} busyText={busyText}>
            {confirmLabel}
          </Button>
        </ButtonRow>
      }
    >
      {children}
    </Dialog>
  );
}
