/**
 * Which files may be uploaded: how large, of which types, and by what their content shows its type. The browser asks before
 * it sends anything, the server again of what has arrived.
 */
import { MOST_FILE_MEGABYTES } from './shapes.ts';

const MEGABYTE = 1024 * 1024;

/** The most bytes of a file, whatever the configuration says. */
export const LARGEST_FILE = MOST_FILE_MEGABYTES * MEGABYTE;

/** So many megabytes in bytes. */
export const bytesOfMegabytes = (megabytes: number): number => megabytes * MEGABYTE;

interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** The bytes with which the content begins, in one of these ways. */
  readonly starts: readonly (readonly number[])[];
}

const bytes = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

/** What scanners and phones make, and what neither runs anything nor needs another program to be looked at. */
export const FILE_TYPES: readonly FileType[] = [
  { name: 'PDF', extensions: ['pdf'], mediaType: 'application/pdf', starts: [bytes('%PDF-')] },
  { name: 'JPEG', extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
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

/** How many bytes of the beginning tell the type. */
export const HEAD_BYTES = 8;

/** The types by name, as a sentence lists them. */
export const FILE_TYPE_NAMES = 'PDF, JPEG, PNG, TIFF or GIF';

/** What a file chooser offers: `.pdf,.jpg` and so on. */
export const ACCEPTED_EXTENSIONS = FILE_TYPES.flatMap(({ extensions }) => extensions.map((each) => `.${each}`)).join(
  ',',
);

/** The type that a file's name claims; undefined for any that may not be uploaded. */
export function fileTypeOf(name: string): FileType | undefined {
  const [, extension = ''] = /\.([a-z]{1,5})$/i.exec(name.trim()) ?? [];
  return FILE_TYPES.find(({ extensions }) => extensions.includes(extension.toLowerCase()));
}

/** Whether a content that begins so is of the type that its name claims. */
export const isContentOf = (name: string, head: Uint8Array): boolean =>
  fileTypeOf(name)?.starts.some((start) => start.every((byte, at) => head[at] === byte)) === true;

/** The most characters of a file's name that are kept. */
const LONGEST_NAME = 100;

/** A name on other systems means a folder, a device or a way out of one by these. */
const UNSAFE = /[<>:"|?*]/gu;
/** Control characters, and those that nobody sees: they turn the direction of writing round, or hide an extension. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * A file's name as it is kept and shown: without folders, without invisible characters and those that are unsafe in names,
 * and no longer than a hundred characters; its extension stays.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(0, 4096).split(/[/\\]/).at(-1) ?? '';
  const plain = last.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(UNSAFE, '_').replaceAll(/\s+/gu, ' ').trim();
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z]{1,5})?$/i.exec(plain) ?? [];
  const kept = Array.from(stem.replace(/^[. ]+/, ''))
    .slice(0, LONGEST_NAME - extension.length)
    .join('')
    .trimEnd();
  return `${kept === '' ? 'document' : kept}${extension}`;
}

/** A size as a person reads it: `812 bytes`, `48 KB`, `2.4 MB`. */
export function formatFileSize(size: number): string {
  if (size < 1024) return size === 1 ? '1 byte' : `${size} bytes`;
  const kilobytes = Math.round(size / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(size / MEGABYTE).toFixed(1)} MB`;
}
