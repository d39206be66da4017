/**
 * Saves a file as a download. No window is opened, so that nothing blocks it however long the file took to come, and its
 * address holds no token.
 */
import type { ServedFile } from '#domain/file.ts';

/** How long the browser may take to begin with the file before its memory is given back, in milliseconds. */
const KEPT = 60_000;

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', txt: 'text/plain' };

export function saveFile({ fileName, bytes }: ServedFile): void {
  const type = TYPES[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
