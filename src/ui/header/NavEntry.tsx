import { Icon } from '../icon/Icon.tsx';
import type { NavItem } from './nav-item.ts';

export interface NavEntryProps {
  item: NavItem;
  current?: string | undefined;
  /** Called when the user selects the entry, for example to close the menu around it. */
  onChoose?: (() => void) | undefined;
}

/** Highest count on a badge. Higher counts show as `99+`. */
const MAX_ON_BADGE = 99;

/** Title of an entry with its icon and the count of pending items. */
export function NavTitle({ item: { title, icon, waiting } }: { item: NavItem }) {
  return (
    <>
      {icon?.position === 'before' ? <Icon name={icon.name} /> : null}
      <span aria-hidden={waiting ? true : undefined}>{title}</span>
      {waiting ? (
        // One text node, because adjacent elements would be read with a space before the comma.
        <span className="ui-sr">{`${title}, ${waiting.count} ${waiting.what}`}</span>
      ) : null}
      {waiting ? (
        <span className="ui-nav__badge" aria-hidden="true">
          {waiting.count > MAX_ON_BADGE ? `${MAX_ON_BADGE}+` : waiting.count}
        </span>
      ) : null}
      {icon?.position === 'after' ? <Icon name={icon.name} /> : null}
    </>
  );
}

/** Menu entry without children: a link, or a button if it has no address. */
export function NavEntry({ item, current, onChoose }: NavEntryProps) {
  const { href, restarts, newTab, onSelect } = item;
  const choose = () => {
    onChoose?.();
    onSelect?.();
  };
  const content = (
    <>
      <NavTitle item={item} />
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
