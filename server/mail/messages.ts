/**
 * The texts of the messages. They have the first name of the person and the time, and no other personal data: no account numbers,
 * amounts or usernames. They have no links, so that people don't learn to log in from links in email.
 */
import type { notices } from '../db/schema.ts';

type NoticeRow = typeof notices.$inferSelect;
export type NoticeKind = NoticeRow['kind'];

/** What the texts need to know. */
export interface MessageFacts extends Pick<NoticeRow, 'kind' | 'code' | 'createdAt'> {
  /** The first name; empty when it is not known. */
  readonly givenName: string;
  readonly servicer: { readonly name: string; readonly phone: string };
}

export interface MessageText {
  readonly subject: string;
  readonly text: string;
}

/** A code in a message is valid for this many minutes after it was requested. */
export const CODE_MINUTES = 10;

const SUBJECTS = {
  registered: 'You have a new username',
  recoveryCode: 'Your code to set a new password',
  passwordReset: 'Your password was changed',
  passwordChanged: 'Your password was changed',
  contactChanged: 'Your contact information was changed',
  newBrowser: 'A new browser logged in to your account',
} as const satisfies Readonly<Record<NoticeKind, string>>;

const EASTERN = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** The paragraphs that differ between the kinds. */
function paragraphsOf({ kind, code, createdAt, servicer: { name, phone } }: MessageFacts): readonly string[] {
  const at = `on ${EASTERN.format(createdAt)} Eastern Time`;
  const ifNotYou = `If it wasn't you, call us right away at ${phone}.`;
  switch (kind) {
    case 'registered':
      return [
        `A new username and password for your loans at ${name} were created ${at}.`,
        `If it was you, you don't need to do anything. ${ifNotYou}`,
      ];
    case 'recoveryCode':
      return [
        `Someone asked for a code to set a new password for your account at ${name}. If it was you, enter this code on the page where you asked for it:`,
        code ?? '',
        `The code works once and for ${CODE_MINUTES} minutes. We never ask for it by phone, text or email. Don't give it to anyone.`,
        `${ifNotYou} Your password stays the same as long as nobody enters the code.`,
      ];
    case 'passwordReset':
      return [
        `A new password for your account at ${name} was set ${at}, with a code that we sent by email. All devices were logged out.`,
        `If it was you, you don't need to do anything. ${ifNotYou}`,
      ];
    case 'passwordChanged':
      return [
        `The password for your account at ${name} was changed ${at}. All other devices were logged out.`,
        `If it was you, you don't need to do anything. ${ifNotYou}`,
      ];
    case 'contactChanged':
      return [
        `Your contact information at ${name} was changed ${at}. We're sending this to the email address that we had before.`,
        `If it was you, you don't need to do anything. ${ifNotYou}`,
      ];
    case 'newBrowser':
      return [
        `Someone logged in to your account at ${name} ${at}, in a browser that we don't know.`,
        `If it was you, you don't need to do anything. ${ifNotYou}`,
      ];
  }
}

/** The longest line, in characters. Longer ones are encoded, and the files of the outbox are harder to read. */
const LINE = 72;

/** Breaks a paragraph into lines. */
function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** Returns subject and plain text of a message. */
export function messageTextOf(facts: MessageFacts): MessageText {
  const { kind, givenName, servicer } = facts;
  const greeting = givenName === '' ? 'Hello,' : `Hello ${givenName},`;
  const paragraphs = [greeting, ...paragraphsOf(facts), servicer.name];
  return { subject: SUBJECTS[kind], text: `${paragraphs.map(wrapped).join('\n\n')}\n` };
}
