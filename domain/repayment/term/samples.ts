/** Estimates of term-based plans, shared by models, tests and stories. */
import { toPlainDate } from '../../calendar.ts';
import { type Cents, toCents } from '../../money.ts';
import type { EligiblePlan, PlanEstimates, ProgramEstimates } from '../../plans/shapes.ts';

const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

const offered = (planName: string, total: number, unpaid = 0): EligiblePlan => ({
  planName,
  total: dollars(total),
  eligibleLoans: [],
  ineligibleLoans: [],
  ...(unpaid > 0 && { leavingIbr: { interest: dollars(unpaid), on: toPlainDate('2026-11-30') } }),
});

/** The plans of a program. */
export interface SampleProgram {
  readonly current: string;
  /** Dollars a month. */
  readonly pays: number;
  readonly ibr?: boolean;
  readonly idr?: boolean;
  /** Unpaid interest that is added to the principal on leaving IBR, in dollars. */
  readonly unpaid?: number;
  /** The offered plans with their payments, in dollars a month. */
  readonly offers?: Readonly<Record<string, number>>;
}

/** Returns the estimates of a program. A plan on IBR is income-driven as well. */
export const sampleProgram = ({
  current,
  pays,
  ibr = false,
  idr = ibr,
  unpaid,
  offers,
}: SampleProgram): ProgramEstimates => ({
  enrolledInIdr: idr,
  enrolledInIbr: ibr,
  enrolledInLowestIdr: false,
  suggestedPlan: null,
  currentRepaymentPlan: { planName: current, total: dollars(pays) },
  eligibleRepaymentPlans: Object.entries(offers ?? { STANDARD: 132.15, GRADUATED: 76.2 }).map(([planName, total]) =>
    offered(planName, total, unpaid),
  ),
  currentLoans: [],
});

/** Returns the estimates of both programs; null for one without loans. */
export const sampleTermEstimates = (direct: SampleProgram | null, ffel: SampleProgram | null): PlanEstimates => ({
  directLoans: direct && sampleProgram(direct),
  ffelpLoans: ffel && sampleProgram(ffel),
  enrolledInMultipleIdrPlans: false,
  enrolledInSaveAlt: false,
  ineligibleForIdr: false,
});

/** Direct loans on the standard plan, of a borrower for whom the question about other loans applies. */
export const onStandard = sampleTermEstimates(
  { current: 'STANDARD', pays: 130.04, offers: { STANDARD: 130.04, GRADUATED: 74.1 } },
  null,
);

/** Loans of both programs on IBR. */
export const onIbr = sampleTermEstimates(
  { current: 'IBR_15', pays: 142.6, ibr: true, unpaid: 518.62, offers: { STANDARD: 232.15, GRADUATED: 133.42 } },
  { current: 'IBR_15', pays: 38.15, ibr: true, unpaid: 41.38, offers: { STANDARD: 59.96, GRADUATED: 34.28 } },
);

/** Direct loans on PAYE, and one that is in default. */
export const onPaye: PlanEstimates = {
  ...sampleTermEstimates(null, null),
  directLoans: {
    ...sampleProgram({ current: 'PAYE', pays: 90, idr: true, offers: { STANDARD: 232.15, GRADUATED: 133.42 } }),
    currentLoans: [
      {
        accountNumber: 'E100200301',
        groupId: 'B',
        loanNumber: 'B01',
        loanTypeGroup: 'Direct Unsubsidized',
        currentPlanName: 'STANDARD',
        newEstimatedAmount: dollars(85.03),
        currentAmount: dollars(85.03),
        isInDefault: true,
      },
    ],
  },
};
