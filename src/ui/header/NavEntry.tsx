import { Icon } from '../icon/Icon.tsx';
import type { NavItem } from './nav-item.ts';

export interface NavEntryProps {
  item: NavItem;
  current?: string | undefined;
  /** The entry was followed or did its work: the menu around it may close. */
  onChoose?: (() => void) | undefined;
}

/** A menu's entry without children: a link, or a button where there is no address. */
export function NavEntry({ item, current, onChoose }: NavEntryProps) {
  const { title, href, restarts, newTab, onSelect, icon } = item;
  const choose = () => {
    onChoose?.();
    onSelect?.();
  };
  const content = (
    <>
      {icon?.position === 'before' ? <Icon name={icon.name} /> : null}
      <span>{title}</span>
      {icon?.position === 'after' ? <Icon name={icon.name} /> : null}
      {newTab ? (
        <>
          <Icon name="launch" />
          <span className="ui-sr"> (opens in a new tab)</span>
        </>
      ) : null}
    </>
  );
  return href === undefined ? (
    <button type="button" className="ui-nav__entry" onClick={choose}>
      {content}
    </button>
  ) : (
    <a
      className="ui-nav__entry"
      href={href}
      onClick={onChoose}
      aria-current={href === current ? 'page' : undefined}
      data-restarts={restarts || undefined}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {content}
    </a>
  );
}
