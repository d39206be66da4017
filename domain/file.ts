/** A file as the answer of a call: its bytes, and the name under which a browser saves it. */
import * as v from 'valibot';

/** A file that a call answers with (`answersFile` of the call): the server's streams, the browser's is a `Blob`. */
export interface FileAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly content: Blob | AsyncIterable<Uint8Array>;
}
export const FileAnswer = v.custom<FileAnswer>(
  (given) => typeof given === 'object' && given !== null && 'fileName' in given && 'content' in given,
  'A file is expected',
);

/** Whether a name leads nowhere else: no folders, nothing hidden, no control characters. */
export const isFileName = (name: string): boolean => /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,199}$/u.test(name);

/** A file whose bytes are there. */
export const fileOf = (fileName: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): FileAnswer => ({
  fileName,
  mediaType,
  size: bytes.length,
  content: new Blob([bytes], { type: mediaType }),
});

/** The name of a file made from a text such as a subject: `Your-bill-2026-11-20.pdf`. */
export function fileNameOf(text: string, extension: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${plain === '' ? 'document' : plain}.${extension}`;
}

/** The name that a header `Content-Disposition` gives a file, whole where it does (RFC 6266); undefined where it gives none. */
export function fileNameFrom(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return whole === undefined ? /filename="([^"]+)"/.exec(disposition)?.[1] : decodeURIComponent(whole);
}
