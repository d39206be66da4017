/**
 * Saves a file as a download. It opens no window, so a pop-up blocker cannot stop it after a slow response, and its URL
 * contains no token.
 */
import type { FileResponse } from '#domain/file.ts';

/** The time in milliseconds for the browser to start the download before the file's memory is released. */
const KEPT = 60_000;

export function saveFile({ fileName, content }: FileResponse): void {
  if (!(content instanceof Blob)) throw new TypeError('A file in the browser is a Blob');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
