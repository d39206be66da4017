/** The calls about the deferments that are chosen by type (R §7). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { DefermentEligibility, DefermentGroups, EconomicHardshipCheck } from './shapes.ts';

const access = ['borrower'] as const;

/** A whole number as part of an address. */
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,7}$/));

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
};
