import { useId, type ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  title: ReactNode;
  children?: ReactNode | undefined;
  /** The buttons at the bottom. */
  actions?: ReactNode | undefined;
  /** Called on Escape, the close icon and a click on the backdrop. Without it, only the actions close the dialog. */
  onDismiss?: (() => void) | undefined;
  /** Ignores clicks on the backdrop. */
  staysOnBackdrop?: boolean | undefined;
  /** `alert` is for warnings and questions: screen readers read title and text immediately. */
  kind?: 'plain' | 'alert' | undefined;
}

/** Modal dialog, open while rendered. */
export function Dialog({ title, children, actions, onDismiss, staysOnBackdrop, kind = 'plain' }: DialogProps) {
  const modal = useModal(onDismiss, staysOnBackdrop);
  const id = useId();
  return (
    <dialog
      {...modal}
      className="ui-dialog"
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={kind === 'alert' && children ? `${id}-body` : undefined}
    >
      <div className="ui-dialog__frame">
        <div className="ui-dialog__head">
          <h2 className="ui-dialog__title" id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {onDismiss ? (
            <button type="button" className="ui-icon-button" onClick={onDismiss}>
              <Icon name="close" />
              <span className="ui-sr">Close</span>
            </button>
          ) : null}
        </div>
        {children ? (
          <div className="ui-dialog__body" id={`${id}-body`}>
            {children}
          </div>
        ) : null}
        {actions ? <div className="ui-dialog__actions">{actions}</div> : null}
      </div>
    </dialog>
  );
}
