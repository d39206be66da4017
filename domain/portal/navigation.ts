/**
 * `public/navigation.json`: the menus of header, drawer and footer, and the sidebars of static pages (P §2.3, §2.4,
 * §2.6).
 */
import * as v from 'valibot';

const Id = v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));
const Title = v.pipe(v.string(), v.trim(), v.nonEmpty());
/** A path of the portal. Exactly one slash at the start, so that it cannot name a host. */
const RouterLink = v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/));
const Url = v.pipe(v.string(), v.url(), v.startsWith('https://'));

const Icon = v.strictObject({ class: v.string(), position: v.picklist(['before', 'after']) });

const leaf = {
  id: Id,
  title: Title,
  /** A path of the portal. A link to the payment schedule restarts the payment. */
  routerLink: v.optional(RouterLink),
  /** An external URL, opened in a new tab. */
  url: v.optional(Url),
  target: v.optional(v.picklist(['_self', '_blank'])),
  icon: v.optional(Icon),
};

interface Places {
  readonly routerLink?: string | undefined;
  readonly url?: string | undefined;
}
const leadsToOnePlace = ({ routerLink, url }: Places): boolean => (routerLink === undefined) !== (url === undefined);

/** Creates the schema of a list of entries with unique ids. */
const uniqueList = <T extends { readonly id: string }>(entry: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.array(entry),
    v.check((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, 'Ids must be unique'),
  );

/** An entry with a link. */
export const NavLeaf = v.pipe(
  v.strictObject(leaf),
  v.check((entry) => leadsToOnePlace(entry), 'An entry has either a routerLink or a url'),
);

/** A menu entry (P §2.3): a link or, with `dropdown`, the heading of its `children`. */
export const NavEntry = v.pipe(
  v.strictObject({ ...leaf, dropdown: v.optional(v.boolean()), children: v.optional(uniqueList(NavLeaf)) }),
  v.check(
    (entry) =>
      entry.dropdown === true
        ? (entry.children ?? []).length > 0 && entry.routerLink === undefined && entry.url === undefined
        : entry.children === undefined && leadsToOnePlace(entry),
    'An entry is a dropdown with children, or has either a routerLink or a url',
  ),
);
export type NavEntry = v.InferOutput<typeof NavEntry>;

const FooterLinks = v.strictObject({
  links: uniqueList(NavLeaf),
  columns: v.array(v.strictObject({ title: Title, links: uniqueList(NavLeaf) })),
});

export const Navigation = v.strictObject({
  /** The links of the top bar, for all visitors. */
  top: uniqueList(NavEntry),
  main: v.strictObject({ borrower: uniqueList(NavEntry), payer: uniqueList(NavEntry) }),
  profile: v.strictObject({ borrower: uniqueList(NavEntry), payer: uniqueList(NavEntry) }),
  /** Entries that only the drawer of narrow screens shows, and only to borrowers. */
  drawer: uniqueList(NavEntry),
  footer: v.strictObject({
    social: uniqueList(NavLeaf),
    /** Before sign-in, for authorized payers, and during maintenance. */
    preAuth: FooterLinks,
    postAuth: FooterLinks,
    copyright: uniqueList(NavLeaf),
  }),
  /**
   * Sidebars of static pages. `paths` are relative to `/content`; a trailing `/*` matches all paths below. The first
   * match applies.
   */
  sidebars: v.array(v.strictObject({ paths: v.array(v.string()), heading: Title, links: uniqueList(NavLeaf) })),
});
export type Navigation = v.InferOutput<typeof Navigation>;
