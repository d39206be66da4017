import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

/** Visual emphasis. Each screen has one primary button. `danger` is for actions that cannot be undone. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant | undefined;
  type?: 'button' | 'submit' | undefined;
  onClick?: (() => void) | undefined;
  /** Shows `busyText` and ignores presses, but keeps focus. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
  disabled?: boolean | undefined;
  icon?: string | undefined;
  /** Additional text for screen readers, for labels that are ambiguous on their own ('Cancel' in each row). */
  context?: string | undefined;
  /** The button that receives focus when its dialog opens. */
  initialFocus?: boolean | undefined;
}

/** Button for an action. Use {@link ButtonLink} for an address. */
export function Button(props: ButtonProps) {
  const { children, variant = 'primary', type = 'button', onClick, busy = false, busyText, disabled, ...rest } = props;
  const { icon, context, initialFocus } = rest;
  const press = (event: MouseEvent) => {
    // Prevents a busy submit button from submitting its form again.
    if (busy) event.preventDefault();
    else onClick?.();
  };
  return (
    <button
      className="usa-button ui-button"
      data-variant={variant}
      data-busy={busy || undefined}
      data-initial-focus={initialFocus || undefined}
      type={type}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={press}
    >
      {busy ? <span className="ui-spinner" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      <span>{busy ? (busyText ?? children) : children}</span>
      {context ? <span className="ui-sr"> {context}</span> : null}
    </button>
  );
}

export interface ButtonLinkProps {
  href: string;
  children: ReactNode;
  variant?: Exclude<ButtonVariant, 'danger'> | undefined;
  icon?: string | undefined;
  /** Additional text for screen readers, for labels that are ambiguous on their own ('Pay' on each account). */
  context?: string | undefined;
  /** Called instead of navigation on a plain click or Enter. With Ctrl, Shift or Alt the browser opens the address. */
  onFollow?: (() => void) | undefined;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Link in the style of a button, often to the first step of a flow. */
export function ButtonLink({ href, children, variant = 'primary', icon, context, onFollow }: ButtonLinkProps) {
  const follow = (event: MouseEvent) => {
    if (onFollow === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a className="usa-button ui-button" data-variant={variant} href={href} onClick={follow}>
      {icon ? <Icon name={icon} /> : null}
      <span>{children}</span>
      {context ? <span className="ui-sr"> {context}</span> : null}
    </a>
  );
}

/** Related buttons in one row that wraps if space is limited. */
export function ButtonRow({ children, align = 'start' }: { children: ReactNode; align?: 'start' | 'end' | undefined }) {
  return (
    <div className="ui-button-row" data-align={align}>
      {children}
    </div>
  );
}
