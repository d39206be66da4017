/** The menus of `public/navigation.json` for the current person (P §2.3, §2.4), without pages that do not exist yet. */
import type { Person } from '#domain/session/identity/shapes.ts';
import type { Navigation, NavEntry, NavLeaf } from '#domain/portal/navigation.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type * as v from 'valibot';
import { type NavItem, waitingIn } from '../../ui/index.ts';

/** A link to this address within the payment flow restarts the payment (P §2.3). */
const PAYMENT_SCHEDULE = '/payments/payflow/schedule';
const INBOX = '/documents/inbox';
const CHANGE_PASSWORD = '/profile/change-password';
const DOWNLOAD_RECORD = '/profile/download-record';

export interface MenuInput {
  readonly person: Person | null;
  readonly hasPage: (path: string) => boolean;
  readonly configuration: Pick<Configuration, 'federalChangePasswordUrl'>;
  /** The number of unread messages in the inbox, if it is known and shown. */
  readonly unreadMessages?: number | undefined;
}

type Leaf = v.InferOutput<typeof NavLeaf>;

/** Returns the target of an entry. People with the federal identity change their password where they sign in (P §2.3). */
const toTarget = ({ routerLink, url }: Leaf, { person, configuration }: MenuInput) =>
  routerLink === CHANGE_PASSWORD && person?.isFederalIdentity === true
    ? { url: configuration.federalChangePasswordUrl }
    : { routerLink, url };

/** Returns whether the server would refuse the page's call, because this site has no password of the borrower. */
const isRefused = ({ routerLink }: Leaf, { person }: MenuInput): boolean =>
  routerLink === DOWNLOAD_RECORD && (person?.isFederalIdentity === true || person?.isImpersonator === true);

/** Returns the parts that every entry has. */
const toLabel = ({ id, title, icon }: Leaf): Pick<NavItem, 'id' | 'title' | 'icon'> => ({
  id,
  title,
  ...(icon && { icon: { name: icon.class, position: icon.position } }),
});

/** Converts an entry for display. Returns nothing if its page does not exist or is closed to the person. */
function toNavItems(leaf: Leaf, input: MenuInput): NavItem[] {
  const { routerLink, url } = toTarget(leaf, input);
  const shown = toLabel(leaf);
  const { unreadMessages = 0 } = input;
  if (url !== undefined) return [{ ...shown, href: url, newTab: true }];
  if (routerLink === undefined || !input.hasPage(routerLink) || isRefused(leaf, input)) return [];
  return [
    {
      ...shown,
      href: routerLink,
      restarts: routerLink === PAYMENT_SCHEDULE || undefined,
      newTab: leaf.target === '_blank',
      ...(routerLink === INBOX && unreadMessages > 0 && { waiting: { count: unreadMessages, what: 'unread' } }),
    },
  ];
}

/** Returns the pending items of the entries of a closed dropdown. */
function waitingAmong(children: readonly NavItem[]): Pick<NavItem, 'waiting'> {
  const waiting = waitingIn(children);
  return waiting === undefined ? {} : { waiting };
}

/** Returns the entries of a menu whose pages exist. A dropdown without entries is omitted. */
export const buildItems = (entries: readonly NavEntry[], input: MenuInput): NavItem[] =>
  entries.flatMap((entry): NavItem[] => {
    if (entry.children === undefined) return toNavItems(entry, input);
    const children = entry.children.flatMap((child) => toNavItems(child, input));
    return children.length === 0 ? [] : [{ ...toLabel(entry), children, ...waitingAmong(children) }];
  });

/** Returns the name on the profile menu: the first name, for authorized payers the first word of the last name (P §2.3). */
export const getMenuName = (person: Person): string =>
  person.role === 'payer' ? (person.familyName.split(' ')[0] ?? '') : person.givenName;

/** Returns the menus of the header and of the drawer. There is no main menu before sign-in. */
export function buildHeaderMenus({ top, main, profile, drawer }: Navigation, input: MenuInput) {
  const { person } = input;
  return {
    top: buildItems(top, input),
    main: person === null ? [] : buildItems(main[person.role], input),
    profile: person === null ? [] : buildItems(profile[person.role], input),
    drawer: person === null || person.role === 'payer' ? [] : buildItems(drawer, input),
  };
}

/** Returns the lists of the footer: those before sign-in also apply to payers and during maintenance (P §2.4). */
export function buildFooterMenus({ footer }: Navigation, input: MenuInput, isMaintenance: boolean) {
  const isPreAuth = input.person === null || input.person.role === 'payer' || isMaintenance;
  const { links, columns } = isPreAuth ? footer.preAuth : footer.postAuth;
  return {
    links: buildItems(links, input),
    columns: columns
      .map((column) => ({ title: column.title, links: buildItems(column.links, input) }))
      .filter((column) => column.links.length > 0),
    social: buildItems(footer.social, input),
    copyright: buildItems(footer.copyright, input),
  };
}

/** Returns the list beside a static page, by its path below `/content` (P §2.6); undefined if there is none. */
export function findSidebar({ sidebars }: Navigation, path: string, input: MenuInput) {
  const found = sidebars.find(({ paths }) =>
    paths.some((each) => (each.endsWith('/*') ? path.startsWith(each.slice(0, -1)) : path === each)),
  );
  if (found === undefined) return undefined;
  const links = buildItems(found.links, input);
  return links.length === 0 ? undefined : { heading: found.heading, links };
}
