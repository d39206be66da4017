/**
 * Responses that download a file. The browser saves the file and never renders it or runs it as a page of this site.
 */
import type { FileResponse } from '#domain/file.ts';
import { toStream } from '../streams.ts';

/**
 * Returns the `Content-Disposition` header (RFC 6266) with an ASCII file name for old clients and the full name in
 * UTF-8.
 */
function formatDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** Returns the download response for a file. */
export const fileResponse = ({ fileName, mediaType, size, content }: FileResponse): Response =>
  new Response(content instanceof Blob ? content : toStream(content), {
    headers: {
      'content-type': mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': formatDisposition(fileName),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
