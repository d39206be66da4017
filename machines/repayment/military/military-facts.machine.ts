/** Loads the facts for a military deferment application (R §3, §4 Military). */
import type { PlainDate } from '#domain/calendar.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { military } from '#domain/repayment/military/calls.ts';
import type { LoanInfo, MilitaryDates, RepaymentRecertifications } from '#domain/repayment/military/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface MilitaryData {
  /** Business day. */
  readonly today: PlainDate;
  readonly eligibility: DefermentEligibility;
  /** Loan groups that the deferment covers, and those that it does not. */
  readonly groups: CoveredGroups;
  readonly dates: MilitaryDates;
  readonly loans: LoanInfo;
  readonly recertifications: RepaymentRecertifications;
}

export const militaryFacts = loadParts<MilitaryData>({
  id: 'militaryFacts',
  description: 'The facts that decide on the benefits for active duty load in parallel',
  parts: (part) => ({
    today: part(effects['clock.today'], { description: 'Business day' }),
    eligibility: part(call(deferment.eligibility), { description: 'Whether an application is in process' }),
    groups: part(call(military.groups), { description: 'Loan groups that would be paused' }),
    dates: part(call(military.dates), { description: 'Range of days allowed for a deferment' }),
    loans: part(call(military.loanInfo), { description: 'Date of the last disbursement of a Direct loan' }),
    recertifications: part(call(military.recertifications), { description: 'Dates of income recertification' }),
  }),
});
