/** Applications before a pause ends (ruling 98), and their start after the running pause. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { inboxMessages } from '#server/db/schema/index.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

/** Returns the scope of quinn, whose economic hardship deferment lasts through 07/19/2027, on a day. */
const quinn = (on: string): Scope => ({
  ...createScope(opened, 'quinn'),
  now: new Date(`${on}T15:00:00Z`),
  today: day(on),
});

const factsOn = (on: string) => handlers['access.facts'](quinn(on), {});
const OPEN = { isEligible: true, ineligibleReason: null };

it('opens 60 days before the last day, with plans by the first bill after the pause', async () => {
  const before = await factsOn('2027-05-19');
  expect(before).toMatchObject({ totalDue: 0, postponements: { unemployment: { isEligible: false } } });
  const opens = await factsOn('2027-05-20');
  expect(opens.totalDue).toBeGreaterThan(0);
  expect(opens).toMatchObject({ isEligible: true, postponements: { unemployment: OPEN, hardship: OPEN } });
});

it('shows an extension from the day after the running pause, and grants it so', async () => {
  const on = '2027-06-01';
  const { forbearanceHardshipSummary } = await handlers['forbearance.hardshipSummary'](quinn(on), {});
  expect(forbearanceHardshipSummary).toMatchObject({ isEligible: true, nextCycleDate: '2027-07-20' });
  const query = { startDate: day('2027-06-05') };
  const cost = await handlers['postponement.cost'](quinn(on), { params: { postponement: 'unemployment' }, query });
  expect(cost).toMatchObject({ startDate: '2027-07-20', endDate: '2028-01-20', countedFrom: '2027-07-20' });

  const { confirmationNumber } = await handlers['forbearance.applyHardship'](quinn(on), {
    idempotencyKey: randomUUID(),
  });
  await bringUpToDate(quinn('2027-08-01'), day('2027-08-01'));
  const [later, earlier] = await handlers['postponement.applications'](quinn('2027-08-01'), {});
  expect(later).toMatchObject({
    confirmationNumber,
    status: 'inEffect',
    startDate: '2027-07-20',
    endDate: '2028-07-20',
  });
  expect(earlier).toMatchObject({ status: 'ended', endDate: '2027-07-20' });
  const [announced] = await opened.db
    .select({ text: inboxMessages.text })
    .from(inboxMessages)
    .where(
      and(
        eq(inboxMessages.borrowerKey, 'quinn'),
        eq(inboxMessages.documentId, `${earlier?.confirmationNumber}-endAnnounced`),
      ),
    );
  expect(announced?.text).toContain('Your next pause begins on the day after.');
});

it('says the last day on which nothing is due, also while the first of two pauses runs', async () => {
  for (const on of ['2027-07-01', '2027-08-01']) {
    const { federalAccounts } = await handlers['accounts.list'](quinn(on), {});
    const pauses = federalAccounts.flatMap((account) => account.pauses ?? []);
    expect(new Set(pauses.map(({ lastDay }) => lastDay))).toEqual(new Set(['2028-07-19']));
  }
  const { notificationList } = await handlers['loans.notifications'](quinn('2027-07-01'), {});
  expect(notificationList).toEqual([]);
  expect((await factsOn('2027-07-01')).postponements).toMatchObject({ unemployment: { isEligible: false } });
});
