/** Messages to the servicer, each exactly once for its idempotency key (ruling 4). */
import { randomInt } from 'node:crypto';
import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import type { emailUs } from '#domain/email-us/calls.ts';
import { emailUsMessages } from '#domain/email-us/messages.ts';
import { LISTED_MESSAGES, MOST_A_DAY, emailOf, emailSchema } from '#domain/email-us/rules.ts';
import type { Email, EmailAnswer, EmailRecord } from '#domain/email-us/shapes.ts';
import { messageOf, problemsOf } from '#domain/issue.ts';
import { accounts, borrowers, sentMessages as rows } from '../db/schema.ts';
import { type Handler, type Scope, ServiceProblem, actorOf } from './scope.ts';

type Row = typeof rows.$inferSelect;
type Account = Pick<typeof accounts.$inferSelect, 'accountId' | 'accountNumber'>;

const accountsOf = ({ db, borrowerKey }: Scope): Promise<Account[]> =>
  db
    .select({ accountId: accounts.accountId, accountNumber: accounts.accountNumber })
    .from(accounts)
    .where(eq(accounts.borrowerKey, borrowerKey));

/** Refuses what the rules refuse, with the fields at fault. */
function check(body: Email, known: readonly Account[]): void {
  const problems = problemsOf(emailSchema({ accounts: known }), body);
  if (problems.length === 0) return;
  throw new ServiceProblem(
    422,
    'The message was not sent.',
    'Some of what was sent cannot be used.',
    problems.map(({ field, issue }) => ({ field, code: issue.code, message: messageOf(emailUsMessages, issue) })),
  );
}

/** Digits that are easy to read out; unique for the borrower by the table. */
const newNumber = (): string => `M${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

const answerOf = ({ messageNumber, sentAt }: Pick<Row, 'messageNumber' | 'sentAt'>): EmailAnswer => {
  if (messageNumber === null) throw new Error('A closed key has no answer');
  return { outcome: 'sent', messageNumber, sentAt: sentAt.toISOString() };
};

const recordOf = ({ topic, accountId, subject, text }: Row, known: readonly Account[]): EmailRecord => ({
  topic,
  accountNumber: known.find((account) => account.accountId === accountId)?.accountNumber ?? null,
  subject,
  text,
});

const keyOfAnother = () =>
  new ServiceProblem(422, 'This Idempotency-Key belongs to another message.', 'A key stands for one body.');
const keyClosed = () =>
  new ServiceProblem(409, 'This Idempotency-Key is closed.', 'It takes no message any more. Send it with a new key.');

const isSameEmail = (row: Row, { topic, accountId, subject, text }: Email): boolean =>
  row.topic === topic && (row.accountId ?? '') === accountId && row.subject === subject && row.text === text;

async function rowOf({ db, borrowerKey }: Scope, idempotencyKey: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), eq(rows.idempotencyKey, idempotencyKey)));
  return row;
}

/** Within a transaction in which messages of one borrower take turns. */
const inTurn = <T>(scope: Scope, act: (scope: Scope) => Promise<T>): Promise<T> =>
  scope.db.transaction(async (db) => {
    await db.select().from(borrowers).where(eq(borrowers.borrowerKey, scope.borrowerKey)).for('update');
    return act({ ...scope, db });
  });

/** The last 24 hours, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

const sentSince = ({ db, borrowerKey, now }: Scope): Promise<number> =>
  db.$count(
    rows,
    and(
      eq(rows.borrowerKey, borrowerKey),
      isNotNull(rows.messageNumber),
      gte(rows.sentAt, new Date(now.getTime() - DAY)),
    ),
  );

/** Sends a message. The same key and body again give the first answer; another body (422) or a closed key (409) is refused. */
export const sendEmail: Handler<typeof emailUs.send> = async (scope, { idempotencyKey, body }) => {
  check(body, await accountsOf(scope));
  const email = emailOf(body);
  return inTurn(scope, async (within) => {
    const earlier = await rowOf(within, idempotencyKey);
    if (earlier !== undefined) {
      if (earlier.messageNumber === null) throw keyClosed();
      if (!isSameEmail(earlier, email)) throw keyOfAnother();
      return answerOf(earlier);
    }
    if ((await sentSince(within)) >= MOST_A_DAY) return { outcome: 'tooMany' };
    const { borrowerKey, now: sentAt } = scope;
    const sent = { messageNumber: newNumber(), sentAt };
    await within.db.insert(rows).values({
      borrowerKey,
      idempotencyKey,
      ...email,
      accountId: email.accountId === '' ? null : email.accountId,
      ...sent,
      ...actorOf(scope),
    });
    return answerOf(sent);
  });
};

/** What became of a message. A key that has no row yet is closed, so that nothing can come of it later. */
export const settleEmail: Handler<typeof emailUs.settle> = (scope, { body: { idempotencyKey } }) =>
  inTurn(scope, async (within) => {
    const row = await rowOf(within, idempotencyKey);
    if (row === undefined) {
      const { borrowerKey, now: sentAt } = scope;
      await within.db.insert(rows).values({ borrowerKey, idempotencyKey, sentAt, ...actorOf(scope) });
      return { outcome: 'closed' };
    }
    if (row.messageNumber === null) return { outcome: 'closed' };
    return { outcome: 'recorded', answer: answerOf(row), record: recordOf(row, await accountsOf(within)) };
  });

export const listSent: Handler<typeof emailUs.sent> = async (scope) => {
  const { db, borrowerKey } = scope;
  const own = and(eq(rows.borrowerKey, borrowerKey), isNotNull(rows.messageNumber));
  const [total, found, known] = await Promise.all([
    db.$count(rows, own),
    db.select().from(rows).where(own).orderBy(desc(rows.sentAt)).limit(LISTED_MESSAGES),
    accountsOf(scope),
  ]);
  return {
    accounts: known,
    messages: found.map((row) => ({
      ...recordOf(row, known),
      messageNumber: row.messageNumber ?? '',
      sentAt: row.sentAt.toISOString(),
    })),
    total,
  };
};
