/** Estimates of term-based plans: what models, tests and stories share. */
import { type Cents, toCents } from '../money.ts';
import type { EligiblePlan, PlanEstimates, ProgramEstimates } from '../plans/shapes.ts';

const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

const offered = (planName: string, total: number): EligiblePlan => ({
  planName,
  total: dollars(total),
  eligibleLoans: [],
  ineligibleLoans: [],
});

/** The plans of a program. */
export interface SampleProgram {
  readonly current: string;
  /** Dollars a month. */
  readonly pays: number;
  readonly ibr?: boolean;
  readonly idr?: boolean;
  /** The offered plans with their payments, in dollars a month. */
  readonly offers?: Readonly<Record<string, number>>;
}

/** The estimates of a program. A plan on IBR is income-driven as well. */
export const sampleProgram = ({ current, pays, ibr = false, idr = ibr, offers }: SampleProgram): ProgramEstimates => ({
  enrolledInIdr: idr,
  enrolledInIbr: ibr,
  enrolledInLowestIdr: false,
  suggestedPlan: null,
  currentRepaymentPlan: { planName: current, total: dollars(pays) },
  eligibleRepaymentPlans: Object.entries(offers ?? { STANDARD: 132.15, GRADUATED: 76.2 }).map(([planName, total]) =>
    offered(planName, total),
  ),
  currentLoans: [],
});

/** The estimates of both programs; null for one without loans. */
export const sampleTermEstimates = (direct: SampleProgram | null, ffel: SampleProgram | null): PlanEstimates => ({
  directLoans: direct && sampleProgram(direct),
  ffelpLoans: ffel && sampleProgram(ffel),
  enrolledInMultipleIdrPlans: false,
  enrolledInSaveAlt: false,
  ineligibleForIdr: false,
});
