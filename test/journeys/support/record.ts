/** The server's records, read through the API with the page's token. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import type { PageMonitor } from './page-monitor.ts';
import { expect } from './test.ts';

/** Amounts are dollars on the wire (ruling 1). These schemas are separate from the portal's, which are under test. */
const Scheduled = v.array(
  v.object({
    paymentDetailId: v.string(),
    effectiveDate: v.string(),
    sumOfPaymentAmount: v.number(),
    paymentMethod: v.string(),
    accountNumber: v.string(),
    groupId: v.nullable(v.string()),
    description: v.string(),
  }),
);
export type Scheduled = v.InferOutput<typeof Scheduled>;

const Due = v.object({
  totalDue: v.number(),
  borrowerAccountPayments: v.array(
    v.object({
      accountNumber: v.string(),
      totalDue: v.number(),
      amountDue: v.number(),
      pastDueAmt: v.number(),
      nextPaymentAmountDue: v.number(),
      nextPaymentScheduleAmount: v.number(),
      currentPayoff: v.number(),
      borrowerGroupPayments: v.array(v.object({ groupId: v.string(), totalDue: v.number(), pastDueAmt: v.number() })),
    }),
  ),
});

async function ask<T>(page: Page, monitor: PageMonitor, path: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const answer = await page.request.get(`/api/1/${path}`, { headers: { authorization: `Bearer ${monitor.token}` } });
  expect(answer.status(), path).toBe(200);
  return v.parse(schema, await answer.json());
}

/** Returns the scheduled payments. */
export const scheduled = (page: Page, monitor: PageMonitor): Promise<Scheduled> =>
  ask(page, monitor, 'scheduled-payments', Scheduled);

/** Returns the amounts due by account. */
export const due = (page: Page, monitor: PageMonitor) => ask(page, monitor, 'borrower-payments/current', Due);

/** Returns the amounts due of groups A and B of an account. */
export async function groupsDue(page: Page, monitor: PageMonitor, number: string) {
  const accounts = (await due(page, monitor)).borrowerAccountPayments;
  const groups = accounts.find(({ accountNumber }) => accountNumber === number)?.borrowerGroupPayments ?? [];
  const [A, B] = ['A', 'B'].map((id) => groups.find(({ groupId }) => groupId === id));
  if (A === undefined || B === undefined) throw new Error(`Account ${number} has groups A and B`);
  return { A, B };
}

/** Returns the payments scheduled since `before`, without generated ids. */
export async function scheduledSince(page: Page, monitor: PageMonitor, before: Scheduled) {
  const known = new Set(before.map(({ paymentDetailId }) => paymentDetailId));
  const now = await scheduled(page, monitor);
  return now
    .filter(({ paymentDetailId }) => !known.has(paymentDetailId))
    .map(({ accountNumber, groupId, sumOfPaymentAmount, effectiveDate }) => ({
      accountNumber,
      ...(groupId !== null && { groupId }),
      sumOfPaymentAmount,
      effectiveDate,
    }));
}
