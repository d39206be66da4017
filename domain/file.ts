/** A file as the answer of a call: its bytes, and the name under which a browser saves it. */
import * as v from 'valibot';

/** What a call may answer with in place of JSON. */
export type FileType = 'application/pdf' | 'text/plain';

/** A file that a call answers with (`answersFile` of the call). */
export const ServedFile = v.object({
  /** Letters, digits, hyphens and underscores, with an extension. */
  fileName: v.pipe(v.string(), v.regex(/^[\w-]{1,100}\.[a-z]{1,5}$/)),
  bytes: v.custom<Uint8Array<ArrayBuffer>>((given) => given instanceof Uint8Array, 'Bytes are expected'),
});
export type ServedFile = v.InferOutput<typeof ServedFile>;

/** The name of a file made from a text such as a subject: `Your-bill-2026-11-20.pdf`. */
export function fileNameOf(text: string, extension: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${plain === '' ? 'document' : plain}.${extension}`;
}

/** The name that a header `Content-Disposition` gives a file; undefined where it gives none. */
export const fileNameFrom = (disposition: string): string | undefined => /filename="([^"]+)"/.exec(disposition)?.[1];
