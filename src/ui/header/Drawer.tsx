import { useEffect, useId, type ReactNode } from 'react';
import { useModal } from '../dialog/use-modal.ts';
import { Icon } from '../icon/Icon.tsx';
import { NavEntry, NavTitle } from './NavEntry.tsx';
import { isCurrent, type NavItem } from './nav-item.ts';

export interface DrawerProps {
  onClose: () => void;
  items: readonly NavItem[];
  current?: string | undefined;
  /** Search box and log-in buttons, above the entries. */
  children?: ReactNode | undefined;
}

/** Width from which the header needs no drawer. `_header.scss` has the same value. */
const DESKTOP = '(min-width: 80em)';

/** Modal drawer with the content that does not fit in a narrow header. */
export function Drawer({ onClose, items, current, children }: DrawerProps) {
  const modal = useModal(onClose);
  const id = useId();

  useEffect(() => {
    const desktop = matchMedia(DESKTOP);
    desktop.addEventListener('change', onClose);
    return () => desktop.removeEventListener('change', onClose);
  }, [onClose]);

  return (
    <dialog {...modal} className="ui-drawer" aria-labelledby={id}>
      <div className="ui-drawer__frame">
        <div className="ui-drawer__head">
          <h2 className="ui-drawer__title" id={id} tabIndex={-1}>
            Menu
          </h2>
          <button type="button" className="ui-icon-button" onClick={onClose}>
            <Icon name="close" />
            <span className="ui-sr">Close menu</span>
          </button>
        </div>
        {children}
        <nav aria-label="Menu">
          <ul className="ui-drawer__list">
            {items.map((item) => (
              <li key={item.id}>
                {item.children ? (
                  <details name="drawer" open={isCurrent(item, current)}>
                    <summary>
                      <span className="ui-drawer__group">
                        <NavTitle item={item} />
                      </span>
                      <Icon name="expand-more" />
                    </summary>
                    <ul>
                      {item.children.map((child) => (
                        <li key={child.id}>
                          <NavEntry item={child} current={current} onChoose={onClose} />
                        </li>
                      ))}
                    </ul>
                  </details>
                ) : (
                  <NavEntry item={item} current={current} onChoose={onClose} />
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </dialog>
  );
}
