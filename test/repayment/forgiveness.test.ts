/** The day on which the rest of loans is forgiven (ruling 96; reference 1.1, 1.3). */
import { describe, expect, it } from 'vitest';
import { type PlainDate, toPlainDate as day } from '#domain/calendar.ts';
import { computeForgiveness, forgivenessText } from '#domain/plans/forgiveness.ts';
import type { PlanName } from '#domain/plan-names.ts';

const forgiven = (plan: PlanName, first: string, isCounted: (dueDate: PlainDate) => boolean = () => true) =>
  computeForgiveness(plan, { first: day(first), dueDay: 31, isCounted });

describe('forgiveness', () => {
  it.each<[PlanName, string, string, number]>([
    ['IBR_15', '2024-05-31', '2049-04-30', 300],
    ['IBR_10', '2024-05-31', '2044-04-30', 240],
    ['RAP', '2026-08-31', '2056-07-31', 360],
    // PAYE ends on 06/30/2028: its 240th payment would come later, and RAP forgives after 360.
    ['PAYE', '2020-01-31', '2049-12-31', 360],
    // Its 240th payment comes before.
    ['PAYE', '2008-06-30', '2028-05-31', 240],
    ['ICR', '2003-07-31', '2028-06-30', 300],
    ['ICR', '2003-08-31', '2033-07-31', 360],
  ])('of %s with payments since %s comes on %s', (plan, first, on, payments) => {
    expect(forgiven(plan, first)).toEqual({ on, countedFrom: first, payments });
  });

  it('comes later by the payments that a pause skips', () => {
    const isCounted = (dueDate: PlainDate) => dueDate < '2025-01-01' || dueDate >= '2025-07-01';
    expect(forgiven('IBR_10', '2024-05-31', isCounted)?.on).toBe('2044-10-31');
  });

  it.each<PlanName>(['STANDARD', 'EXTENDED_GRADUATED', 'SAVE', 'INCOME_SENSITIVE'])('does not come on %s', (plan) => {
    expect(forgiven(plan, '2024-05-31')).toBeNull();
  });

  it('is explained by the number of payments and the first one', () => {
    const shown = forgivenessText({ on: day('2044-04-04'), countedFrom: day('2024-05-04'), payments: 240 });
    expect(shown).toContain('After 240 payments (20 years)');
    expect(shown).toContain('since 05/04/2024.');
  });
});
