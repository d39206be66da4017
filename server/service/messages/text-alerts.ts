/**
 * Text alerts: the settings and their changes. A number counts only after its code was entered, and the earlier number
 * stays active until then. Only the borrower may change them: payers have no access, and impersonators may only look.
 */
import { join } from 'node:path';
import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { getMessage } from '#domain/issue.ts';
import { normalizePhone, parsePhoneDigits } from '#domain/phone.ts';
import { textAlerts as calls } from '#domain/messages/text-alerts/calls.ts';
import { textAlertMessages } from '#domain/messages/text-alerts/messages.ts';
import { normalizeCode, isMade, problemsOfChange } from '#domain/messages/text-alerts/rules.ts';
import type { TextAlertAnswer, TextAlertChange } from '#domain/messages/text-alerts/shapes.ts';
import { notices, textAlerts as rows } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { toTextFileName } from '../../mail/outbox-texts.ts';
import { isTextKind, formatTextMessage } from '../../mail/texts.ts';
import { recordEvent } from '../../security-events.ts';
import { newConfirmationNumber } from '../confirmation-number.ts';
import { contactFor } from '../../credentials/contact.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { type Handler, type Scope, ServiceProblem, toActor, toEventData } from '../scope.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { Submissions } from '../submissions.ts';
import { type CodeRow, type NumberToConfirm, endCodes, pendingCode, sendCode, tryCode } from './text-alert-codes.ts';
import { cancelAlerts, isPaperless } from './texts.ts';

const submissions = new Submissions({ submit: calls.change, settle: calls.settle, noun: 'change' });

/** The number of sent alerts that the page lists. */
const LISTED = 5;

const masked = (digits: string): string => `*****${digits.slice(-4)}`;

/** Returns the file with a code, as the page names it. */
const getOutboxFile = ({ outbox }: Scope['texting'], { codeId }: CodeRow): string | null =>
  outbox === undefined ? null : join(outbox, toTextFileName(codeId));

/** Selects the borrower's alerts while they are on. */
const isActive = ({ borrowerKey }: Pick<Scope, 'borrowerKey'>) =>
  and(eq(rows.borrowerKey, borrowerKey), isNull(rows.stoppedAt));

/** Returns the latest alerts that were sent, the newest first. Codes are left out. */
async function sentTo({ db, borrowerKey, servicer }: Scope) {
  const found = await db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.borrowerKey, borrowerKey),
        isNotNull(notices.phone),
        isNotNull(notices.sentAt),
        ne(notices.kind, 'textCode'),
      ),
    )
    .orderBy(desc(notices.sentAt), desc(notices.noticeId))
    .limit(LISTED);
  return found.flatMap(({ kind, aboutDay, sentAt }) =>
    isTextKind(kind) && sentAt !== null
      ? [{ sentAt: sentAt.toISOString(), text: formatTextMessage({ kind, aboutDay, code: null, servicer }) }]
      : [],
  );
}

export const readTextAlerts: Handler<typeof calls.read> = async (scope) => {
  const { db, borrowerKey, person, texting } = scope;
  const [found] = await db.select().from(rows).where(isActive(scope));
  const active = found && seals.textAlerts.open(found);
  const pending = await pendingCode(scope);
  const { mobilePhone } = await contactFor(scope);
  return {
    isAvailable: texting.isAvailable,
    canChange: !person.isImpersonator,
    phone: active === undefined ? null : masked(active.phone),
    alerts: [...(active?.alerts ?? [])],
    pending:
      pending === undefined ? null : { phone: masked(pending.phone), outboxFile: getOutboxFile(texting, pending) },
    suggestedPhone: parsePhoneDigits(mobilePhone) === undefined ? '' : normalizePhone(mobilePhone),
    consentVersion: texting.consentVersion,
    isPaperless: await isPaperless(db, borrowerKey),
    sent: await sentTo(scope),
  };
};

const TITLE = "The text alerts weren't changed.";

/** Throws 403 for an impersonator, or if the server cannot send texts. */
function checkAccess({ person, texting }: Scope): void {
  if (person.isImpersonator) throw new ServiceProblem(403, TITLE, 'Only the borrower can change text alerts.');
  if (!texting.isAvailable) throw new ServiceProblem(403, TITLE, 'This server cannot send texts.');
}

/** Throws 422 for a change that the rules reject. */
function check({ texting }: Scope, change: TextAlertChange): void {
  const problems = problemsOfChange(change, texting.consentVersion);
  if (problems.length === 0) return;
  throw new ServiceProblem(
    422,
    TITLE,
    'Some of the submitted values are invalid.',
    problems.map(({ field, issue }) => ({ field, code: issue.code, message: getMessage(textAlertMessages, issue) })),
  );
}

const NOTHING = { outcome: 'nothingToChange' } as const;

async function send(scope: Scope, number: NumberToConfirm): Promise<TextAlertAnswer> {
  const minutes = await sendCode(scope, number);
  if (minutes > 0) return { outcome: 'tooManyCodes', minutes };
  await recordEvent(scope.db, { kind: 'textCodeSent', ...toEventData(scope) });
  return { outcome: 'codeSent' };
}

/** Sends another code to the pending number. The earlier consent for this number remains in force. */
async function resend(scope: Scope): Promise<TextAlertAnswer> {
  const pending = await pendingCode(scope);
  if (pending === undefined) return NOTHING;
  const { phone, alerts, consentVersion, consentedAt } = pending;
  return send(scope, { phone, alerts, consentVersion, consentedAt });
}

async function cancel(scope: Scope): Promise<TextAlertAnswer> {
  await endCodes(scope);
  return { outcome: 'canceled' };
}

/** Activates the number of a correct code. The next check for reminders is due today. */
async function confirm(scope: Scope, typed: string): Promise<TextAlertAnswer> {
  const { db, borrowerKey, now, today } = scope;
  const result = await tryCode(scope, normalizeCode(typed));
  if (!('confirmed' in result)) {
    await recordEvent(db, { kind: 'textCodeRefused', ...toEventData(scope) });
    return result.triesLeft > 0 ? { outcome: 'wrongCode', triesLeft: result.triesLeft } : { outcome: 'codeOver' };
  }
  const { phone, alerts, consentVersion, consentedAt } = result.confirmed;
  const row = seals.textAlerts.seal({
    borrowerKey,
    phone,
    alerts,
    consentVersion,
    consentedAt,
    startedAt: now,
    updatedAt: now,
    stoppedAt: null,
    checkOn: today,
    ...toActor(scope),
  });
  // Texts to the earlier number that are not sent yet are for its owner, who may be another person by now.
  await cancelAlerts(db, borrowerKey);
  // Citus rejects an update that names the distribution column.
  const { borrowerKey: _, ...started } = row;
  await db.insert(rows).values(row).onConflictDoUpdate({ target: rows.borrowerKey, set: started });
  await recordEvent(db, { kind: 'textAlertsStarted', ...toEventData(scope), detail: alerts.join(' ') });
  return { outcome: 'confirmed' };
}

async function choose(scope: Scope, alerts: Extract<TextAlertChange, { change: 'choose' }>['alerts']) {
  const changed = await scope.db
    .update(rows)
    .set({ alerts, updatedAt: scope.now, checkOn: scope.today, ...toActor(scope) })
    .where(isActive(scope))
    .returning({ borrowerKey: rows.borrowerKey });
  if (changed.length === 0) return NOTHING;
  await recordEvent(scope.db, { kind: 'textAlertsChanged', ...toEventData(scope), detail: alerts.join(' ') });
  return { outcome: 'saved' } as const;
}

/** Stops all texts, also those that are not sent yet. Stopping twice has no effect. */
async function stop(scope: Scope): Promise<TextAlertAnswer> {
  const { db, borrowerKey, now } = scope;
  await endCodes(scope);
  await cancelAlerts(db, borrowerKey);
  const stopped = await db
    .update(rows)
    .set({ stoppedAt: now, updatedAt: now, checkOn: null, ...toActor(scope) })
    .where(isActive(scope))
    .returning({ borrowerKey: rows.borrowerKey });
  if (stopped.length > 0) await recordEvent(db, { kind: 'textAlertsStopped', ...toEventData(scope) });
  return { outcome: 'stopped' };
}

function make(scope: Scope, change: TextAlertChange): Promise<TextAlertAnswer> {
  switch (change.change) {
    case 'start': {
      const { phone, alerts, consentVersion } = change;
      return send(scope, { phone: parsePhoneDigits(phone) ?? '', alerts, consentVersion, consentedAt: scope.now });
    }
    case 'resend':
      return resend(scope);
    case 'cancel':
      return cancel(scope);
    case 'confirm':
      return confirm(scope, change.code);
    case 'choose':
      return choose(scope, change.alerts);
    case 'stop':
      return stop(scope);
  }
}

/** Makes a change once. The record under its key contains neither the number nor the code. */
export const changeTextAlerts: Handler<typeof calls.change> = async (scope, { idempotencyKey, body }) => {
  checkAccess(scope);
  check(scope, body);
  if (body.change === 'start') {
    const earlier = await submissions.earlierAnswer(scope, { idempotencyKey, body });
    if (earlier !== undefined) return earlier;
    await requireConfirmation(scope);
  }
  return submissions.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    await lockBorrower(within.db, within.borrowerKey);
    const answer = await make(within, body);
    const record = { change: body.change };
    if (!isMade(answer)) return { answer, record };
    const confirmationNumber = newConfirmationNumber();
    return { answer, record, created: { id: confirmationNumber, confirmationNumber } };
  });
};

export const settleTextAlertChange: Handler<typeof calls.settle> = async (scope, request) => {
  checkAccess(scope);
  return submissions.settle(scope, request);
};
