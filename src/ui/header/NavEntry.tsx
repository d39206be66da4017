import { Icon } from '../icon/Icon.tsx';
import type { NavItem } from './nav-item.ts';

/** A menu's entry without children: a link, or a button where there is no address. */
export function NavEntry({ item, current }: { item: NavItem; current?: string | undefined }) {
  const { title, href, newTab, onSelect, icon } = item;
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
    <button type="button" className="ui-nav__entry" onClick={onSelect}>
      {content}
    </button>
  ) : (
    <a
      className="ui-nav__entry"
      href={href}
      aria-current={href === current ? 'page' : undefined}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {content}
    </a>
  );
}
