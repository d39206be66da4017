/** Handlers for deferments: eligibility, covered groups, cost, and applications. */
import * as v from 'valibot';
import { type PlainDate, addDays, addMonths, formatUsDate } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import type { deferment } from '#domain/repayment/deferment/calls.ts';
import { defermentMessages } from '#domain/repayment/deferment/messages.ts';
import { reportingSchool } from '#domain/repayment/deferment/in-school.ts';
import { incomeSchema, startBounds, validateStartDate } from '#domain/repayment/deferment/rules.ts';
import {
  type CurrentSchool,
  DEFERMENT_TYPES,
  DEFERMENT_TYPE_NUMBERS,
  type DefermentType,
  type StartBounds,
} from '#domain/repayment/deferment/shapes.ts';
import { areAllInDefault } from '#domain/loan-default.ts';
import { findProblems } from '#domain/issue.ts';
import { militaryMessages } from '#domain/repayment/military/messages.ts';
import { Benefit } from '#domain/military-benefits.ts';
import type { postponement } from '#domain/repayment/postponement/calls.ts';
import { costOfPausing } from '#domain/repayment/postponement/cost.ts';
import {
  type PostponableGroup,
  computePostponementCoverage,
  mayApplyFor,
} from '#domain/repayment/postponement/coverage.ts';
import { isIncomeLowEnough, monthlyIncomeLimit } from '#domain/repayment/postponement/income.ts';
import { inProcessFlags } from '#domain/repayment/postponement/rules.ts';
import type { Postponement } from '#domain/postponement-kinds.ts';
import { toGuidelineRegion } from '#domain/plans/parameters/parameters.ts';
import { kindsInProcess } from '../portfolio/applications-in-process.ts';
import { fieldErrors, receiveApplication, refusal, refuseFields } from './applications.ts';
import { contactFor } from '../../credentials/contact.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';
import { sumPrincipal, sentCoverageIn } from './postponable.ts';
import { holdingsIn } from '../portfolio/portfolio.ts';
import { logMissingParameters } from './plans.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

/** Returns where the poverty guideline of the borrower applies. */
const regionIn = async (scope: Scope) => toGuidelineRegion(await contactFor(scope));

export const defermentEligibility: Handler<typeof deferment.eligibility> = async (scope) => {
  const [facts, kinds, region] = await Promise.all([readCoverageInput(scope), kindsInProcess(scope), regionIn(scope)]);
  const sizes = scope.incomeLimits.maxDependents + 1;
  return {
    hasDefermentForbearanceApplicationInProcess: inProcessFlags(kinds).hasDefermentForbearanceApplicationInProcess,
    isDefermentEconomicHardshipEligible: mayApplyFor('economicHardship', facts),
    isDefermentRehabEligible: mayApplyFor('rehabilitation', facts),
    isDefermentUnemploymentEligible: mayApplyFor('unemployment', facts),
    isDefermentInSchoolEligible: mayApplyFor('inSchool', facts),
    isInDefault: areAllInDefault(facts.groups),
    monthlyIncomeLimits: Array.from({ length: sizes }, (_, more) =>
      monthlyIncomeLimit({ size: 1 + more, region }, scope.today),
    ),
  };
};

/** Returns the deferment type for its number in requests (R §3). */
function typeOfNumber(number: string): DefermentType {
  const type = DEFERMENT_TYPES.find((each) => String(DEFERMENT_TYPE_NUMBERS[each]) === number);
  if (type === undefined) throw new Error(`There is no deferment with the number ${number}`);
  return type;
}

function sentGroup(group: PostponableGroup): CallSent<typeof deferment.groups>['eligibleGroups'][number] {
  const { accountNumber, groupId, loanType, accountLoanType } = group;
  const principal = sumPrincipal(group);
  return {
    accountNumber,
    groupId,
    loanType,
    accountLoanType,
    currentPrincipalBalance: principal,
    outstandingPrincipal: principal,
  };
}

export const defermentGroups: Handler<typeof deferment.groups> = async (scope, { query: { defermentType } }) => {
  const { eligible, ineligible } = computePostponementCoverage(
    typeOfNumber(defermentType),
    await readCoverageInput(scope),
  );
  return {
    eligibleGroups: eligible.map(sentGroup),
    ineligibleGroups: ineligible.map((group) => ({ ...sentGroup(group), reason: group.reason })),
  };
};

export const inSchoolGroups: Handler<typeof deferment.inSchoolGroups> = (scope) => sentCoverageIn(scope, 'inSchool');

const currentSchoolIn = async (scope: Scope): Promise<CurrentSchool> => ({
  currentSchoolList: [...(await holdingsIn(scope)).borrower.schools],
});

export const currentSchool: Handler<typeof deferment.currentSchool> = (scope) => currentSchoolIn(scope);

/** Returns the range of start dates for a deferment type. */
const boundsIn = (type: DefermentType, { today, defermentStart: ranges }: Scope): StartBounds | undefined =>
  startBounds(type, { today, ranges });

const startProblems = (field: string, day: PlainDate, bounds: StartBounds | undefined) => {
  const issue = bounds && validateStartDate(formatUsDate(day), bounds);
  return fieldErrors(defermentMessages, issue === undefined ? [] : [{ field, issue }]);
};

interface Income {
  readonly familySize: number;
  readonly monthlyIncome: number;
}

const incomeProblems = ({ incomeLimits }: Scope, { familySize, monthlyIncome }: Income) =>
  fieldErrors(
    defermentMessages,
    findProblems(incomeSchema(incomeLimits), { familySize: String(familySize), monthlyIncome: String(monthlyIncome) }),
  );

/** Returns whether an income qualifies for economic hardship, for a family of this size at the borrower's address. */
async function isPoor(scope: Scope, { familySize, monthlyIncome }: Income): Promise<boolean> {
  const region = await regionIn(scope);
  logMissingParameters(scope);
  return isIncomeLowEnough(monthlyIncome, { size: familySize, region }, scope.today);
}

export const incomeCheck: Handler<typeof deferment.incomeCheck> = async (scope, { params }) => {
  const income = { familySize: Number(params.familySize), monthlyIncome: Number(params.income) };
  const fields = incomeProblems(scope, income);
  if (fields.length > 0) {
    throw new ServiceProblem(422, 'The income cannot be checked.', 'Some of the submitted values are invalid.', fields);
  }
  return { isEconomicHardshipEligible: await isPoor(scope, income) };
};

export const applyUnemployment: Handler<typeof deferment.applyUnemployment> = (scope, { idempotencyKey, body }) => {
  const { unemploymentDate: startDate, unemploymentBenefits: receivesBenefits } = body;
  return receiveApplication(scope, {
    idempotencyKey,
    received: body,
    asked: { kind: 'unemployment', receivesBenefits },
    startDate,
    check: (within) => refuseFields(startProblems('unemploymentDate', startDate, boundsIn('unemployment', within))),
  });
};

export const applyEconomicHardship: Handler<typeof deferment.applyEconomicHardship> = (
  scope,
  { idempotencyKey, body },
) => {
  const { selectedPlan, startDate, ...income } = body;
  const isByIncome = selectedPlan === 'Poverty';
  return receiveApplication(scope, {
    idempotencyKey,
    received: body,
    asked: {
      kind: 'economicHardship',
      selectedPlan,
      familySize: isByIncome ? income.familySize : null,
      monthlyIncome: isByIncome ? income.monthlyIncome : null,
    },
    startDate,
    check: async (within) => {
      refuseFields([
        ...startProblems('startDate', startDate, boundsIn('economicHardship', within)),
        ...(isByIncome ? incomeProblems(within, income) : []),
      ]);
      if (isByIncome && !(await isPoor(within, income))) {
        throw refusal({ code: 'monthlyIncome.aboveLimit' }, ['monthlyIncome']);
      }
    },
  });
};

export const applyRehabilitation: Handler<typeof deferment.applyRehabilitation> = (scope, { idempotencyKey }) =>
  receiveApplication(scope, {
    idempotencyKey,
    asked: { kind: 'rehabilitation' },
    startDate: null,
    check: () => undefined,
  });

/**
 * Applies for an in-school deferment. Without a school that reports enrollment, the borrower counts as not attending,
 * whatever was sent (ruling 43).
 */
export const applyInSchool: Handler<typeof deferment.applyInSchool> = async (scope, { idempotencyKey, query }) => {
  const hasReportingSchool = reportingSchool(await currentSchoolIn(scope)) !== undefined;
  return receiveApplication(scope, {
    idempotencyKey,
    received: query,
    asked: { kind: 'inSchool', isReportedBySchool: hasReportingSchool && query.currentlyEnrolledSchool === 'true' },
    startDate: null,
    check: () => {
      if (query.currentlyEnrolledCredit !== 'true') throw refusal({ code: 'application.notEnrolled' });
    },
  });
};

/** Maximum distance of a start date from today, in months, for postponements without a range. */
const FARTHEST_START = 120;

const costBounds = (kind: Postponement, scope: Scope): StartBounds => {
  const { today } = scope;
  const type = DEFERMENT_TYPES.find((each) => each === kind);
  const own = type && boundsIn(type, scope);
  return own ?? { min: addMonths(today, -FARTHEST_START), max: addMonths(today, FARTHEST_START) };
};

/**
 * Returns the problems of an end date. A pause must end after its first day (R §5) If the end date is too late, the cost is
 * computed for the longest pause.
 */
function endProblems(startDate: PlainDate, endDate: PlainDate | undefined) {
  if (endDate === undefined || endDate > startDate) return [];
  const issue = { code: 'endDate.tooEarly', min: formatUsDate(addDays(startDate, 1)) } as const;
  return fieldErrors(militaryMessages, [{ field: 'endDate', issue }]);
}

const dutyStartProblems = (dutyStart: PlainDate | undefined, today: PlainDate) =>
  dutyStart === undefined || dutyStart <= today
    ? []
    : fieldErrors(militaryMessages, [{ field: 'dutyStart', issue: { code: 'startDate.inFuture' } }]);

export const costOfPause: Handler<typeof postponement.cost> = async (
  scope,
  { params: { postponement: kind }, query },
) => {
  const { today } = scope;
  const { startDate = today, endDate, dutyStart } = query;
  const wrongStart = startProblems('startDate', startDate, costBounds(kind, scope));
  const fields = [
    ...(wrongStart.length > 0 ? wrongStart : endProblems(startDate, endDate)),
    ...dutyStartProblems(dutyStart, today),
  ];
  if (fields.length > 0) {
    throw new ServiceProblem(422, 'The cost cannot be computed.', 'Some of the submitted values are invalid.', fields);
  }
  const benefits = (query.benefits ?? '').split(',').filter((name): name is Benefit => v.is(Benefit, name));
  const { hostilePaySince } = scope;
  const reduced = { benefits, hostilePaySince, dutyStart };
  return costOfPausing(kind, { startDate, endDate }, await readCoverageInput(scope), reduced);
};
