import { NavEntry } from '../header/NavEntry.tsx';
import type { NavItem } from '../header/nav-item.ts';

/** Links below each other, as in a sidebar. The one of the present page is marked. */
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
