/** Messages about payments that the bank returned: one letter, one email and one text for each debit (ruling 105). */
import { sumCents } from '#domain/money.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { returnMessage } from '#domain/payments/returns.ts';
import type { Database } from '../../db/database.ts';
import { type paymentHistory, inboxMessages } from '../../db/schema/index.ts';
import { recordEvent } from '../../security-events.ts';
import { groupBy } from '../group-by.ts';
import { addFailedDraftNotice, addLetterNotice } from '../messages/letters.ts';
import { PAYMENT_RETURNED, addAlert } from '../messages/texts.ts';
import { suspendAfterReturn } from './auto-debit-drafts.ts';
import { paymentOf } from './debits.ts';
import { accountsOfDebit } from './posted-messages.ts';

/** A part of a debit that was returned, as it was posted. */
type ReturnedPart = typeof paymentHistory.$inferSelect;

async function announceReturn(
  db: Database,
  parts: readonly [ReturnedPart, ...ReturnedPart[]],
  returnedOn: PlainDate,
): Promise<void> {
  const [first] = parts;
  const { borrowerKey, effectiveDate, actorWebAccountId, actorRole, actorIsImpersonator } = first;
  const id = paymentOf(first);
  const isDraft = first.description === AUTO_DEBIT;
  const isSuspended = isDraft && (await suspendAfterReturn(db, first, returnedOn));
  const { names, isDirect } = await accountsOfDebit(db, borrowerKey, parts);
  await db.insert(inboxMessages).values({
    borrowerKey,
    documentId: `returned-${id}`,
    isDirect,
    isPlainText: false,
    ...returnMessage({
      amount: sumCents(parts.map(({ amount }) => amount)),
      account: names.join(' and '),
      effectiveDate,
      returnedOn,
      isSuspended,
    }),
    receivedOn: returnedOn,
  });
  if (isDraft) await addFailedDraftNotice(db, borrowerKey, id, { kind: 'draftReturned' });
  else await addLetterNotice(db, borrowerKey, id);
  await addAlert(db, borrowerKey, { id, texts: PAYMENT_RETURNED });
  await recordEvent(db, {
    kind: 'paymentReturned',
    webAccountId: actorWebAccountId,
    role: actorRole,
    isImpersonator: actorIsImpersonator,
    detail: `Payment ${id}, returned on ${returnedOn}`,
  });
}

/** Writes to the inbox about debits that were returned on a day, announces the letters, and records the events. */
export async function announceReturns(db: Database, returned: readonly ReturnedPart[], day: PlainDate): Promise<void> {
  for (const parts of groupBy(returned, paymentOf)) await announceReturn(db, parts, day);
}
