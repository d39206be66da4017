/** Two ways to send a message: to a mail server by SMTP, or as a file to the outbox folder. */
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import { createTransport } from 'nodemailer';
import type { Sender, SmtpSettings } from './settings.ts';

/** A message, complete. */
export interface MailMessage {
  readonly from: Sender;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** The same for each attempt to send the message, so that a repeated one can be recognized. */
  readonly messageId: string;
  /** The name of its file in the outbox folder. */
  readonly fileName: string;
}

export interface MailTransport {
  /** Sends a message. Throws when the message was not accepted. */
  send(message: MailMessage): Promise<void>;
}

/** Nothing in a message may read a file or an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

const mailOf = ({ from, to, subject, text, date, messageId }: MailMessage) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  subject,
  text,
  date,
  messageId,
  // Asks for no automatic replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** Milliseconds until a mail server that does not answer counts as unreachable. */
const CONNECT_LIMIT = 10_000;
const SILENCE_LIMIT = 20_000;

/** How nodemailer connects to the mail server. */
export const smtpOptionsOf = ({ host, port, encryption, auth }: SmtpSettings) => ({
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

/** Sends by SMTP, one connection for each message. */
export function smtpTransport(settings: SmtpSettings): MailTransport {
  const transporter = createTransport(smtpOptionsOf(settings));
  return {
    send: async (message) => {
      await transporter.sendMail(mailOf(message));
    },
  };
}

/** Messages in the outbox folder are deleted after this many days, and the oldest when there are more than this many. */
const OUTBOX_DAYS = 7;
const OUTBOX_FILES = 500;

/** Deletes files of the outbox folder that are too old, and the oldest of too many. */
async function expireFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') || name.endsWith('.tmp'));
  const files = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const oldest = Date.now() - OUTBOX_DAYS * millisecondsInDay;
  const expired = files
    .toSorted((one, other) => other.time - one.time)
    .filter(({ time }, index) => time < oldest || index >= OUTBOX_FILES);
  await Promise.all(expired.map(({ name }) => rm(join(folder, name), { force: true })));
}

/** Writes each message to a file of the folder, for the owner only. A repeated message replaces its file. */
export function outboxTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED });
  return {
    send: async (message) => {
      const { message: content } = await composer.sendMail(mailOf(message));
      if (!Buffer.isBuffer(content)) throw new Error('The message was not composed');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, message.fileName);
      // Renamed when complete, so that a reader never sees an incomplete message.
      const unfinished = `${file}.tmp`;
      await writeFile(unfinished, content, { mode: 0o600 });
      await chmod(unfinished, 0o600);
      await rename(unfinished, file);
      await expireFiles(folder);
    },
  };
}
