/** A file as an answer: it is kept by whoever asks for it, and never shown or run as a page of this site. */
import type { FileAnswer } from '#domain/file.ts';
import { streamOf } from '../streams.ts';

/** The name of a file for `Content-Disposition` (RFC 6266): plain for old readers, and whole. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The answer that hands over a file. */
export const fileResponse = ({ fileName, mediaType, size, content }: FileAnswer): Response =>
  new Response(content instanceof Blob ? content : streamOf(content), {
    headers: {
      'content-type': mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
      'content-length': String(size),
      'content-disposition': dispositionOf(fileName),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
