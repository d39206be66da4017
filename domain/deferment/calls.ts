/** The calls for deferments that the borrower chooses by type (R §7). */
import * as v from 'valibot';
import { applicationCall } from '../application-call.ts';
import { defineCall } from '../call.ts';
import { CoveredGroups } from '../postponement/shapes.ts';
import {
  CurrentSchool,
  DefermentEligibility,
  DefermentGroups,
  EconomicHardshipApplication,
  EconomicHardshipCheck,
  UnemploymentApplication,
} from './shapes.ts';

const access = ['borrower'] as const;

/** A whole number in a path. */
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,7}$/));
const flag = v.picklist(['true', 'false']);

export const deferment = {
  eligibility: defineCall({
    id: 'deferment.eligibility',
    method: 'GET',
    path: 'deferment-forbearance/deferment-eligibility',
    summary: 'Which deferments the borrower may apply for, and whether an application is in process',
    access,
    timeLimit: 'read',
    response: DefermentEligibility,
  }),
  incomeCheck: defineCall({
    id: 'deferment.incomeCheck',
    method: 'GET',
    path: 'deferment-forbearance/income/:income/family/:familySize',
    summary: 'Whether a monthly income in whole dollars allows an economic hardship deferment to a family of that size',
    access,
    timeLimit: 'read',
    params: v.strictObject({ income: wholeNumber, familySize: wholeNumber }),
    response: EconomicHardshipCheck,
  }),
  groups: defineCall({
    id: 'deferment.groups',
    method: 'GET',
    path: 'deferment-forbearance/deferment-eligible-groups',
    summary: 'The groups of loans that a deferment of a type would cover, and those that it would not',
    access,
    timeLimit: 'read',
    query: v.strictObject({ defermentType: v.picklist(['0', '1', '2']) }),
    response: DefermentGroups,
  }),
  inSchoolGroups: defineCall({
    id: 'deferment.inSchoolGroups',
    method: 'GET',
    path: 'deferment-forbearance/in-school-data',
    summary: 'The groups of loans that an in-school deferment would cover, and those that it would not',
    access,
    timeLimit: 'read',
    response: CoveredGroups,
  }),
  currentSchool: defineCall({
    id: 'deferment.currentSchool',
    method: 'GET',
    // R §7 specifies no path for this call.
    path: 'deferment-forbearance/current-school',
    summary: 'The schools at which the borrower is, as far as they are known',
    access,
    timeLimit: 'read',
    response: CurrentSchool,
  }),
  applyUnemployment: defineCall({
    ...applicationCall,
    id: 'deferment.applyUnemployment',
    path: 'deferment-forbearance/unemployment-deferment',
    summary: 'Applies for an unemployment deferment, once for each key',
    body: UnemploymentApplication,
  }),
  applyEconomicHardship: defineCall({
    ...applicationCall,
    id: 'deferment.applyEconomicHardship',
    path: 'deferment-forbearance/economic-hardship-deferment',
    summary: 'Applies for an economic hardship deferment, once for each key',
    body: EconomicHardshipApplication,
  }),
  applyRehabilitation: defineCall({
    ...applicationCall,
    id: 'deferment.applyRehabilitation',
    path: 'deferment-forbearance/rehab-deferment',
    summary: 'Applies for a rehabilitation training deferment, once for each key. It has no body',
  }),
  applyInSchool: defineCall({
    ...applicationCall,
    id: 'deferment.applyInSchool',
    path: 'deferment-forbearance/in-school-deferment',
    summary: 'Applies for an in-school deferment, once for each key. It has no body',
    query: v.strictObject({ currentlyEnrolledCredit: flag, currentlyEnrolledSchool: flag }),
  }),
};
