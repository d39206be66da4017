/** The calls for deferments that the borrower chooses by type (R §7). */
import * as v from 'valibot';
import { applicationCall } from '../application-call.ts';
import { defineCall } from '../../call.ts';
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
    summary: 'Returns the deferments that the borrower may apply for, and whether an application is in process',
    access,
    timeLimit: 'read',
    response: DefermentEligibility,
  }),
  incomeCheck: defineCall({
    id: 'deferment.incomeCheck',
    method: 'GET',
    path: 'deferment-forbearance/income/:income/family/:familySize',
    summary:
      'Returns whether a monthly income in whole dollars qualifies for an economic hardship deferment, given the family size',
    access,
    timeLimit: 'read',
    params: v.strictObject({ income: wholeNumber, familySize: wholeNumber }),
    response: EconomicHardshipCheck,
  }),
  groups: defineCall({
    id: 'deferment.groups',
    method: 'GET',
    path: 'deferment-forbearance/deferment-eligible-groups',
    summary: 'Returns the loan groups that a deferment of a type would cover, and the ones that it would not',
    access,
    timeLimit: 'read',
    query: v.strictObject({ defermentType: v.picklist(['0', '1', '2']) }),
    response: DefermentGroups,
  }),
  inSchoolGroups: defineCall({
    id: 'deferment.inSchoolGroups',
    method: 'GET',
    path: 'deferment-forbearance/in-school-data',
    summary: 'Returns the loan groups that an in-school deferment would cover, and the ones that it would not',
    access,
    timeLimit: 'read',
    response: CoveredGroups,
  }),
  currentSchool: defineCall({
    id: 'deferment.currentSchool',
    method: 'GET',
    // R §7 specifies no path for this call.
    path: 'deferment-forbearance/current-school',
    summary: 'Returns the known schools where the borrower is enrolled',
    access,
    timeLimit: 'read',
    response: CurrentSchool,
  }),
  applyUnemployment: defineCall({
    ...applicationCall,
    id: 'deferment.applyUnemployment',
    path: 'deferment-forbearance/unemployment-deferment',
    summary: 'Submits an application for an unemployment deferment, once per idempotency key',
    body: UnemploymentApplication,
  }),
  applyEconomicHardship: defineCall({
    ...applicationCall,
    id: 'deferment.applyEconomicHardship',
    path: 'deferment-forbearance/economic-hardship-deferment',
    summary: 'Submits an application for an economic hardship deferment, once per idempotency key',
    body: EconomicHardshipApplication,
  }),
  applyRehabilitation: defineCall({
    ...applicationCall,
    id: 'deferment.applyRehabilitation',
    path: 'deferment-forbearance/rehab-deferment',
    summary:
      'Submits an application for a rehabilitation training deferment, once per idempotency key. The request has no body',
  }),
  applyInSchool: defineCall({
    ...applicationCall,
    id: 'deferment.applyInSchool',
    path: 'deferment-forbearance/in-school-deferment',
    summary: 'Submits an application for an in-school deferment, once per idempotency key. The request has no body',
    query: v.strictObject({ currentlyEnrolledCredit: flag, currentlyEnrolledSchool: flag }),
  }),
};
