/**
 * The rules for uploaded files: size, type, and content that matches the type. The browser checks them before it sends
 * a file, the server after it has received it.
 */
import { MAX_FILE_MEGABYTES } from './shapes.ts';

const MEGABYTE = 1024 * 1024;

/** The maximum file size in bytes that the configuration can allow. */
export const LARGEST_FILE = MAX_FILE_MEGABYTES * MEGABYTE;

/** Converts megabytes to bytes. */
export const bytesOfMegabytes = (megabytes: number): number => megabytes * MEGABYTE;

interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** The possible magic numbers at the start of the content. */
  readonly starts: readonly (readonly number[])[];
}

const bytes = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

/** The allowed file types: formats of scanners and phones that contain no active content and need no special viewer. */
export const FILE_TYPES: readonly FileType[] = [
  { name: 'PDF', extensions: ['pdf'], mediaType: 'application/pdf', starts: [bytes('%PDF-')] },
  { name: 'JPEG', extensions: ['jpg', 'jpeg', 'jfif'], mediaType: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
  { name: 'PNG', extensions: ['png'], mediaType: 'image/png', starts: [[0x89, ...bytes('PNG\r\n'), 0x1a, 0x0a]] },
  {
    name: 'TIFF',
    extensions: ['tif', 'tiff'],
    mediaType: 'image/tiff',
    starts: [
      [...bytes('II'), 0x2a, 0],
      [...bytes('MM'), 0, 0x2a],
    ],
  },
  { name: 'GIF', extensions: ['gif'], mediaType: 'image/gif', starts: [bytes('GIF87a'), bytes('GIF89a')] },
];

/** The number of bytes needed to detect the type: a PDF may have other bytes before its mark (ruling 108). */
export const HEAD_BYTES = 1024;

/** The names of the types, as used in a sentence. */
export const FILE_TYPE_NAMES = 'PDF, JPEG, PNG, TIFF or GIF';

/** The `accept` attribute of a file input: `.pdf,.jpg` and so on. */
export const ACCEPTED_EXTENSIONS = FILE_TYPES.flatMap(({ extensions }) => extensions.map((each) => `.${each}`)).join(
  ',',
);

/** Returns the type for a file name's extension; undefined if that type may not be uploaded. */
export function findFileType(name: string): FileType | undefined {
  const [, extension = ''] = /\.([a-z]{1,5})$/i.exec(name.trim()) ?? [];
  return FILE_TYPES.find(({ extensions }) => extensions.includes(extension.toLowerCase()));
}

/** Returns whether content with these first bytes matches the type of the file name. */
export function hasContentType(name: string, head: Uint8Array): boolean {
  const type = findFileType(name);
  const isAt = (at: number): boolean =>
    type?.starts.some((start) => start.every((byte, index) => head[at + index] === byte)) === true;
  if (type?.name !== 'PDF') return isAt(0);
  return head.subarray(0, HEAD_BYTES).some((_, at) => isAt(at));
}

/** Returns whether a file name is that of a picture in the format of iPhones, which other programs cannot open. */
export const isHeic = (name: string): boolean => /\.hei[cf]$/i.test(name.trim());

/** The maximum number of characters of a file name. */
const LONGEST_NAME = 100;

/** Characters with a special meaning in file names on some systems. */
const UNSAFE = /[<>:"|?*]/gu;
/** Control characters and invisible characters, such as those that change the text direction or hide an extension. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitizes a file name for storage and display: removes folders and invisible characters, replaces unsafe characters,
 * and shortens it to a hundred characters, preserving the extension.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(0, 4096).split(/[/\\]/).at(-1) ?? '';
  const plain = last.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(UNSAFE, '_').replaceAll(/\s+/gu, ' ').trim();
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z]{1,5})?$/i.exec(plain) ?? [];
  const shortened = Array.from(stem.replace(/^[. ]+/, ''))
    .slice(0, LONGEST_NAME - extension.length)
    .join('')
    .trimEnd();
  return `${shortened === '' ? 'document' : shortened}${extension}`;
}

/** Formats a file size for display: `812 bytes`, `48 KB`, `2.4 MB`. */
export function formatFileSize(size: number): string {
  if (size < 1024) return size === 1 ? '1 byte' : `${size} bytes`;
  const kilobytes = Math.round(size / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(size / MEGABYTE).toFixed(1)} MB`;
}
