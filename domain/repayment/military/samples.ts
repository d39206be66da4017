/** Answers and request bodies of military applications, shared by models and tests. */
import type * as v from 'valibot';
import { toPlainDate } from '../../calendar.ts';
import type { MilitaryAnswers } from './rules.ts';
import type { MilitarySubmission, StoredAnswers } from './shapes.ts';

/** The answers of a borrower who has answered nothing. */
export const noAnswers: MilitaryAnswers = {
  activeDuty: null,
  activeDutyConnection: null,
  operation: null,
  canSendOrdersNow: null,
  startDate: null,
  endDate: null,
  hostileDangerPay: null,
  performingService: null,
  nationalGuard: null,
};

/** The answers in a stored application of that borrower. */
export const noStoredAnswers: v.InferOutput<typeof StoredAnswers> = {
  canSendOrders: null,
  performingService: null,
  nationalGuard: null,
};

/** The body of a borrower on active duty without a connection, whose answers are all no. Applies for nothing. */
export const sampleOtherDuty: MilitarySubmission = {
  activeDuty: true,
  militarySelectionText: '',
  sendOrders: false,
  performingService: false,
  nationalGuard: false,
  militaryDefermentStartDate: null,
  militaryDefermentEndDate: null,
  applyingForScra: false,
  applyingForMilitaryDeferment: false,
  applyingForTwelveMonthDeferment: false,
  applyingForHeroWaiverAct: false,
  applyingForHostileDuty: false,
  applyingForMandatoryForbearance: false,
};

/** The body of a borrower who has dates instead of orders. Applies for nothing. */
export const sampleDatedDuty: MilitarySubmission = {
  ...sampleOtherDuty,
  militarySelectionText: 'Operation Inherent Resolve',
  militaryDefermentStartDate: toPlainDate('2026-03-02'),
  militaryDefermentEndDate: toPlainDate('2027-03-02'),
};
