/** Model of loading the data of the repayment options (R §1, P §8). The eligibility is optional. */
import type { AccessData } from '#domain/session/access/shapes.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { repaymentFacts } from './repayment-facts.machine.ts';

/** Eligibility for everything. */
export const mayApply: AccessData = {
  isVeryDelinquent: false,
  borrowerActions: [],
  hasFederalAccount: true,
  totalDue: cents(41_250),
  borrowerType: 1,
  isEligible: true,
  isInSchoolOrGrace: false,
  hasDefermentForbearanceApplicationInProcess: false,
  forbearanceHardshipSummary: { hasApplicationInProcess: false },
  idrApplicationSubmitted: false,
  termBasedApplicationSubmitted: false,
  postponements: {
    unemployment: { isEligible: true, ineligibleReason: null },
    rehabilitation: { isEligible: true, ineligibleReason: null },
    economicHardship: { isEligible: true, ineligibleReason: null },
    inSchool: { isEligible: true, ineligibleReason: null },
    military: { isEligible: true, ineligibleReason: null },
    hardship: { isEligible: true, ineligibleReason: null },
  },
};
export const hasApplied: AccessData = { ...mayApply, hasDefermentForbearanceApplicationInProcess: true };
export const commercialOnly: AccessData = { ...mayApply, hasFederalAccount: false };
export const ofType3: AccessData = { ...mayApply, borrowerType: 3 };
export const nothingDue: AccessData = { ...mayApply, totalDue: cents(0) };
export const farFromRepayment: AccessData = { ...mayApply, isInSchoolOrGrace: true, isFarFromRepayment: true };
/** Nothing is owed on any loan. */
export const paidInFull: AccessData = { ...mayApply, isEligible: false, totalDue: cents(0), paidInFull: 'all' };
export const notEligible: AccessData = { ...mayApply, isEligible: false };
const { idrApplicationSubmitted: _, ...applicationsNotKnown } = mayApply;
export { applicationsNotKnown };
const noLoans = { isEligible: false, ineligibleReason: 'NoEligLoans' } as const;
export const paidAhead: AccessData = {
  ...mayApply,
  postponements: { ...mayApply.postponements, hardship: { isEligible: false, ineligibleReason: 'PaidAhead' } },
};
export const noLoansToPostpone: AccessData = {
  ...mayApply,
  postponements: {
    unemployment: noLoans,
    rehabilitation: noLoans,
    economicHardship: noLoans,
    inSchool: noLoans,
    military: noLoans,
    hardship: noLoans,
  },
};
/** Nothing but benefits of active duty is left (ruling 97). */
export const inDefault: AccessData = {
  ...noLoansToPostpone,
  postponements: { ...noLoansToPostpone.postponements, military: { isEligible: true, ineligibleReason: null } },
  isEligible: false,
  isInDefault: true,
};
export const noUnemployment: AccessData = {
  ...mayApply,
  postponements: { ...mayApply.postponements, unemployment: noLoans },
};
const { postponements: __, ...postponementsNotKnown } = mayApply;
export { postponementsNotKnown };

export const received: Application = {
  confirmationNumber: 'PX4K-7Q2M',
  kind: 'unemployment',
  status: 'received',
  receivedDateTime: '2026-11-18T15:00:00.000Z',
  reviewStartedDateTime: null,
  decidedDateTime: null,
  startDate: day('2026-12-01'),
  document: { documentTypeId: 4, name: 'Proof of unemployment', uploads: [] },
};
export const militaryBenefits: Application = { ...received, kind: 'militaryBenefits', document: null };
export const inReview: Application = {
  ...received,
  confirmationNumber: 'PX4K-9T3B',
  kind: 'economicHardship',
  status: 'inReview',
  reviewStartedDateTime: '2026-11-19T15:00:00.000Z',
  document: { documentTypeId: 2, name: 'Proof of income', uploads: [] },
};
export const withDocument: Application = {
  ...inReview,
  document: {
    documentTypeId: 2,
    name: 'Proof of income',
    uploads: [
      {
        documentId: '0f8b4a52-0f57-4a0b-9f4b-7d2f0f4f5a11',
        fileName: 'payslip.pdf',
        uploadedDateTime: '2026-11-20T15:00:00.000Z',
      },
    ],
  },
};
const approved: Application = {
  confirmationNumber: 'PX2C-1D8F',
  kind: 'hardship',
  status: 'approved',
  receivedDateTime: '2026-03-02T15:00:00.000Z',
  reviewStartedDateTime: '2026-03-04T15:00:00.000Z',
  decidedDateTime: '2026-03-10T15:00:00.000Z',
  startDate: day('2026-04-05'),
  endDate: day('2026-10-05'),
};
const denied: Application = {
  ...approved,
  confirmationNumber: 'PX1A-5H6J',
  kind: 'term',
  status: 'denied',
  receivedDateTime: '2026-01-12T15:00:00.000Z',
  reviewStartedDateTime: null,
  decidedDateTime: '2026-01-20T15:00:00.000Z',
  startDate: day('2026-02-01'),
  endDate: null,
};
export const decided: readonly Application[] = [approved, denied];

export default {
  ...createLoadingModel(repaymentFacts, {
    inputs: { 'a borrower': {} },
    parts: {
      applications: {
        answers: {
          'no application': [],
          'one that was received': [received],
          'one in review': [inReview],
          'one in review whose document has arrived': [withDocument],
          'an approved and a denied one': decided,
          'military benefits that postpone nothing': [militaryBenefits],
        },
        failures: { 'no answer in time': { kind: 'noAnswer' }, 'a broken server': { kind: 'refused', status: 503 } },
      },
      facts: {
        answers: {
          'may apply for everything': mayApply,
          'has applied': hasApplied,
          'commercial accounts only': commercialOnly,
          'of borrower type 3': ofType3,
          'nothing due': nothingDue,
          'everything is paid': paidInFull,
          'not eligible': notEligible,
          'all loans in default': inDefault,
        },
        default: null,
      },
    },
  }),
  title: 'Repayment Options: Initial Data',
};
