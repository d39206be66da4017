/**
 * Text messages: their wording, and the interface of a sender. Like emails, they contain no names, amounts and account
 * numbers, and no links. Each fits into one message of 160 characters, unless the servicer's name is very long.
 */
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { CODE_MINUTES } from '#domain/messages/text-alerts/rules.ts';
import { TEXT_KINDS, type notices } from '../db/schema/index.ts';

export type TextKind = (typeof TEXT_KINDS)[number];

/** A text, ready to be sent. */
export interface TextMessage {
  readonly borrowerKey: string;
  /** Identical for retries, so that a sender can discard a repeated text. */
  readonly textId: string;
  readonly kind: TextKind;
  /** The ten digits of a US number. */
  readonly to: string;
  readonly text: string;
}

/** Sends a text. Rejects if it was not accepted; the text is then sent again later. */
export interface TextSender {
  send(message: TextMessage): Promise<void>;
}

/** The data for a text. */
export interface TextData {
  readonly kind: TextKind;
  readonly aboutDay: PlainDate | null;
  readonly code: string | null;
  readonly servicer: { readonly name: string };
}

const STOP = 'Reply STOP to stop.';

/** The wording of each kind. */
const TEXTS: Readonly<Record<TextKind, string>> = {
  textCode: `Your code is {code}. It works for ${CODE_MINUTES} minutes. Don't give it to anyone. Reply HELP for help, STOP to stop.`,
  textPaymentDue: `A payment is due on {day}. Log in to see the amount or to pay. ${STOP}`,
  textDraftComing: `Auto debit will draw a payment on {day}. Log in to see the amount. ${STOP}`,
  textPaymentPosted: `We applied a payment to your loans. Log in to see it. ${STOP}`,
  textPaymentReturned: `Your bank returned or refused a payment. Log in to see what to do. ${STOP}`,
  textDocumentMissing: `We need a document for your application. Log in to see which one. ${STOP}`,
  textApplicationDecided: `We decided on your application. Log in to see the decision. ${STOP}`,
  textApplicationClosed: `We closed your application, because a document is missing. Log in for details. ${STOP}`,
  textLetter: `You have a new letter. Log in to read it in your inbox. ${STOP}`,
};

/** Returns whether a kind of the outbox is a text. */
export const isTextKind = (kind: (typeof notices.$inferSelect)['kind']): kind is TextKind =>
  TEXT_KINDS.some((each) => each === kind);

/** Returns the wording of a text. It begins with the servicer's name. */
export function formatTextMessage({ kind, aboutDay, code, servicer }: TextData): string {
  const places = new Map([
    ['{code}', code ?? ''],
    ['{day}', aboutDay === null ? '' : formatUsDate(aboutDay)],
  ]);
  return `${servicer.name}: ${TEXTS[kind].replaceAll(/\{\w+\}/g, (place) => places.get(place) ?? place)}`;
}
