/** The last day of a pause: every response from which people learn it shows the same day (ruling 106). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pauseText } from '#domain/accounts/messages.ts';
import { toDocumentId } from '#domain/accounts/loan-documents/ids.ts';
import { LoanAccounts } from '#domain/accounts/shapes.ts';
import { formatUsDate, toPlainDate as day } from '#domain/calendar.ts';
import { periodText } from '#domain/pause-end.ts';
import { Application, ApplicationDetails, PauseCost } from '#domain/repayment/postponement/shapes.ts';
import { buildApplicationTimeline } from '#domain/repayment/postponement/status.ts';
import { applicationMeaning, stepNote } from '#domain/repayment/postponement/status-messages.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { accounts as accountRows, inboxMessages } from '#server/db/schema/index.ts';
import { readApplications } from '#server/service/accounts/record/rows.ts';
import { snapshotBlocks, readSnapshot } from '#server/service/accounts/record/snapshot.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { openDemo, createScope } from '#test/support/database.ts';
import { readPdf } from '#test/support/pdf.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

const scopeAt = (who: string, on: string): Scope => ({
  ...createScope(opened, who),
  now: new Date(`${on}T15:00:00Z`),
  today: day(on),
});

/** Returns the text of a file. */
async function readText(file: { readonly content: unknown }): Promise<string> {
  if (!(file.content instanceof Blob)) throw new Error('The file is not in memory');
  return file.content.type === 'text/calendar'
    ? file.content.text()
    : (await readPdf(await file.content.arrayBuffer())).text;
}

async function readMessage(who: string, confirmationNumber: string, stage: string): Promise<string> {
  const [row] = await opened.db
    .select({ text: inboxMessages.text })
    .from(inboxMessages)
    .where(and(eq(inboxMessages.borrowerKey, who), eq(inboxMessages.documentId, `${confirmationNumber}-${stage}`)));
  return row?.text ?? '';
}

/** Returns the estimate of a hardship forbearance on 11/20/2026, before it is applied for. */
async function readEstimate(who: string) {
  const scope = scopeAt(who, '2026-11-20');
  const { forbearanceHardshipSummary } = await handlers['forbearance.hardshipSummary'](scope, {});
  const { nextCycleDate, endCycleDate } = forbearanceHardshipSummary;
  const query = { startDate: day(nextCycleDate ?? '') };
  const cost = await handlers['postponement.cost'](scope, { params: { postponement: 'hardship' }, query });
  return { endCycleDate, cost: v.parse(PauseCost, cost) };
}

/** Applies for a hardship forbearance on 11/20/2026, which is decided on 11/30/2026. Returns the confirmation number. */
async function applyHardship(who: string): Promise<string> {
  const asking = scopeAt(who, '2026-11-20');
  const { confirmationNumber } = await handlers['forbearance.applyHardship'](asking, { idempotencyKey: randomUUID() });
  await bringUpToDate(scopeAt(who, '2027-11-01'), day('2027-11-01'));
  return confirmationNumber;
}

/** Returns the sentences about the pause on 11/01/2027, by place. */
async function readPlaces(who: string, confirmationNumber: string) {
  const scope = scopeAt(who, '2027-11-01');
  const params = { confirmationNumber };
  const [listed] = v.parse(v.array(Application), await handlers['postponement.applications'](scope, {}));
  const details = v.parse(ApplicationDetails, await handlers['postponement.application'](scope, { params }));
  const { federalAccounts } = v.parse(LoanAccounts, await handlers['accounts.list'](scope, {}));
  const [account] = federalAccounts;
  const [pause] = account?.pauses ?? [];
  if (listed === undefined || pause === undefined || details.startDate === null) throw new Error('There is no pause');
  const ended = buildApplicationTimeline(details).find(({ step }) => step === 'ended');
  const status = await handlers['loans.statusNotifications'](scopeAt(who, '2026-12-05'), {});
  const reminders = await handlers['loans.notifications'](scope, {});
  return {
    'the card of the pause': pauseText(pause.status, pause.lastDay),
    'the list of applications': applicationMeaning(listed),
    'the page of the application': periodText(details.startDate, details.endDate ?? details.startDate),
    'the timeline': ended && stepNote(ended),
    'the letter': await readText(await handlers['postponement.letter'](scope, { params })),
    'the message about the decision': await readMessage(who, confirmationNumber, 'approved'),
    'the message about the end': await readMessage(who, confirmationNumber, 'endAnnounced'),
    'the notification of the status': status.notificationList.map(({ message }) => message).join(' '),
    'the reminder': reminders.notificationList.map(({ message }) => message).join(' '),
  };
}

/** Returns the days after "through" in each text. */
const lastDaysIn = (places: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(places).map(([place, text = '']) => [
      place,
      [...text.matchAll(/through (\d\d\/\d\d\/\d{4})/g)].map(([, found]) => found),
    ]),
  );

/** Returns the applications in the record. */
async function readRecord(scope: Scope) {
  const rows = [];
  for await (const row of readApplications(scope)) rows.push(row);
  return rows;
}

/** The due days of the two are the 28th and the 1st, on which the pause begins and payments start again. */
describe.each([
  { who: 'devon', begins: '11/28/2026', lastDay: '11/27/2027', on: '2027-11-27', restart: '2027-11-28' },
  { who: 'blake', begins: '12/01/2026', lastDay: '11/30/2027', on: '2027-11-30', restart: '2027-12-01' },
])('the forbearance of $who from $begins', ({ who, begins, lastDay, on, restart }) => {
  let estimate: Awaited<ReturnType<typeof readEstimate>>;
  let confirmationNumber: string;
  beforeAll(async () => {
    estimate = await readEstimate(who);
    confirmationNumber = await applyHardship(who);
  });

  it('is estimated with the day on which payments start again, and with a cost through the last day', () => {
    const { endCycleDate, cost } = estimate;
    expect(endCycleDate).toBe(restart);
    // The last day counts: the number of days is end minus start (ruling 75).
    expect([periodText(cost.startDate, cost.endDate), cost.days]).toEqual([`${begins} through ${lastDay}`, 365]);
  });

  it('has one last day in every text, and in no text the day after it', async () => {
    const places = await readPlaces(who, confirmationNumber);
    expect(lastDaysIn(places)).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, [lastDay]])));
    // Only the sentence about auto debit names the day of its next payment.
    const texts = Object.values(places).map((text) => text?.replace(/It draws again on [\d/]+\./, ''));
    for (const text of texts) expect(text).not.toContain(formatUsDate(day(restart)));
  });

  it('lets auto debit rest, and says in the letter, in the message and on its page when it draws again', async () => {
    const places = await readPlaces(who, confirmationNumber);
    const { accounts } = await handlers['autoDebit.read'](scopeAt(who, '2027-11-01'), {});
    const [account] = accounts;
    expect(account?.restsThrough).toBe(on);
    // Devon pays without auto debit.
    const says = who === 'blake';
    expect(account?.status).toBe(says ? 'on' : 'off');
    if (says) expect(account?.next?.draftDate).toBe(restart);
    for (const place of ['the letter', 'the message about the decision'] as const) {
      expect(places[place].replaceAll(/\s+/g, ' ').includes(`It draws again on ${formatUsDate(day(restart))}.`)).toBe(
        says,
      );
    }
  });

  it('keeps the content of its letter when auto debit is stopped later (ruling 91)', async () => {
    const letter = async () =>
      readText(await handlers['postponement.letter'](scopeAt(who, '2027-11-01'), { params: { confirmationNumber } }));
    const issued = await letter();
    const setAutoDebit = (autoDebit: boolean) =>
      opened.db.update(accountRows).set({ autoDebit }).where(eq(accountRows.borrowerKey, who));
    const before = await opened.db.select().from(accountRows).where(eq(accountRows.borrowerKey, who));
    await setAutoDebit(false);
    expect(await letter()).toBe(issued);
    await setAutoDebit(before.some(({ autoDebit }) => autoDebit));
  });

  it('has the same last day among the next dates, in the calendar file and in the record', async () => {
    const scope = scopeAt(who, '2027-11-01');
    const { nextDates } = await handlers['updates.read'](scope, {});
    expect(nextDates.find(({ kind }) => kind === 'forbearanceEnds')).toMatchObject({ date: on });
    const events = (await readText(await handlers['updates.calendar'](scope, {}))).split('BEGIN:VEVENT');
    const event = events.find((text) => text.includes('Last day of your student loan forbearance'));
    expect(event).toContain(`DTSTART;VALUE=DATE:${on.replaceAll('-', '')}`);
    expect(await readRecord(scope)).toMatchObject([{ confirmationNumber, lastDay: on }]);
  });

  it('is over on the day after it, on which a payment is due', async () => {
    const [last, after] = [scopeAt(who, on), scopeAt(who, restart)];
    const pausesOn = async (scope: Scope) => (await handlers['accounts.list'](scope, {})).federalAccounts[0]?.pauses;
    expect(await pausesOn(last)).toMatchObject([{ lastDay: on, firstPayment: { date: restart } }]);
    await bringUpToDate(after, after.today);
    expect(await pausesOn(after)).toEqual([]);
    expect(await handlers['loans.notifications'](after, {})).toEqual({ notificationList: [] });
    // The event is of the day after, and its text has the last day.
    const sent = await handlers['postponement.application'](after, { params: { confirmationNumber } });
    expect(sent.events?.at(-1)).toEqual({ event: 'ended', date: restart });
    const ended = buildApplicationTimeline(v.parse(ApplicationDetails, sent)).at(-1);
    expect(ended && stepNote(ended)).toBe(`In effect through ${lastDay}`);
  });
});

describe('the deferment of quinn, whose application came by mail', () => {
  it('has one last day in the status of the account, in documents, and in the list of applications', async () => {
    const scope = scopeAt('quinn', '2026-11-20');
    const { federalAccounts } = await handlers['accounts.list'](scope, {});
    const [account] = federalAccounts;
    const params = { accountId: account?.accountId ?? '' };
    const { groups } = await handlers['loans.summary'](scope, { params });
    const documentId = toDocumentId({ kind: 'mortgageLetter', ...params });
    const letter = await handlers['loanDocuments.read'](scope, { params: { documentId } });
    const [application] = v.parse(v.array(Application), await handlers['postponement.applications'](scope, {}));
    const places = {
      'the card of the account': account?.statusDesc,
      'the card of the pause': account?.pauses?.map(({ status, lastDay }) => pauseText(status, day(lastDay))).join(' '),
      'My Loans': groups.find(({ status }) => status === 'deferred')?.statusDesc,
      'the mortgage letter': JSON.stringify(letter.blocks),
      'the PDF of the record': JSON.stringify(await snapshotBlocks(await readSnapshot(scope))),
      'the list of applications': application && applicationMeaning(application),
    };
    expect(lastDaysIn(places)).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, ['07/19/2027']])));
    expect(await readRecord(scope)).toMatchObject([{ lastDay: '2027-07-19' }]);
  });
});
