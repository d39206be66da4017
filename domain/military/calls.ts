/** The calls for the military deferment and related benefits (R §7). */
import { defineCall } from '../call.ts';
import { applicationCall } from '../application-call.ts';
import { CoveredGroups } from '../postponement/shapes.ts';
import { LoanInfo, MilitaryDates, MilitarySubmission, RepaymentRecertifications } from './shapes.ts';

const read = { method: 'GET', access: ['borrower'], timeLimit: 'read' } as const;

export const military = {
  dates: defineCall({
    ...read,
    id: 'military.dates',
    path: 'deferment-forbearance/military-deferment-dates',
    summary: 'The first day on which a military deferment may begin, and the last day on which it may end',
    response: MilitaryDates,
  }),
  groups: defineCall({
    ...read,
    id: 'military.groups',
    // R §7 specifies no paths for these three calls.
    path: 'deferment-forbearance/military-data',
    summary: 'The groups of loans that a military deferment would cover, and those that it would not',
    response: CoveredGroups,
  }),
  loanInfo: defineCall({
    ...read,
    id: 'military.loanInfo',
    path: 'loan-infos/current',
    summary: 'When a Direct loan of the borrower was last disbursed',
    response: LoanInfo,
  }),
  recertifications: defineCall({
    ...read,
    id: 'military.recertifications',
    path: 'repayment-recertifications',
    summary: 'When the borrower has to recertify income for an income-driven plan',
    response: RepaymentRecertifications,
  }),
  apply: defineCall({
    ...applicationCall,
    id: 'military.apply',
    path: 'deferment-forbearance/military-deferment',
    summary: 'Applies for a military deferment and the benefits beside it, once for each key',
    body: MilitarySubmission,
  }),
};
