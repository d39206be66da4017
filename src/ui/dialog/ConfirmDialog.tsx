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
  /** A press beside the dialog does not close it. */
  staysOnBackdrop?: boolean | undefined;
  /** The confirmed act cannot be taken back. */
  danger?: boolean | undefined;
  /** The confirmed act is under way; the dialog can then not be left. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

/** Asks before something is done. Focus starts on the answer that changes nothing. */
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
