/** The messages of deferment issues (R §5). */
import type { Messages } from '../../issue.ts';
import { type Cents, formatUsd, formatWholeUsd } from '../../money.ts';
import { TERMS_LABEL, termsMessages } from '../../terms.ts';
import type { DefermentIssue } from './rules.ts';
import type { DefermentOption } from './shapes.ts';

export const defermentMessages: Messages<DefermentIssue | { code: 'response.required' }> = {
  'response.required': () => 'Response is required.',
  'familySize.range': ({ min, max }) => `Family Size must be between ${min} and ${max}.`,
  'monthlyIncome.required': () => 'Gross Monthly Income is required.',
  'monthlyIncome.format': () => 'Gross Monthly Income must be a valid dollar amount.',
  'monthlyIncome.tooHigh': ({ max }) => `Monthly Gross Income must be less than ${formatWholeUsd(max)}.`,
  'startDate.required': () => 'Date is required (MM/DD/YYYY).',
  'startDate.format': () => 'Enter in a valid date (MM/DD/YYYY).',
  'startDate.tooEarly': ({ min }) => `Date (MM/DD/YYYY) cannot be before ${min}.`,
  'startDate.tooLate': ({ max }) => `Date (MM/DD/YYYY) cannot be after ${max}.`,
  ...termsMessages,
};

/** Returns the highest income that qualifies for economic hardship, with the size of the family that it is for. */
export const incomeLimitText = (limit: Cents, size: number): string =>
  `Where you live, ${size === 1 ? 'one person' : `a family of ${size}`} can have up to ${formatUsd(limit)} a month.`;

/** The labels of the fields in forms and in the error panel. */
export const defermentFieldLabels: Readonly<Record<string, string>> = {
  defermentType: 'Deferment Type',
  familySize: 'Family Size',
  monthlyIncome: 'Gross Monthly Income',
  startDate: 'Start Date',
  terms: TERMS_LABEL,
};

/** The display name of each qualification for a deferment. */
export const defermentOptionNames: Readonly<Record<DefermentOption, string>> = {
  UnemploymentBenefits: 'Receiving unemployment benefits',
  Unemployment: 'Looking for full-time work',
  PeaceCorps: 'Serving in the Peace Corps',
  PublicAssistance: 'Receiving public assistance',
  AnotherServicer: 'Economic hardship deferment with another servicer',
  Poverty: 'Low income for your family size',
  RehabilitationTraining: 'Rehabilitation training',
};
