import { NavEntry } from '../header/NavEntry.tsx';
import type { NavItem } from '../header/nav-item.ts';

/** Vertical list of links, as in a sidebar. Marks the link to the current page. */
export function LinkList({ items, current }: { items: readonly NavItem[]; current?: string | undefined }) {
  return (
    <ul className="ui-link-list">
      {items.map((item) => (
        <li key={item.id}>
          <NavEntry item={item} current={current} />
        </li>
      ))}
    </ul>
  );
}
