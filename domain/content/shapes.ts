/** Managed content: what editors keep, by section and key (P §3), and the static pages by their path (P §2.6). */
import * as v from 'valibot';
import { Audience } from '../portal/shapes.ts';

const Name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,79}$/));
const Words = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** A section of managed content, such as `payments`, and a key in it. */
export const ContentKey = v.object({ section: Name, name: Name });
export type ContentKey = v.InferOutput<typeof ContentKey>;

/** One text; it may hold HTML, which is cleaned before it is shown. */
export const ContentItem = v.object({ data: v.string() });
export type ContentItem = v.InferOutput<typeof ContentItem>;

/** The texts of a section by their names. */
export const ContentSection = v.record(v.string(), v.string());
export type ContentSection = v.InferOutput<typeof ContentSection>;

/** On or off, as editors write it: true or false, with or without quotation marks (P §2.3). */
const Switch = v.union([v.boolean(), v.picklist(['true', 'false'])]);

/** What the forms of the list `documents/forms` are for, in the order in which the page shows the groups. */
export const FORM_GROUPS = ['deferment', 'forbearance', 'plans', 'payments', 'authorization'] as const;
const FormGroup = v.picklist(FORM_GROUPS);

/** Where a form is: a page of the portal, or an https address elsewhere. */
const FormAddress = v.pipe(v.string(), v.regex(/^(?:\/(?![/\\])|https:\/\/)\S+$/, 'A page, or an https address'));

/** An entry of a managed list (Y §7). What it has beyond id and headline depends on the list. */
export const ContentListItem = v.object({
  id: Words,
  headline: Words,
  /** HTML, which is cleaned before it is shown. */
  message: v.optional(v.string()),
  clientThemed: v.optional(Switch),
  visible: v.optional(Switch),
  group: v.optional(FormGroup),
  href: v.optional(FormAddress),
});
export type ContentListItem = v.InferOutput<typeof ContentListItem>;

export const ContentList = v.array(ContentListItem);
export type ContentList = v.InferOutput<typeof ContentList>;

/** An entry of `usds/universalmessages`, the banners on every page (P §2.3): here nothing may be left out. */
export const UniversalMessage = v.object({
  id: Words,
  headline: Words,
  message: Words,
  clientThemed: Switch,
  visible: Switch,
});

/** An entry of `documents/forms`, the forms of the servicer: here nothing may be left out. */
export const FormEntry = v.object({ id: Words, headline: Words, message: Words, group: FormGroup, href: FormAddress });
export type FormEntry = v.InferOutput<typeof FormEntry>;

/** What a page says about itself to browsers and to search. */
export const PageMetaData = v.object({ title: Words, description: Words, keywords: Words });
export type PageMetaData = v.InferOutput<typeof PageMetaData>;

/** A static page (P §2.6). One without content is as good as none: the portal shows that there is no such page. */
export const ContentPage = v.object({ content: v.string(), metaData: PageMetaData });
export type ContentPage = v.InferOutput<typeof ContentPage>;

/** The path of a static page below `/content`, such as `help/interest`. Capital letters and slashes around it are let go. */
export const PagePath = v.pipe(
  v.string(),
  v.maxLength(200),
  v.transform((path) => path.toLowerCase().replaceAll(/^\/+|\/+$/g, '')),
);

/** The longest term that is looked for, in characters. */
export const LONGEST_TERM = 200;

/** What somebody looks for. */
export const SearchTerm = v.pipe(v.string(), v.maxLength(LONGEST_TERM));

/** A page that was found (ruling 14). `path` is its address in the portal; `title` and `excerpt` are plain text. */
export const SearchResult = v.object({
  title: v.string(),
  path: v.string(),
  excerpt: v.string(),
  /** The words of title and excerpt that were looked for, as they stand there. */
  terms: v.array(v.string()),
  /** For whom the page is. The search itself is open to everyone, so the portal leaves out what a person cannot open. */
  audience: Audience,
});
export type SearchResult = v.InferOutput<typeof SearchResult>;
