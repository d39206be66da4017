/** Menu entry: a link, an action or a submenu. */
export interface NavItem {
  id: string;
  title: string;
  href?: string | undefined;
  /** Restarts the flow at its address if the entry is selected within that flow. */
  restarts?: boolean | undefined;
  /** An address outside the portal, opened in a new tab. */
  newTab?: boolean | undefined;
  /** For an entry without an address, such as 'Log Out'. */
  onSelect?: (() => void) | undefined;
  icon?: { name: string; position: 'before' | 'after' } | undefined;
  /** Count of pending items with their description: 5 and 'unread'. */
  waiting?: { count: number; what: string } | undefined;
  children?: readonly NavItem[] | undefined;
}

/** Returns the pending items of the first entry that has some. A closed menu shows them. */
export const waitingIn = (items: readonly NavItem[]): NavItem['waiting'] =>
  items.find(({ waiting }) => waiting)?.waiting;

/**
 * Returns whether the current address belongs to this entry, to one of its children or to a page below a child. For
 * example, applications are below the repayment options.
 */
export const isCurrent = (item: NavItem, current: string | undefined): boolean =>
  current !== undefined &&
  (item.href === current ||
    (item.children ?? []).some((child) => isCurrent(child, current) || current.startsWith(`${child.href}/`)));
