/**
 * Email texts. They contain the person's first name and the time and no other personal data: no account numbers,
 * amounts or usernames. They contain no links, so that borrowers don't get used to logging in through links in emails.
 * The exception is the invitation of an authorized payer, who has no username yet.
 */
import { isolated } from '#domain/isolated-text.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { INVITATION_DAYS, buildInvitationUrl } from '#domain/profile/payers/rules.ts';
import type { EMAIL_KINDS, notices } from '../db/schema/index.ts';
import type { OpenedRow } from '../db/seals.ts';

type NoticeRow = OpenedRow<typeof notices.$inferSelect>;
export type NoticeKind = (typeof EMAIL_KINDS)[number];

/** The data for an email's text. */
export interface MessageData extends Pick<NoticeRow, 'code' | 'createdAt' | 'aboutDay'> {
  readonly kind: NoticeKind;
  /** The first name of the person, or of the borrower who invites. Empty if it is unknown. */
  readonly givenName: string;
  readonly servicer: { readonly name: string; readonly phone: string };
  /** The public name of the federal site. */
  readonly product: string;
  /** The portal's address. */
  readonly publicUrl: string;
}

export interface MessageText {
  readonly subject: string;
  readonly text: string;
}

/** Validity of a code, in minutes after the request. */
export const CODE_MINUTES = 10;

const EASTERN = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

const IF_NOT_YOU = "If it wasn't you, call us at {phone} right away.";
const NOTHING_TO_DO = `If it was you, you don't need to do anything. ${IF_NOT_YOU}`;

/** The end of emails about a change that an employee may have made for the borrower (ruling 118). */
const IF_NOT_ASKED =
  "If you asked for this, you don't need to do anything. If you didn't, call us at {phone} right away.";

const QUESTIONS = 'If you have questions, call us at {phone}.';
const APPLICATION_STATUS = `To see its status, log in to {servicer} and open Repayment Options. ${QUESTIONS}`;

const AUTO_DEBIT_AGAIN =
  'To start auto debit again, ask your bank what went wrong. Then log in to {servicer} and sign up again under Auto Debit.';
const STILL_DUE = 'The amount is still due. To pay it, log in to {servicer} and open Make a Payment.';

/** Subject and paragraphs of each kind of email. `{at}` is replaced by the time, `{day}` by the day of a second try. */
const MESSAGES: Readonly<Record<NoticeKind, { readonly subject: string; readonly paragraphs: readonly string[] }>> = {
  registered: {
    subject: 'You have a new username',
    paragraphs: ['A new username and password for your loans at {servicer} were created {at}.', NOTHING_TO_DO],
  },
  recoveryCode: {
    subject: 'Your code to set a new password',
    paragraphs: [
      'Someone asked for a code to set a new password for your account at {servicer}. If it was you, enter this code on the page where you asked for it:',
      '{code}',
      `The code works once and for ${CODE_MINUTES} minutes. We never ask for it by phone, text or email. Don't give it to anyone.`,
      `${IF_NOT_YOU} Your password stays the same as long as no one enters the code.`,
    ],
  },
  registrationCode: {
    subject: 'Your code to create an online account',
    paragraphs: [
      'Someone asked to create an online account for your loans at {servicer}. If it was you, enter this code on the page where you asked for it:',
      '{code}',
      `The code works once and for ${CODE_MINUTES} minutes. We never ask for it by phone, text or email. Don't give it to anyone.`,
      `${IF_NOT_YOU} No one can create an account as long as no one enters the code.`,
    ],
  },
  logInCode: {
    subject: 'Your code to log in',
    paragraphs: [
      'There were too many tries to log in to your account at {servicer} with a wrong password. If you want to log in now, enter this code on the log-in page, with your username and password:',
      '{code}',
      `The code works once and for ${CODE_MINUTES} minutes. We never ask for it by phone, text or email. Don't give it to anyone.`,
      `If you didn't try to log in, someone else may be guessing your password. They can't log in without it.`,
    ],
  },
  emailCode: {
    subject: 'Your code for your new email address',
    paragraphs: [
      'Someone wants to use this email address for an account at {servicer}. If it was you, enter this code on the page where you asked for it:',
      '{code}',
      `The code works once and for ${CODE_MINUTES} minutes. We never ask for it by phone, text or email. Don't give it to anyone.`,
      "If it wasn't you, ignore this email. We don't use this address as long as no one enters the code.",
    ],
  },
  passwordReset: {
    subject: 'Your password was changed',
    paragraphs: [
      'A new password for your account at {servicer} was set {at}, with a code that we sent by email. All devices were logged out.',
      NOTHING_TO_DO,
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: [
      'The password for your account at {servicer} was changed {at}. All other devices were logged out.',
      NOTHING_TO_DO,
    ],
  },
  contactChanged: {
    subject: 'Your contact information was changed',
    paragraphs: [
      "Your contact information at {servicer} was changed {at}. We're sending this to the email address that we had before.",
      NOTHING_TO_DO,
    ],
  },
  newBrowser: {
    subject: 'A new browser logged in to your account',
    paragraphs: [
      "Someone logged in to your account at {servicer} {at}, in a browser that we don't know.",
      NOTHING_TO_DO,
    ],
  },
  usernameEnded: {
    subject: 'One of your usernames was ended',
    paragraphs: [
      'One of your usernames at {servicer} was ended {at}. No one can log in with it any more.',
      NOTHING_TO_DO,
    ],
  },
  idrApplication: {
    subject: 'How to apply for an income-driven plan',
    paragraphs: [
      'You asked us how to apply for an income-driven repayment plan. You apply with the U.S. Department of Education, not with us.',
      'Go to {product}, log in with your account there, and choose the application for an income-driven repayment plan. Have your latest tax return or proof of your income ready. If you file taxes jointly, your spouse has to sign too.',
      "Keep making your payments until we tell you that your plan has changed. If you can't afford them, call us at {phone}.",
    ],
  },
  applicationReceived: {
    subject: 'We received your application',
    paragraphs: ['We received an application from you {at}.', APPLICATION_STATUS],
  },
  documentMissing: {
    subject: 'We need a document from you',
    paragraphs: [
      "We can't decide on your application until we have a document from you. Log in to {servicer} to see which one, and to upload it.",
      QUESTIONS,
    ],
  },
  applicationDecided: {
    subject: 'We decided on your application',
    paragraphs: ['We decided on your application. Our letter with the decision is ready.', APPLICATION_STATUS],
  },
  applicationClosed: {
    subject: 'We closed your application',
    paragraphs: [
      "We closed your application because we didn't get your document in time. You can apply again.",
      APPLICATION_STATUS,
    ],
  },
  grantEnding: {
    subject: 'Your paused payments start again soon',
    paragraphs: ['The time for which we changed or paused your payments ends soon.', APPLICATION_STATUS],
  },
  benefitEnding: {
    subject: 'Your military benefits end soon',
    paragraphs: ['Benefits that we approved for your active duty end soon.', APPLICATION_STATUS],
  },
  newLetter: {
    subject: 'You have a new letter',
    paragraphs: [`We put a new letter in your inbox. To read it, log in to {servicer} and open Inbox. ${QUESTIONS}`],
  },
  draftRefused: {
    subject: 'Your bank refused an auto debit payment',
    paragraphs: [
      "We tried to take your auto debit payment from your bank account, but your bank refused it. The payment wasn't made.",
      "We'll try once more on {day}. Please make sure that the money is in your bank account by then. If you aren't sure why your bank refused the payment, ask your bank.",
      QUESTIONS,
    ],
  },
  draftRefusedAgain: {
    subject: 'Your bank refused an auto debit payment again',
    paragraphs: [
      "Your bank refused your auto debit payment a second time. The payment wasn't made, and auto debit for that account is now off.",
      STILL_DUE,
      `${AUTO_DEBIT_AGAIN} ${QUESTIONS}`,
    ],
  },
  draftReturned: {
    subject: 'Your bank returned an auto debit payment',
    paragraphs: [
      "Your bank took back your last auto debit payment after we had applied it. Your balance and due date are as if you hadn't made it, and auto debit for that account is now off.",
      STILL_DUE,
      `${AUTO_DEBIT_AGAIN} ${QUESTIONS}`,
    ],
  },
  draftRefusedCovered: {
    subject: 'Your bank refused an auto debit payment',
    paragraphs: [
      "We tried to take your auto debit payment from your bank account, but your bank refused it. The payment wasn't made.",
      "We won't try again, because your other payments cover this bill. If you aren't sure why your bank refused the payment, ask your bank.",
      QUESTIONS,
    ],
  },
  autoDebitOn: {
    subject: 'Auto debit is on',
    paragraphs: [
      'Auto debit for one of your accounts at {servicer} was started {at}. To see when we take the first payment, log in and open Auto Debit.',
      IF_NOT_ASKED,
    ],
  },
  autoDebitChanged: {
    subject: 'Your auto debit was changed',
    paragraphs: [
      'Auto debit for one of your accounts at {servicer} was changed {at}. To see the bank account and the extra amount, log in and open Auto Debit.',
      IF_NOT_ASKED,
    ],
  },
  autoDebitOff: {
    subject: 'Auto debit is off',
    paragraphs: [
      'Auto debit for one of your accounts at {servicer} was stopped {at}. From now on, you pay the bills of this account yourself. If a payment is already on its way, we still take it.',
      IF_NOT_ASKED,
    ],
  },
  bankAccountAdded: {
    subject: 'A bank account was added',
    paragraphs: [
      'A bank account was added to your payment methods at {servicer} {at}. To see it, log in and open Payment Methods.',
      IF_NOT_ASKED,
    ],
  },
  payerRemoved: {
    subject: 'An authorized payer was removed',
    paragraphs: [
      'An authorized payer was removed from your loans at {servicer} {at}, and can no longer log in to pay for you. Payments that the payer already scheduled stay scheduled.',
      IF_NOT_ASKED,
    ],
  },
  payerInvitation: {
    subject: "You're invited to make student loan payments",
    paragraphs: [
      '{name} invites you to make payments on their student loans at {servicer}. To accept, open this page and choose a username and a password:',
      '{link}',
      `The page works once and for ${INVITATION_DAYS} days. You can make payments and see what is due. You don't become responsible for the loans.`,
      "If you don't know this person, ignore this email. {questions}",
    ],
  },
  payerAccepted: {
    subject: 'Your authorized payer accepted your invitation',
    paragraphs: [
      'A person whom you invited created a username {at} and can now make payments on your loans at {servicer}.',
      'To see or remove your payers, log in and open Authorized Payers under Payments. {questions}',
    ],
  },
};

/** Emails to a person who is not the borrower or payer whose first name is known. */
const TO_STRANGERS: ReadonlySet<NoticeKind> = new Set(['payerInvitation', 'emailCode']);

/**
 * Maximum line length in characters. Longer lines are encoded in transit, which makes files in the outbox folder hard
 * to read.
 */
const LINE = 72;

/** Wraps a paragraph. */
function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** Returns subject and plain text of an email. */
export function formatMessage(facts: MessageData): MessageText {
  const { kind, givenName, servicer, product, code, createdAt, aboutDay, publicUrl } = facts;
  const places = new Map([
    ['{name}', isolated(givenName)],
    ['{link}', buildInvitationUrl(publicUrl, code ?? '')],
    ['{questions}', QUESTIONS.replace('{phone}', servicer.phone)],
    ['{servicer}', servicer.name],
    ['{phone}', servicer.phone],
    ['{product}', product],
    ['{code}', code ?? ''],
    ['{day}', aboutDay === null ? '' : formatUsDate(aboutDay)],
    ['{at}', `on ${EASTERN.format(createdAt)} Eastern Time`],
  ]);
  const filled = (text: string) => text.replaceAll(/\{\w+\}/g, (place) => places.get(place) ?? place);
  const { subject, paragraphs } = MESSAGES[kind];
  const greeting = givenName === '' || TO_STRANGERS.has(kind) ? 'Hello,' : `Hello ${isolated(givenName)},`;
  const lines = [greeting, ...paragraphs.map(filled), servicer.name].map(wrapped);
  return { subject, text: `${lines.join('\n\n')}\n` };
}
