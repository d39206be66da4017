/** The catalogue of repayment plans: facts of each plan that do not depend on the borrower (R §3, §8; 34 CFR 685.208, 685.209). */
import { formatUsDate, toPlainDate } from '../calendar.ts';
import { type PlanName, PLANS } from '../plan-names.ts';
import { PLAN_DATES } from './parameters/plan-dates.ts';

/** An entry of the catalogue. Texts are shown to borrowers. */
export interface PlanEntry {
  readonly name: PlanName;
  readonly preferredName: string;
  /** A name of one or two words, for charts and tables. */
  readonly shortName: string;
  /** One sentence on how the payment is set. */
  readonly note: string;
  /** An asterisk refers to the footnote on consolidation loans (R §2). */
  readonly term: string;
  readonly payments: string;
  readonly recertify: string;
  readonly forgivenAfter: string;
  /** Payments after which the rest is forgiven; null if nothing is. */
  readonly forgivenAfterMonths: number | null;
  /** The number of the plan in a term-based application; 99 for plans that have none (R §7). */
  readonly submitCode: number;
  /** The key of its managed texts in the section `repayoptions`. */
  readonly igxKey: string;
}

/** The submit code of plans without a number (R §7). */
export const UNMAPPED_CODE = 99;

const formatDay = (date: string): string => formatUsDate(toPlainDate(date));
/** Until when PAYE and ICR can be chosen, and when they end. */
const PAYE_AND_ICR = `You can choose this plan through ${formatDay(PLAN_DATES.payeAndIcrChosenThrough)}. It ends on ${formatDay(PLAN_DATES.payeAndIcrThrough)}.`;

const NEVER = {
  recertify: 'No yearly check',
  forgivenAfter: 'Nothing is forgiven',
  forgivenAfterMonths: null,
} as const;
const fromIncome = (years: number) => ({
  term: `Up to ${years} years`,
  payments: `Up to ${years * 12} payments`,
  recertify: 'Every year',
  forgivenAfter: `${years} years (${years * 12} payments)`,
  forgivenAfterMonths: years * 12,
});

const ENTRIES: Readonly<Record<PlanName, Omit<PlanEntry, 'name'>>> = {
  STANDARD: {
    preferredName: 'Standard Repayment',
    shortName: 'Standard',
    note: 'You pay the same amount every month.',
    term: '10 years*',
    payments: '120 payments*',
    ...NEVER,
    submitCode: 1,
    igxKey: 'Plan-Standard',
  },
  GRADUATED: {
    preferredName: 'Graduated Repayment',
    shortName: 'Graduated',
    note: 'Your payments start low and go up every two years.',
    term: '10 years*',
    payments: '120 payments*',
    ...NEVER,
    submitCode: 2,
    igxKey: 'Plan-Graduated',
  },
  EXTENDED_FIXED: {
    preferredName: 'Extended Fixed Repayment',
    shortName: 'Extended Fixed',
    note: 'You pay the same amount every month for a longer time.',
    term: '25 years',
    payments: '300 payments',
    ...NEVER,
    submitCode: 3,
    igxKey: 'Plan-Extended-Fixed',
  },
  EXTENDED_GRADUATED: {
    preferredName: 'Extended Graduated Repayment',
    shortName: 'Extended Graduated',
    note: 'Your payments start low and go up every two years.',
    term: '25 years',
    payments: '300 payments',
    ...NEVER,
    submitCode: 4,
    igxKey: 'Plan-Extended-Graduated',
  },
  TIERED_STANDARD: {
    preferredName: 'Tiered Standard Repayment',
    shortName: 'Tiered Standard',
    note: 'You pay the same amount every month. How long depends on how much you owe.',
    term: '10 to 25 years',
    payments: '120 to 300 payments',
    ...NEVER,
    submitCode: 5,
    igxKey: 'Plan-Tiered-Standard',
  },
  IBR_15: {
    preferredName: 'Income-Based Repayment (IBR)',
    shortName: 'IBR',
    note: 'You pay 15% of the part of your income above 150% of the poverty guideline.',
    ...fromIncome(25),
    submitCode: 10,
    igxKey: 'Plan-IBR',
  },
  IBR_10: {
    preferredName: 'Income-Based Repayment (IBR) for new borrowers',
    shortName: 'IBR',
    note: 'You pay 10% of the part of your income above 150% of the poverty guideline.',
    ...fromIncome(20),
    submitCode: 10,
    igxKey: 'Plan-IBR-New',
  },
  PAYE: {
    preferredName: 'Pay As You Earn (PAYE)',
    shortName: 'PAYE',
    note: `You pay 10% of the part of your income above 150% of the poverty guideline. ${PAYE_AND_ICR}`,
    ...fromIncome(20),
    submitCode: 11,
    igxKey: 'Plan-PAYE',
  },
  ICR: {
    preferredName: 'Income-Contingent Repayment (ICR)',
    shortName: 'ICR',
    note: `You pay 20% of the part of your income above the poverty guideline, or less. ${PAYE_AND_ICR}`,
    ...fromIncome(25),
    submitCode: 12,
    igxKey: 'Plan-ICR',
  },
  RAP: {
    preferredName: 'Repayment Assistance Plan (RAP)',
    shortName: 'RAP',
    note: 'You pay 1% to 10% of your income, less $50 for each dependent, and at least $10.',
    ...fromIncome(30),
    submitCode: 13,
    igxKey: 'Plan-RAP',
  },
  SAVE: {
    preferredName: 'Saving on a Valuable Education (SAVE)',
    shortName: 'SAVE',
    note: 'This plan has ended.',
    term: 'Ended',
    payments: 'Ended',
    ...NEVER,
    submitCode: UNMAPPED_CODE,
    igxKey: 'Plan-SAVE',
  },
  INCOME_SENSITIVE: {
    preferredName: 'Income-Sensitive Repayment',
    shortName: 'Income-Sensitive',
    note: 'Your lender sets your payments each year, based on your income.',
    term: '10 years or more',
    payments: '120 payments or more',
    recertify: 'Every year',
    forgivenAfter: NEVER.forgivenAfter,
    forgivenAfterMonths: null,
    submitCode: UNMAPPED_CODE,
    igxKey: 'Plan-Income-Sensitive',
  },
};

const BY_NAME: ReadonlyMap<string, PlanEntry> = new Map(PLANS.map((name) => [name, { name, ...ENTRIES[name] }]));

/** Returns the entry of a plan; undefined for an unlisted plan, whose facts are shown as "Unknown" (R §8). */
export const planEntry = (name: string): PlanEntry | undefined => BY_NAME.get(name);

/** All entries, in the order of {@link PLANS}. */
export const catalogue: readonly PlanEntry[] = [...BY_NAME.values()];

/** Shown for an unknown fact of a plan (R §8). */
export const UNKNOWN = 'Unknown';

/** Returns the preferred name of a plan; its own name if the catalogue does not have it. */
export const getPreferredName = (name: string): string => planEntry(name)?.preferredName ?? name;

/** Returns the short name of a plan; its own name if the catalogue does not have it. */
export const getShortName = (name: string): string => planEntry(name)?.shortName ?? name;

/** Returns when income is recertified; "Unknown" for an unknown plan. */
export const getRecertification = (name: string): string => planEntry(name)?.recertify ?? UNKNOWN;

/** Returns the time until forgiveness; "Unknown" for an unknown plan. */
export const getForgivenAfter = (name: string): string => planEntry(name)?.forgivenAfter ?? UNKNOWN;

/** Returns sentences about the recertification and the forgiveness of a plan. */
export const planTermsText = (name: string): string => {
  const [recertify, forgivenAfter] = [getRecertification(name), getForgivenAfter(name)];
  return [
    recertify === NEVER.recertify ? recertify : `Recertify: ${recertify}`,
    forgivenAfter === NEVER.forgivenAfter ? forgivenAfter : `Forgiven after: ${forgivenAfter}`,
  ]
    .map((text) => `${text}.`)
    .join(' ');
};

/** Returns the number of a plan in a term-based application: 99 if it has none (R §7). */
export const getSubmitCode = (name: string): number => planEntry(name)?.submitCode ?? UNMAPPED_CODE;

/** The footnote that is shown if any of the terms has an asterisk (R §2). */
export const CONSOLIDATION_FOOTNOTE = '* between 10 and 30 years for consolidation loans';

/** Returns whether any of these plans has the footnote. */
export const hasFootnote = (names: readonly string[]): boolean =>
  names.some((name) => planEntry(name)?.term.endsWith('*') ?? false);
