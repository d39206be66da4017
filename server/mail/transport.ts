/** Mail transports: SMTP, or files in the outbox folder. */
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import { createTransport } from 'nodemailer';
import type { Sender, SmtpSettings } from './settings.ts';

/** A complete email. */
export interface MailMessage {
  readonly from: Sender;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** Identical for all attempts, so that duplicates can be recognized. */
  readonly messageId: string;
  /** The name of its file in the outbox folder. */
  readonly fileName: string;
}

export interface MailTransport {
  /** Sends an email. Throws if it was not accepted. */
  send(message: MailMessage): Promise<void>;
}

/** Prevents the contents of an email from loading files or URLs. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

const toMail = ({ from, to, subject, text, date, messageId }: MailMessage) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  subject,
  text,
  date,
  messageId,
  // Suppresses automatic replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** Timeouts of the mail server, in milliseconds. */
const CONNECT_LIMIT = 10_000;
const SILENCE_LIMIT = 20_000;

/** Returns the connection options for nodemailer. */
export const toSmtpOptions = ({ host, port, encryption, auth }: SmtpSettings) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'startTls',
  ignoreTLS: encryption === 'none',
  ...(auth && { auth: { ...auth } }),
  dnsTimeout: CONNECT_LIMIT,
  connectionTimeout: CONNECT_LIMIT,
  greetingTimeout: CONNECT_LIMIT,
  socketTimeout: SILENCE_LIMIT,
  ...CLOSED,
});

/** Creates an SMTP transport with one connection per email. */
export function smtpTransport(settings: SmtpSettings): MailTransport {
  const transporter = createTransport(toSmtpOptions(settings));
  return {
    send: async (message) => {
      await transporter.sendMail(toMail(message));
    },
  };
}

/** Retention of emails in the outbox folder, in days, and maximum number of files. */
const OUTBOX_DAYS = 7;
const OUTBOX_FILES = 500;

/** Deletes old files from the outbox folder, and the oldest if there are too many. */
async function expireFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:eml|txt|tmp)$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const oldest = Date.now() - OUTBOX_DAYS * millisecondsInDay;
  const expired = files
    .toSorted((one, other) => other.time - one.time)
    .filter(({ time }, index) => time < oldest || index >= OUTBOX_FILES);
  await Promise.all(expired.map(({ name }) => rm(join(folder, name), { force: true })));
}

/** Writes a message to a file with owner-only access. A retry overwrites the file. */
export async function storeInOutbox(folder: string, fileName: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, fileName);
  // Renamed when complete, so that readers never see a partial message.
  const unfinished = `${file}.tmp`;
  await writeFile(unfinished, content, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, file);
  await expireFiles(folder);
}

/** Creates a transport that writes each email to a file. */
export function outboxTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED });
  return {
    send: async (message) => {
      const { message: content } = await composer.sendMail(toMail(message));
      if (!Buffer.isBuffer(content)) throw new Error('The message was not composed');
      await storeInOutbox(folder, message.fileName, content);
    },
  };
}
