import { Icon } from '../icon/Icon.tsx';
import type { NavItem } from './nav-item.ts';

export interface NavEntryProps {
  item: NavItem;
  current?: string | undefined;
  /** The entry was followed or did its work: the menu around it may close. */
  onChoose?: (() => void) | undefined;
}

/** From here on a badge says only that there are more. */
const MOST_ON_BADGE = 99;

/** The title of an entry, with its icon before or after it, and how many things wait there. */
export function NavTitle({ item: { title, icon, waiting } }: { item: NavItem }) {
  return (
    <>
      {icon?.position === 'before' ? <Icon name={icon.name} /> : null}
      <span aria-hidden={waiting ? true : undefined}>{title}</span>
      {waiting ? (
        // In one piece: what is out of sight would be read with a space before the comma.
        <span className="ui-sr">{`${title}, ${waiting.count} ${waiting.what}`}</span>
      ) : null}
      {waiting ? (
        <span className="ui-nav__badge" aria-hidden="true">
          {waiting.count > MOST_ON_BADGE ? `${MOST_ON_BADGE}+` : waiting.count}
        </span>
      ) : null}
      {icon?.position === 'after' ? <Icon name={icon.name} /> : null}
    </>
  );
}

/** A menu's entry without children: a link, or a button where there is no address. */
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
