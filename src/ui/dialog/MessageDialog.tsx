import type { ReactNode } from 'react';
import { Button, ButtonRow } from '../button/Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export interface MessageDialogProps extends Pick<DialogProps, 'title' | 'kind'> {
  children: ReactNode;
  onClose: () => void;
}

/** Dialog with a message and a close button. */
export const MessageDialog = ({ title, kind, children, onClose }: MessageDialogProps) => (
  <Dialog
    title={title}
    kind={kind}
    onDismiss={onClose}
    actions={
      <ButtonRow align="end">
        <Button onClick={onClose}>Close</Button>
      </ButtonRow>
    }
  >
    {children}
  </Dialog>
);
