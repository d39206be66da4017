import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

/** How much a button asks for attention. One primary on a screen; `danger` for what cannot be taken back. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant | undefined;
  type?: 'button' | 'submit' | undefined;
  onClick?: (() => void) | undefined;
  /** At work: shows `busyText` and does nothing when pressed, but keeps focus. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
  disabled?: boolean | undefined;
  icon?: string | undefined;
  /** More words for a screen reader where the label alone is ambiguous ('Cancel' in every row). */
  context?: string | undefined;
  /** A dialog gives its focus to this button when it opens. */
  initialFocus?: boolean | undefined;
}

/** An action. What leads to an address is a {@link ButtonLink}. */
export function Button(props: ButtonProps) {
  const { children, variant = 'primary', type = 'button', onClick, busy = false, busyText, disabled, ...rest } = props;
  const { icon, context, initialFocus } = rest;
  const press = (event: MouseEvent) => {
    // A busy submit button must not send its form a second time.
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
  /** More words for a screen reader where the label alone is ambiguous ('Pay' on every account). */
  context?: string | undefined;
  /** Called instead of opening the address on a plain click or Enter. With Ctrl, Shift or Alt the browser opens it. */
  onFollow?: (() => void) | undefined;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link that looks like a button: it leads to an address, often a flow's first step. */
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

/** Buttons that belong together, in one row while it has room for them. */
export function ButtonRow({ children, align = 'start' }: { children: ReactNode; align?: 'start' | 'end' | undefined }) {
  return (
    <div className="ui-button-row" data-align={align}>
      {children}
    </div>
  );
}
