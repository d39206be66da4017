/**
 * What the server puts into the portal's page, so that a visitor's browser has it together with the page and need not ask for
 * it file by file: the settings, and the answers of public calls that every page makes first.
 */
import * as v from 'valibot';

/** Addresses of reads; those of one list are asked for one after the other. */
const FirstReads = v.array(v.tupleWithRest([v.string()], v.string()));
export type FirstReads = v.InferOutput<typeof FirstReads>;

/** The address, below the API's base, at which they are asked for in one request: `?reads=` and the lists as JSON. */
export const FIRST_READS = 'first-reads';

/** The type of the answer to that request: lines of JSON. */
export const FIRST_ANSWERS_TYPE = 'application/x-ndjson';

/** An answer to one of them, as a line of JSON. */
export const FirstAnswer = v.object({ address: v.string(), status: v.number(), body: v.unknown() });
export type FirstAnswer = v.InferOutput<typeof FirstAnswer>;

/** The id of the element that holds it: inert JSON. */
export const DOCUMENT_DATA = 'document-data';

export const DocumentData = v.object({
  /** Files of the portal by their names, such as `config.json`; a text file is a string. */
  files: v.record(v.string(), v.unknown()),
  /** Answers by the addresses of the requests below the API's base. */
  answers: v.record(v.string(), v.unknown()),
  /** By role, the addresses of the reads with which the page begins, those of a list one after the other (`firstReadsOf`). */
  firstReads: v.optional(v.object({ borrower: FirstReads, payer: FirstReads })),
  /** The scripts of a page for signed-in people: they come after those with which every page begins. */
  pageScripts: v.optional(v.array(v.string())),
});
export type DocumentData = v.InferOutput<typeof DocumentData>;
