/** An entry of a menu. It leads to an address, does something, or opens further entries. */
export interface NavItem {
  id: string;
  title: string;
  href?: string | undefined;
  /** Starts the flow at its address anew when it is followed from within the flow. */
  restarts?: boolean | undefined;
  /** An address outside the portal, opened in a new tab. */
  newTab?: boolean | undefined;
  /** For an entry without an address, such as 'Log Out'. */
  onSelect?: (() => void) | undefined;
  icon?: { name: string; position: 'before' | 'after' } | undefined;
  /** How many things wait there, and what they are: 5 and 'unread'. */
  waiting?: { count: number; what: string } | undefined;
  children?: readonly NavItem[] | undefined;
}

/** Whether the present address is this entry's, one of its children's, or below one of these: applications stand below the options. */
export const isCurrent = (item: NavItem, current: string | undefined): boolean =>
  current !== undefined &&
  (item.href === current ||
    (item.children ?? []).some((child) => isCurrent(child, current) || current.startsWith(`${child.href}/`)));
