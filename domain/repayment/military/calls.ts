/** The calls for the military deferment and related benefits (R §7). */
import { defineCall } from '../../call.ts';
import { applicationCall } from '../application-call.ts';
import { CoveredGroups } from '../postponement/shapes.ts';
import { LoanInfo, MilitaryDates, MilitarySubmission, RepaymentRecertifications } from './shapes.ts';

const read = { method: 'GET', access: ['borrower'], timeLimit: 'read' } as const;

export const military = {
  dates: defineCall({
    ...read,
    id: 'military.dates',
    path: 'deferment-forbearance/military-deferment-dates',
    summary: 'Returns the earliest start date and the latest end date of a military deferment',
    response: MilitaryDates,
  }),
  groups: defineCall({
    ...read,
    id: 'military.groups',
    // R §7 specifies no paths for these three calls.
    path: 'deferment-forbearance/military-data',
    summary: 'Returns the loan groups that a military deferment would cover, and the ones that it would not',
    response: CoveredGroups,
  }),
  loanInfo: defineCall({
    ...read,
    id: 'military.loanInfo',
    path: 'loan-infos/current',
    summary: "Returns the date of the last disbursement of the borrower's Direct loans",
    response: LoanInfo,
  }),
  recertifications: defineCall({
    ...read,
    id: 'military.recertifications',
    path: 'repayment-recertifications',
    summary: "Returns the recertification dates of the borrower's income-driven plans",
    response: RepaymentRecertifications,
  }),
  apply: defineCall({
    ...applicationCall,
    id: 'military.apply',
    path: 'deferment-forbearance/military-deferment',
    summary: 'Submits an application for a military deferment and related benefits, once per idempotency key',
    body: MilitarySubmission,
  }),
};
