/**
 * Delivers the emails and texts in the outbox (the table `notices`). Every instance runs it. An instance claims a row before
 * sending and marks it as sent afterwards. Delivery is at least once: if a process dies in between, another instance
 * sends the email again with the same Message-ID. All times are real time, not the business clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { millisecondsInDay } from 'date-fns/constants';
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { isTextingTime } from '#domain/messages/text-alerts/rules.ts';
import { CannotOpen } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { borrowers, notices, webAccounts } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import { log, logError } from '../log.ts';
import { withTimeout } from '../timeout.ts';
import { CODE_MINUTES, type NoticeKind, formatMessage } from './messages.ts';
import type { Sender } from './settings.ts';
import { type TextKind, type TextMessage, type TextSender, isTextKind, formatTextMessage } from './texts.ts';
import type { MailMessage, MailTransport } from './transport.ts';

type Row = typeof notices.$inferSelect;

/** Polling interval for pending emails, in milliseconds. */
const INTERVAL = 2000;
/** Timeout of a delivery attempt, and duration of a claim, in milliseconds. */
const ATTEMPT_LIMIT = 60_000;
const CLAIM = 2 * ATTEMPT_LIMIT;
/** Exponential backoff after failed attempts: first and maximum delay, in milliseconds. */
const FIRST_WAIT = 15_000;
const LONGEST_WAIT = 3_600_000;
/** Maximum number of attempts, over about seven hours. */
export const MAX_ATTEMPTS = 15;
/** Time that shutdown waits for the email being sent, in milliseconds. After that, the claim expires on its own. */
const STOP_LIMIT = 5000;
/** Retention of delivered and failed emails, in days. */
const KEPT_DAYS = 400;

export interface DeliveryDeps {
  readonly db: Database;
  readonly transport: MailTransport;
  /** Sends texts. Undefined if the server cannot send any; texts then stay in the outbox. */
  readonly texts?: TextSender | undefined;
  readonly from: Sender;
  readonly servicer: { readonly name: string; readonly phone: string };
  /** The public name of the federal site. */
  readonly product: string;
  /** The portal's address, for the link in an invitation and the host name in Message-IDs. */
  readonly publicUrl: string;
}

const isPending = and(isNull(notices.sentAt), isNull(notices.failedAt));
const isRow = ({ borrowerKey, noticeId }: Row) =>
  and(eq(notices.borrowerKey, borrowerKey), eq(notices.noticeId, noticeId));

/** A failed attempt as reported by SMTP and Node. */
const Failure = v.object({
  code: v.optional(v.string()),
  command: v.optional(v.string()),
  responseCode: v.optional(v.number()),
});

/** Returns the parts of a failure that contain no email address. */
function toFailure(thrown: unknown): v.InferOutput<typeof Failure> {
  const parsed = v.safeParse(Failure, thrown);
  return parsed.success ? parsed.output : {};
}

/** Returns whether the mail server permanently rejected the recipient or the email. */
const isRefused = ({ responseCode = 0, command = '' }: v.InferOutput<typeof Failure>): boolean =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);

/** The kinds with a code, which are sent first and at any time. Codes of both kinds are valid for equally long. */
const CODE_KINDS = ['recoveryCode', 'registrationCode', 'logInCode', 'emailCode', 'textCode'] as const;

/** Returns whether the code in an email or text has expired. */
const isExpired = ({ kind, createdAt }: Row): boolean =>
  CODE_KINDS.some((each) => each === kind) && createdAt.getTime() + CODE_MINUTES * 60_000 <= Date.now();

/** Returns the name of the log entry. */
const getChannel = ({ kind }: Row) => (isTextKind(kind) ? 'text' : 'email');

/** Returns the name of an email's file in the outbox folder. */
export const toFileName = (kind: NoticeKind, noticeId: string): string =>
  `${kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${noticeId}.eml`;

export class MailDelivery {
  readonly #deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Selects what may be sent now: alerts wait for the daytime, and all texts for a sender. */
  #mayBeSent(now: Date) {
    const isEmail = isNull(notices.phone);
    if (this.#deps.texts === undefined) return isEmail;
    return isTextingTime(now) ? undefined : or(isEmail, eq(notices.kind, 'textCode'));
  }

  /** Claims a due email or text, codes first. Other processes skip it until the claim expires. */
  #claim(): Promise<Row | undefined> {
    return this.#deps.db.transaction(async (transaction) => {
      const now = new Date();
      const [row] = await transaction
        .select()
        .from(notices)
        .where(and(isPending, lte(notices.nextAttemptAt, now), this.#mayBeSent(now)))
        .orderBy(sql`not ${inArray(notices.kind, [...CODE_KINDS])}`, asc(notices.nextAttemptAt))
        .limit(1)
        .for('update', { skipLocked: true });
      if (row === undefined) return undefined;
      const claimed = { attempts: row.attempts + 1, nextAttemptAt: new Date(now.getTime() + CLAIM) };
      await transaction.update(notices).set(claimed).where(isRow(row));
      return { ...row, ...claimed };
    });
  }

  /** Returns the first name of the recipient: the borrower, also if an employee caused the email, or a payer. */
  async #readGivenName({ borrowerKey, webAccountId }: Row): Promise<string> {
    const { db } = this.#deps;
    const isOfRecipient = and(eq(webAccounts.webAccountId, webAccountId ?? ''), isNull(webAccounts.audienceRole));
    const [account] = await db.select({ name: webAccounts.givenName }).from(webAccounts).where(isOfRecipient);
    if (account !== undefined) return account.name;
    const isBorrower = eq(borrowers.borrowerKey, borrowerKey);
    const [borrower] = await db.select({ name: borrowers.givenName }).from(borrowers).where(isBorrower);
    return borrower?.name ?? '';
  }

  async #createMessage(row: Row, kind: NoticeKind): Promise<MailMessage> {
    const { from, servicer, product, publicUrl } = this.#deps;
    const host = new URL(publicUrl).hostname;
    const { noticeId, email, createdAt } = row;
    const givenName = await this.#readGivenName(row);
    return {
      ...formatMessage({ ...seals.notices.open(row), kind, servicer, product, publicUrl, givenName }),
      from,
      to: email,
      date: createdAt,
      messageId: `<${noticeId}@${host}>`,
      fileName: toFileName(kind, noticeId),
    };
  }

  #createText(row: Row, kind: TextKind): TextMessage {
    const { servicer } = this.#deps;
    const { borrowerKey, noticeId, aboutDay } = row;
    const { phone, code } = seals.notices.open(row);
    return {
      borrowerKey,
      textId: noticeId,
      kind,
      to: phone ?? '',
      text: formatTextMessage({ kind, aboutDay, code, servicer }),
    };
  }

  /** Composes an email or a text. Returns the function that sends it. */
  async #compose(row: Row): Promise<() => Promise<void>> {
    const { transport, texts } = this.#deps;
    const { kind } = row;
    if (isTextKind(kind)) {
      const text = this.#createText(row, kind);
      return async () => texts?.send(text);
    }
    const message = await this.#createMessage(row, kind);
    return () => transport.send(message);
  }

  /** Marks an email as sent or failed and deletes its code. */
  async #end(row: Row, how: 'sentAt' | 'failedAt', reason: object = {}): Promise<void> {
    await this.#deps.db
      .update(notices)
      .set({ [how]: new Date(), code: null })
      .where(and(isRow(row), isPending));
    const outcome = how === 'sentAt' ? 'sent' : 'givenUp';
    log(getChannel(row), { kind: row.kind, outcome, attempts: row.attempts, ...reason });
  }

  /** Attempts to send a claimed email. Returns false if the mail server is unavailable. */
  async #attempt(row: Row): Promise<boolean> {
    if (isExpired(row)) {
      await this.#end(row, 'failedAt', { code: 'expired' });
      return true;
    }
    let send: () => Promise<void>;
    try {
      send = await this.#compose(row);
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      // The code belongs to another row. Give up on this email, so that it does not block others.
      logError('an email', error);
      await this.#end(row, 'failedAt', { code: 'cannotOpen' });
      return true;
    }
    try {
      const late = Object.assign(new Error('The attempt timed out'), { code: 'ETIMEDOUT' });
      await withTimeout(ATTEMPT_LIMIT, send(), late);
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (isRefused(failure) || row.attempts >= MAX_ATTEMPTS) {
        await this.#end(row, 'failedAt', failure);
        return isRefused(failure);
      }
      const wait = Math.min(FIRST_WAIT * 2 ** (row.attempts - 1), LONGEST_WAIT);
      await this.#deps.db
        .update(notices)
        .set({ nextAttemptAt: new Date(Date.now() + wait) })
        .where(isRow(row));
      log(getChannel(row), { kind: row.kind, outcome: 'failed', attempts: row.attempts, ...failure }, 'warn');
      return false;
    }
    await this.#end(row, 'sentAt');
    return true;
  }

  /** Delivers due emails one by one, until none is left or the mail server is unavailable. */
  async deliverDue(): Promise<void> {
    for (;;) {
      const row = await this.#claim();
      if (row === undefined || !(await this.#attempt(row))) return;
    }
  }

  /** Deletes old rows of delivered and failed emails. */
  async sweep(): Promise<void> {
    const old = new Date(Date.now() - KEPT_DAYS * millisecondsInDay);
    await this.#deps.db
      .delete(notices)
      .where(and(or(isNotNull(notices.sentAt), isNotNull(notices.failedAt)), lt(notices.createdAt, old)));
  }

  /** Starts delivery every two seconds. Returns a function that stops it and briefly waits for the email being sent. */
  start(): () => Promise<void> {
    let isStopped = false;
    let timer: NodeJS.Timeout | undefined;
    let round = Promise.resolve();
    const deliver = () => {
      round = this.deliverDue()
        .catch((error: unknown) => logError('mail delivery', error))
        .then(() => {
          if (!isStopped) timer = setTimeout(deliver, INTERVAL).unref();
        });
    };
    deliver();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      return Promise.race([round, sleep(STOP_LIMIT, undefined, { ref: false })]);
    };
  }
}
