/** The types of managed content: texts and lists by section and key (P §3), and static pages by path (P §2.6). */
import * as v from 'valibot';
import { Audience } from '../shapes.ts';
import { LONGEST_TERM } from './search-address.ts';

const Name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,79}$/));
const Words = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** A section of managed content, such as `payments`, and a key in it. */
export const ContentKey = v.object({ section: Name, name: Name });
export type ContentKey = v.InferOutput<typeof ContentKey>;

/** A text; may contain HTML, which is sanitized before display. */
export const ContentItem = v.object({ data: v.string() });
export type ContentItem = v.InferOutput<typeof ContentItem>;

/** The texts of a section by name. */
export const ContentSection = v.record(v.string(), v.string());
export type ContentSection = v.InferOutput<typeof ContentSection>;

/** A switch as editors write it: true or false, with or without quotation marks (P §2.3). */
const Switch = v.union([v.boolean(), v.picklist(['true', 'false'])]);

/** The groups of forms in the list `documents/forms`, in display order. */
export const FORM_GROUPS = ['deferment', 'forbearance', 'plans', 'payments', 'authorization'] as const;
const FormGroup = v.picklist(FORM_GROUPS);

/** The location of a form: a path of the portal or an external https URL. */
const FormAddress = v.pipe(v.string(), v.regex(/^(?:\/(?![/\\])|https:\/\/)\S+$/, 'A page, or an https address'));

/** An entry of a managed list (Y §7). The optional fields depend on the list. */
export const ContentListItem = v.object({
  id: Words,
  headline: Words,
  /** HTML, which is sanitized before display. */
  message: v.optional(v.string()),
  clientThemed: v.optional(Switch),
  visible: v.optional(Switch),
  group: v.optional(FormGroup),
  href: v.optional(FormAddress),
});
export type ContentListItem = v.InferOutput<typeof ContentListItem>;

export const ContentList = v.array(ContentListItem);
export type ContentList = v.InferOutput<typeof ContentList>;

/** An entry of `usds/universalmessages`, the banners on every page (P §2.3). All fields are required. */
export const UniversalMessage = v.object({
  id: Words,
  headline: Words,
  message: Words,
  clientThemed: Switch,
  visible: Switch,
});

/** An entry of `documents/forms`, the servicer's forms. All fields are required. */
export const FormEntry = v.object({ id: Words, headline: Words, message: Words, group: FormGroup, href: FormAddress });
export type FormEntry = v.InferOutput<typeof FormEntry>;

/** The metadata of a page for browsers and search. */
export const PageMetaData = v.object({ title: Words, description: Words, keywords: Words });
export type PageMetaData = v.InferOutput<typeof PageMetaData>;

/** A static page (P §2.6). For a page without content, the portal shows that the page does not exist. */
export const ContentPage = v.object({ content: v.string(), metaData: PageMetaData });
export type ContentPage = v.InferOutput<typeof ContentPage>;

/**
 * The path of a static page below `/content`, such as `help/interest`. Parsing lowercases it and strips slashes at both
 * ends.
 */
export const PagePath = v.pipe(
  v.string(),
  v.maxLength(200),
  v.transform((path) => path.toLowerCase().replaceAll(/^\/+|\/+$/g, '')),
);

/** The term to search for. */
export const SearchTerm = v.pipe(v.string(), v.maxLength(LONGEST_TERM));

/** A search result (ruling 14). `path` is a path in the portal; `title` and `excerpt` are plain text. */
export const SearchResult = v.object({
  title: v.string(),
  path: v.string(),
  excerpt: v.string(),
  /** The matched words, as written in title and excerpt. */
  terms: v.array(v.string()),
  /** The audience of the page. The search is public, so the portal filters out pages that the person cannot open. */
  audience: Audience,
});
export type SearchResult = v.InferOutput<typeof SearchResult>;
