/** Handlers for the military deferment: dates, covered groups, facts for the benefits, and applications. */
import { addMonths } from '#domain/calendar.ts';
import type { military } from '#domain/repayment/military/calls.ts';
import { hostilePayMonthsLeft, mayApplyFor } from '#domain/repayment/postponement/coverage.ts';
import { earliestStart, latestDirectDisbursement } from '#domain/repayment/postponement/military.ts';
import { militaryMessages } from '#domain/repayment/military/messages.ts';
import { getApplicationKind, toDateLimits, isHostilePayShown } from '#domain/repayment/military/rules.ts';
import {
  type MilitarySubmissionInput,
  answersIn,
  appliedBenefits,
  dutyStartIn,
  toStoredAnswers,
  submissionProblems,
} from '#domain/repayment/military/submission.ts';
import { fieldErrors, receiveApplication, refusal, refuseFields } from './applications.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';
import { sentCoverageIn } from './postponable.ts';
import { holdingsIn } from '../portfolio/portfolio.ts';
import type { Handler, Scope } from '../scope.ts';

const datesIn = cachedPerLoansVersion(async (scope) => {
  const facts = await readCoverageInput(scope);
  // A deferment starts today at the latest and lasts at most 12 months.
  return {
    militaryDefermentStartDate: earliestStart(facts),
    militaryDefermentEndDate: addMonths(scope.today, 12),
  };
});

const loanInfoIn = cachedPerLoansVersion(async (scope) => {
  const facts = await readCoverageInput(scope);
  return {
    loanInfo: { mostRecentDisbursementDateDirect: latestDirectDisbursement(facts) },
    hostilePayMonthsLeft: hostilePayMonthsLeft(facts),
  };
});

const recertificationsIn = cachedPerLoansVersion(async (scope) => {
  const { accounts } = await holdingsIn(scope);
  const repaymentRecertifications = accounts
    .flatMap(({ groups }) => groups)
    .flatMap(({ recertifyBy, isPermanentStandard }) =>
      recertifyBy === null ? [] : [{ date: recertifyBy, permStandFlag: isPermanentStandard ? 'True' : 'False' }],
    );
  return { repaymentRecertifications };
});

export const militaryDates: Handler<typeof military.dates> = (scope) => datesIn(scope);
export const loanInfo: Handler<typeof military.loanInfo> = (scope) => loanInfoIn(scope);
export const recertifications: Handler<typeof military.recertifications> = (scope) => recertificationsIn(scope);
export const militaryGroups: Handler<typeof military.groups> = (scope) => sentCoverageIn(scope, 'military');

/** Returns the facts for validating a borrower's application. */
async function readSubmissionInput(scope: Scope): Promise<MilitarySubmissionInput> {
  const { today, hostilePaySince } = scope;
  const loans = await loanInfoIn(scope);
  return {
    dates: toDateLimits(await datesIn(scope), today),
    benefits: {
      ...(await recertificationsIn(scope)),
      today,
      canPostpone: mayApplyFor('military', await readCoverageInput(scope)),
      hostilePayMonthsLeft: loans.hostilePayMonthsLeft,
    },
    asksHostilePay: isHostilePayShown(loans, hostilePaySince),
  };
}

export const applyMilitary: Handler<typeof military.apply> = async (scope, { idempotencyKey, body }) => {
  const facts = await readSubmissionInput(scope);
  const answers = answersIn(body, facts.asksHostilePay);
  const benefits = appliedBenefits(body);
  const { operation, startDate, endDate } = answers;
  return receiveApplication(scope, {
    idempotencyKey,
    received: body,
    asked: {
      kind: getApplicationKind(benefits),
      operation,
      ...toStoredAnswers(answers),
      endDate,
      dutyStart: dutyStartIn(body, answers),
      benefits: [...benefits],
    },
    startDate,
    endDate,
    check: () => {
      if (!body.activeDuty) throw refusal({ code: 'application.notOnActiveDuty' }, ['activeDuty']);
      refuseFields(fieldErrors(militaryMessages, submissionProblems(body, facts)));
    },
  });
};
