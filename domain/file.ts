/** Files as responses: content and file name. */
import * as v from 'valibot';

/**
 * The file in a response (`answersFile` of the call). On the server the content is a stream, in the browser a `Blob`.
 */
export interface FileResponse {
  readonly fileName: string;
  readonly mediaType: string;
  /** In bytes; omitted if the content is generated while it is sent. */
  readonly size?: number;
  readonly content: Blob | AsyncIterable<Uint8Array>;
}
export const FileResponse = v.custom<FileResponse>(
  (given) => typeof given === 'object' && given !== null && 'fileName' in given && 'content' in given,
  'A file is expected',
);

/** Returns whether `name` is a plain file name: no folders, no leading dot, no control characters. */
export const isFileName = (name: string): boolean => /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,199}$/u.test(name);

/** Creates a file response from bytes in memory. */
export const toFileResponse = (fileName: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): FileResponse => ({
  fileName,
  mediaType,
  size: bytes.length,
  content: new Blob([bytes], { type: mediaType }),
});

/** Creates a file name from a text such as a subject: `Your-bill-2026-11-20.pdf`. */
export function toFileName(text: string, extension: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${plain === '' ? 'document' : plain}.${extension}`;
}

/**
 * Parses the file name from a `Content-Disposition` header (RFC 6266), preferring `filename*`. Returns undefined if
 * there is none.
 */
export function fileNameFrom(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return whole === undefined ? /filename="([^"]+)"/.exec(disposition)?.[1] : decodeURIComponent(whole);
}
