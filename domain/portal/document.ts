/**
 * The data that the server embeds in the HTML document, so that the browser does not have to request it: settings, and the
 * responses of public calls that every page makes first.
 */
import * as v from 'valibot';

/** URLs of prefetched reads. URLs within an inner list are requested in sequence. */
const InitialReads = v.array(v.tupleWithRest([v.string()], v.string()));
export type InitialReads = v.InferOutput<typeof InitialReads>;

/**
 * The path, relative to the API's base, that returns all prefetched reads in one response. The query parameter `reads`
 * contains the lists as JSON.
 */
export const INITIAL_DATA = 'initial-data';

/** The media type of that response: JSON lines. */
export const INITIAL_DATA_TYPE = 'application/x-ndjson';

/** The response to one prefetched read, as a line of JSON. */
export const InitialResponse = v.object({ address: v.string(), status: v.number(), body: v.unknown() });
export type InitialResponse = v.InferOutput<typeof InitialResponse>;

/** The id of the element with the embedded data (inert JSON). */
export const DOCUMENT_DATA = 'document-data';

export const DocumentData = v.object({
  /** Files of the portal by name, such as `config.json`. A text file is a string. */
  files: v.record(v.string(), v.unknown()),
  /** Responses by request URL, relative to the API's base. */
  answers: v.record(v.string(), v.unknown()),
  /** The reads to prefetch by role, see `listInitialReads`. */
  initialReads: v.optional(v.object({ borrower: InitialReads, payer: InitialReads })),
  /** Additional scripts of a page for signed-in people, loaded after the common ones. */
  pageScripts: v.optional(v.array(v.string())),
});
export type DocumentData = v.InferOutput<typeof DocumentData>;
