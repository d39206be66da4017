/** What an application for a military deferment starts with (R §3, §4 Military). */
import type { PlainDate } from '#domain/calendar.ts';
import { deferment } from '#domain/deferment/calls.ts';
import type { DefermentEligibility } from '#domain/deferment/shapes.ts';
import type { CoveredGroups } from '#domain/postponement/shapes.ts';
import { military } from '#domain/military/calls.ts';
import type { LoanInfo, MilitaryDates, RepaymentRecertifications } from '#domain/military/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

export interface MilitaryFacts {
  /** The business day. */
  readonly today: PlainDate;
  readonly eligibility: DefermentEligibility;
  /** The groups of loans that the deferment would cover, and those that it would not. */
  readonly groups: CoveredGroups;
  readonly dates: MilitaryDates;
  readonly loans: LoanInfo;
  readonly recertifications: RepaymentRecertifications;
}

export const militaryFacts = loadParts<MilitaryFacts>({
  id: 'militaryFacts',
  description: 'What decides on the benefits for people on active duty is fetched side by side',
  parts: (part) => ({
    today: part(effects['clock.today'], { description: 'The business day' }),
    eligibility: part(call(deferment.eligibility), { description: 'Whether an application is in process' }),
    groups: part(call(military.groups), { description: 'The groups of loans that would be postponed' }),
    dates: part(call(military.dates), { description: 'The days between which a deferment may lie' }),
    loans: part(call(military.loanInfo), { description: 'When a Direct loan was last disbursed' }),
    recertifications: part(call(military.recertifications), { description: 'When income is to be recertified' }),
  }),
});
