/** Loans in default: no deferment, no forbearance and no other plan, and a status that says so (ruling 97). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { applications } from '#server/db/schema/index.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

// Devon's oldest unpaid bill was due on 06/28/2026: 270 days later is 03/25/2027.
const [LAST_DAY, DEFAULT, LATER] = ['2027-03-24', '2027-03-25', '2027-04-05'] as const;

const devon = (on: string): Scope => ({
  ...createScope(opened, 'devon'),
  today: day(on),
  now: new Date(`${on}T15:00:00Z`),
});

const cardOn = async (on: string) => {
  const { federalAccounts } = await handlers['accounts.list'](devon(on), {});
  return federalAccounts[0];
};
const factsOn = (on: string) => handlers['access.facts'](devon(on), {});
const count = () => opened.db.$count(applications, eq(applications.borrowerKey, 'devon'));

describe('devon, who pays nothing', () => {
  it('is past due for 269 days, and then in default', async () => {
    expect(await cardOn(LAST_DAY)).toMatchObject({ daysPastDue: 269, statusDesc: 'Past due' });
    expect(await factsOn(LAST_DAY)).toMatchObject({ isEligible: true, isInDefault: false });
    expect(await cardOn(DEFAULT)).toMatchObject({
      daysPastDue: 270,
      statusDesc: 'In default',
      borrowerGroupPayments: [{ status: 'inDefault' }],
    });
    expect(await factsOn(DEFAULT)).toMatchObject({
      isEligible: false,
      isInDefault: true,
      ineligibleForIdr: true,
      postponements: { hardship: { isEligible: false, ineligibleReason: 'NoEligLoans' } },
    });
  });

  it('finds no loan covered by a postponement or a plan', async () => {
    const { forbearanceHardshipSummary: summary } = await handlers['forbearance.hardshipSummary'](devon(LATER), {});
    expect(summary).toMatchObject({ isEligible: false, eligibleGroups: [], nextCycleDate: null });
    expect(summary.ineligibleGroups).toMatchObject([{ reason: 'inDefault' }]);
    expect(await handlers['deferment.eligibility'](devon(LATER), {})).toMatchObject({
      isDefermentUnemploymentEligible: false,
      isDefermentInSchoolEligible: false,
      isInDefault: true,
    });
    const facts = await handlers['plans.facts'](devon(LATER), {});
    expect(facts.loans.map(({ isInDefault }) => isInDefault)).toEqual(facts.loans.map(() => true));
  });

  it.each([
    [
      'a deferment',
      (scope: Scope) => handlers['deferment.applyRehabilitation'](scope, { idempotencyKey: randomUUID() }),
    ],
    ['a forbearance', (scope: Scope) => handlers['forbearance.applyHardship'](scope, { idempotencyKey: randomUUID() })],
    [
      'a plan',
      (scope: Scope) =>
        handlers['term.apply'](scope, {
          idempotencyKey: randomUUID(),
          body: {
            eligibleLoans: [{ loanProgramGroupType: 'Direct', planType: 2 }],
            hasExternalLoans: false,
            esignDate: day(LATER),
            extraAmount: ZERO,
          },
        }),
    ],
  ])('is refused %s', async (_, apply) => {
    const before = await count();
    await expect(apply(devon(LATER))).rejects.toMatchObject({
      status: 422,
      detail:
        "Your loans are in default, so they can't get a pause or another plan. Contact us to learn how to get out of default.",
    });
    expect(await count()).toBe(before);
  });

  it('is denied a forbearance that was applied for before, with the reason', async () => {
    const { confirmationNumber } = await handlers['forbearance.applyHardship'](devon(LAST_DAY), {
      idempotencyKey: randomUUID(),
    });
    await bringUpToDate(devon(LATER), day(LATER));
    const [row] = await opened.db
      .select()
      .from(applications)
      .where(and(eq(applications.borrowerKey, 'devon'), eq(applications.confirmationNumber, confirmationNumber)));
    expect(row).toMatchObject({ status: 'denied', denialReason: 'inDefault' });
  });
});
