/** Messages from borrowers to the servicer, each sent exactly once. */
import { randomInt } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { and, desc, eq, gte } from 'drizzle-orm';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { emailUsMessages } from '#domain/messages/email-us/messages.ts';
import { LISTED_MESSAGES, MAX_PER_DAY, toEmail, emailSchema } from '#domain/messages/email-us/rules.ts';
import type { Email, EmailRecord } from '#domain/messages/email-us/shapes.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { accounts, sentMessages as rows } from '../../db/schema/index.ts';
import { type Handler, type Scope, ServiceProblem, toActor } from '../scope.ts';
import { Submissions } from '../submissions.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';

type Row = typeof rows.$inferSelect;
type Account = Pick<typeof accounts.$inferSelect, 'accountId' | 'accountNumber' | 'loanType'>;

const readAccounts = ({ db, borrowerKey }: Scope): Promise<Account[]> =>
  db
    .select({ accountId: accounts.accountId, accountNumber: accounts.accountNumber, loanType: accounts.loanType })
    .from(accounts)
    .where(eq(accounts.borrowerKey, borrowerKey));

/** Throws if a message is invalid, with the invalid fields. */
function check(body: Email, known: readonly Account[]): void {
  const problems = findProblems(emailSchema({ accounts: known }), body);
  if (problems.length === 0) return;
  throw new ServiceProblem(
    422,
    'The message was not sent.',
    'Some of the submitted values are invalid.',
    problems.map(({ field, issue }) => ({ field, code: issue.code, message: getMessage(emailUsMessages, issue) })),
  );
}

/** Returns a message number that is easy to read aloud. The table ensures that it is unique per borrower. */
const newNumber = (): string => `M${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

const toRecord = (
  { topic, accountId, subject, text }: Pick<Row, 'topic' | 'accountId' | 'subject' | 'text'>,
  known: readonly Account[],
): EmailRecord => ({
  topic,
  accountNumber: known.find((account) => account.accountId === accountId)?.accountNumber ?? null,
  subject,
  text,
});

const submissions = new Submissions({ submit: emailUs.send, settle: emailUs.settle, noun: 'message' });

/**
 * Returns how many messages the borrower has sent in the last 24 hours. Locks the borrower's row, so that concurrent
 * requests count correctly.
 */
async function sentLately({ db, borrowerKey, now }: Scope): Promise<number> {
  await lockBorrower(db, borrowerKey);
  return db.$count(
    rows,
    and(eq(rows.borrowerKey, borrowerKey), gte(rows.sentAt, new Date(now.getTime() - millisecondsInDay))),
  );
}

/**
 * Sends a message. Repeating a request with the same key and body returns the first response. Throws 422 if the key was
 * used for another body, and 409 if the key is closed.
 */
export const sendEmail: Handler<typeof emailUs.send> = async (scope, { idempotencyKey, body }) => {
  const known = await readAccounts(scope);
  check(body, known);
  const email = toEmail(body);
  return submissions.submitOnce(scope, { idempotencyKey, body: email }, async (within) => {
    const content = { ...email, accountId: email.accountId === '' ? null : email.accountId };
    const record = toRecord(content, known);
    if ((await sentLately(within)) >= MAX_PER_DAY) return { answer: { outcome: 'tooMany' }, record };
    const { borrowerKey, now: sentAt } = scope;
    const messageNumber = newNumber();
    await within.db.insert(rows).values({ borrowerKey, messageNumber, ...content, sentAt, ...toActor(scope) });
    return {
      answer: { outcome: 'sent', messageNumber, sentAt: sentAt.toISOString() },
      record,
      created: { id: messageNumber, confirmationNumber: messageNumber },
    };
  });
};

/** Returns the result of a message (ruling 4). */
export const settleEmail: Handler<typeof emailUs.settle> = submissions.settle;

export const listSent: Handler<typeof emailUs.sent> = async (scope) => {
  const { db, borrowerKey } = scope;
  const own = eq(rows.borrowerKey, borrowerKey);
  const [total, found, known] = await Promise.all([
    db.$count(rows, own),
    db.select().from(rows).where(own).orderBy(desc(rows.sentAt)).limit(LISTED_MESSAGES),
    readAccounts(scope),
  ]);
  return {
    accounts: known,
    messages: found.map((row) => ({
      ...toRecord(row, known),
      messageNumber: row.messageNumber,
      sentAt: row.sentAt.toISOString(),
    })),
    total,
  };
};
