/** The handlers of the area's calls. */
import type { plans } from '#domain/plans/calls.ts';
import type { deferment } from '#domain/repayment/deferment/calls.ts';
import type { forbearance } from '#domain/repayment/forbearance/calls.ts';
import type { military } from '#domain/repayment/military/calls.ts';
import type { postponement } from '#domain/repayment/postponement/calls.ts';
import type { term } from '#domain/repayment/term/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { letterOfApplication, readApplication, withdrawApplication } from './application-details.ts';
import { listApplications, settleApplication } from './applications.ts';
import {
  applyEconomicHardship,
  applyInSchool,
  applyRehabilitation,
  applyUnemployment,
  costOfPause,
  currentSchool,
  defermentEligibility,
  defermentGroups,
  inSchoolGroups,
  incomeCheck,
} from './deferment.ts';
import { applyHardship, hardshipSummary } from './forbearance.ts';
import { applyMilitary, loanInfo, militaryDates, militaryGroups, recertifications } from './military.ts';
import { planEstimates, readPlanFacts, sendIdrEmail } from './plans.ts';
import { applyTerm, termLoanInfo } from './term.ts';

export const repaymentHandlers = {
  'deferment.eligibility': defermentEligibility,
  'deferment.incomeCheck': incomeCheck,
  'deferment.groups': defermentGroups,
  'deferment.inSchoolGroups': inSchoolGroups,
  'deferment.currentSchool': currentSchool,
  'deferment.applyUnemployment': applyUnemployment,
  'deferment.applyEconomicHardship': applyEconomicHardship,
  'deferment.applyRehabilitation': applyRehabilitation,
  'deferment.applyInSchool': applyInSchool,
  'forbearance.hardshipSummary': hardshipSummary,
  'forbearance.applyHardship': applyHardship,
  'military.dates': militaryDates,
  'military.groups': militaryGroups,
  'military.loanInfo': loanInfo,
  'military.recertifications': recertifications,
  'military.apply': applyMilitary,
  'postponement.applications': listApplications,
  'postponement.application': readApplication,
  'postponement.withdraw': withdrawApplication,
  'postponement.letter': letterOfApplication,
  'postponement.settle': settleApplication,
  'postponement.cost': costOfPause,
  'term.loanInfo': termLoanInfo,
  'term.apply': applyTerm,
  'plans.estimates': planEstimates,
  'plans.facts': readPlanFacts,
  'plans.sendIdrEmail': sendIdrEmail,
} satisfies GroupHandlers<
  typeof deferment | typeof forbearance | typeof military | typeof postponement | typeof term | typeof plans
>;
