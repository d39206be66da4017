import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { NavEntry } from './NavEntry.tsx';
import type { NavItem } from './nav-item.ts';

export interface NavMenuProps {
  label: ReactNode;
  items: readonly NavItem[];
  open: boolean;
  onToggle: (open: boolean) => void;
  current?: string | undefined;
  /** Whether the menu contains the current page. */
  active?: boolean | undefined;
}

/**
 * Dropdown of links. It uses the disclosure pattern instead of `role=menu`, because the entries are links. Escape
 * closes it and returns focus to its button. A press or focus elsewhere also closes it.
 */
export function NavMenu({ label, items, open, onToggle, current, active }: NavMenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onToggle(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', escape);
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onToggle(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open, onToggle]);

  // Returns focus to the button, because the selected entry disappears and may not navigate.
  const close = () => {
    onToggle(false);
    button.current?.focus();
  };

  return (
    <div className="ui-nav__menu" ref={root}>
      <button
        type="button"
        className="ui-nav__toggle"
        ref={button}
        aria-expanded={open}
        aria-controls={id}
        data-active={active || undefined}
        onClick={() => onToggle(!open)}
      >
        {label}
        <Icon name="expand-more" />
      </button>
      <ul className="ui-nav__list" id={id} hidden={!open}>
        {items.map((item) => (
          <li key={item.id}>
            <NavEntry item={item} current={current} onChoose={close} />
          </li>
        ))}
      </ul>
    </div>
  );
}
