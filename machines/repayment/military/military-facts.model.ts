/** Model of loading the facts for a military deferment application (R §3, §4 Military). */
import { toPlainDate as day } from '#domain/calendar.ts';
import type { LoanInfo, MilitaryDates, RepaymentRecertifications } from '#domain/repayment/military/shapes.ts';
import { sampleToday } from '#domain/samples.ts';
import { allEligible, inProcess } from '../deferment/deferment-facts.model.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { militaryFacts } from './military-facts.machine.ts';

export const sampleDates: MilitaryDates = {
  militaryDefermentStartDate: day('2023-07-01'),
  militaryDefermentEndDate: day('2027-11-20'),
};

/** First disbursement day with the hostile pay benefit, and the day before. */
export const newLoans: LoanInfo = { loanInfo: { mostRecentDisbursementDateDirect: day('2008-10-01') } };
export const oldLoans: LoanInfo = { loanInfo: { mostRecentDisbursementDateDirect: day('2008-09-30') } };

/** Recertification 70 days after the sample day. */
export const dueSoon: RepaymentRecertifications = {
  repaymentRecertifications: [{ date: day('2027-01-29'), permStandFlag: 'False' }],
};

export default {
  ...createLoadingModel(militaryFacts, {
    inputs: { anybody: {} },
    parts: {
      today: { answers: { 'the day': sampleToday } },
      eligibility: {
        answers: { 'no application in process': allEligible, 'an application in process': inProcess },
      },
      groups: { answers: { 'a group that would be postponed': sampleGroups, 'no such group': noGroups } },
      dates: { answers: { 'its days': sampleDates } },
      loans: { answers: { 'new enough for hostile pay': newLoans, 'too old for hostile pay': oldLoans } },
      recertifications: { answers: { 'within 70 days': dueSoon } },
    },
  }),
  title: 'Military: Initial Data',
};
