/** Managed content: texts that editors keep, by section and key (P §3). */
import * as v from 'valibot';

const Name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,79}$/));

/** A section of managed content, such as `payments`, and a key in it. */
export const ContentKey = v.object({ section: Name, name: Name });
export type ContentKey = v.InferOutput<typeof ContentKey>;

/** One text; it may hold HTML, which is cleaned before it is shown. */
export const ContentItem = v.object({ data: v.string() });
export type ContentItem = v.InferOutput<typeof ContentItem>;
