/** Rules for page access (P §5.1). */
import * as v from 'valibot';
import { refuse } from '../../issue.ts';
import { type Defaultable, isInDefault } from '../../loan-default.ts';
import type { Cents } from '../../money.ts';
import type { GuideKind } from '../../applications/shapes.ts';
import type { Eligibility } from '../../portal/shapes.ts';
import { TYPE_WITHOUT_IDR } from '../../plans/shapes.ts';
import { type AccessData, type Agreement, type Entry, type EntryIssue, type SentBecause } from './shapes.ts';

/**
 * The number of days past due at which a borrower counts as very delinquent. The specification does not define it;
 * servicers report loans as delinquent to the consumer reporting agencies at ninety days past due.
 */
export const VERY_DELINQUENT_DAYS = 90;

/**
 * Returns whether a repayment plan can be changed: a federal loan group has a balance and is not in default (ruling 97).
 * Commercial loans have no other plans.
 */
export const mayChangePlan = (groups: readonly (Defaultable & { readonly payoff: Cents })[]): boolean =>
  groups.some((group) => group.isFederal && group.payoff > 0 && !isInDefault(group));

/** Returns on which loans of a borrower nothing is owed: on any, or on the federal ones only. Null otherwise. */
export function paidInFull(
  accounts: readonly { readonly kind: 'federal' | 'commercial'; readonly payoff: Cents }[],
): 'all' | 'federal' | null {
  const owing = new Set(accounts.filter(({ payoff }) => payoff > 0).map(({ kind }) => kind));
  if (accounts.length === 0 || owing.has('federal')) return null;
  return owing.size === 0 ? 'all' : accounts.some(({ kind }) => kind === 'federal') ? 'federal' : null;
}

/** Returns whether a number of days past due, without those in granted pauses (ruling 97), makes a borrower very delinquent. */
export const isVeryDelinquent = (daysPastDue: number): boolean => daysPastDue >= VERY_DELINQUENT_DAYS;

/**
 * Returns whether an application of any kind is in process: deferment or forbearance, hardship, income-driven or
 * term-based plan (ruling 60). Undefined if no flag is true and some are unknown.
 */
export function isApplicationInProcess(facts: AccessData): boolean | undefined {
  const each = [
    facts.hasDefermentForbearanceApplicationInProcess,
    facts.forbearanceHardshipSummary?.hasApplicationInProcess,
    facts.idrApplicationSubmitted,
    facts.termBasedApplicationSubmitted,
  ];
  if (each.includes(true)) return true;
  return each.includes(undefined) ? undefined : false;
}

/** The page with the notice about an application in process. All new applications redirect to it (ruling 60). */
export const APPLICATION_IN_PROCESS = '/repayment-options?appInProcess=true';

/** The page with the notice that the borrower is not eligible (P §5.1). */
export const NOT_ELIGIBLE = '/repayment-options?isEligible=false';

/** Returns whether the borrower's type allows an income-driven plan (R §2, §6); undefined if the type is unknown. */
export const isTypeForIdr = ({ borrowerType }: Pick<AccessData, 'borrowerType'>): boolean | undefined =>
  borrowerType === undefined ? undefined : borrowerType !== TYPE_WITHOUT_IDR;

/**
 * Returns whether a borrower may apply for a repayment plan (P §5.1): a payment is due and the borrower is eligible.
 * With `exceptInSchoolOrGrace`, loans in school or grace need no payment due (ruling 28). Undefined if eligibility is
 * unknown.
 */
export function canEnterPlan(facts: AccessData, entry: 'always' | 'exceptInSchoolOrGrace'): boolean | undefined {
  const { isEligible, isInSchoolOrGrace = false, totalDue } = facts;
  if (isEligible === undefined) return undefined;
  const isExcepted = entry === 'exceptInSchoolOrGrace' && isInSchoolOrGrace;
  return isEligible && (totalDue > 0 || isExcepted);
}

/** The conditions of an application. The functions return undefined if the facts are unknown. */
interface Conditions {
  /** Whether the borrower's type allows it (ruling 62). */
  readonly isForType?: (facts: AccessData) => boolean | undefined;
  /** Whether the amount due and eligibility allow it (P §5.1). */
  readonly isEligible?: (facts: AccessData) => boolean | undefined;
}

/**
 * Additional conditions by application. All applications also require a federal account and no application in process
 * (rulings 8, 60).
 */
const CONDITIONS: Readonly<Record<Eligibility, Conditions>> = {
  deferment: {},
  hardship: {},
  idr: { isForType: isTypeForIdr, isEligible: (facts) => canEnterPlan(facts, 'exceptInSchoolOrGrace') },
  term: { isEligible: (facts) => canEnterPlan(facts, 'always') },
};

/** The application that a route opens; undefined for other routes. */
type RequestedAccess = Eligibility | undefined;

const getConditions = (requested: RequestedAccess): Conditions =>
  requested === undefined ? {} : CONDITIONS[requested];

/** Returns whether a route requires a federal account and the borrower is not known to have one (ruling 8). */
export const isWithoutFederalAccount = (facts: AccessData | null, requested: RequestedAccess): boolean =>
  requested !== undefined && facts?.hasFederalAccount !== true;

/** Returns whether the borrower's type allows an application (ruling 62); undefined if unknown. */
export function hasTypeFor(facts: AccessData | null, requested: RequestedAccess): boolean | undefined {
  const { isForType } = getConditions(requested);
  if (isForType === undefined) return true;
  return facts === null ? undefined : isForType(facts);
}

/** Returns whether an application in process blocks the route (ruling 60); undefined if unknown. */
export function isClosedByApplication(facts: AccessData | null, requested: RequestedAccess): boolean | undefined {
  if (requested === undefined) return false;
  return facts === null ? undefined : isApplicationInProcess(facts);
}

/** Returns whether the amount due and eligibility allow an application (P §5.1); undefined if unknown. */
export function isEligibleFor(facts: AccessData | null, requested: RequestedAccess): boolean | undefined {
  const { isEligible } = getConditions(requested);
  if (isEligible === undefined) return true;
  return facts === null ? undefined : isEligible(facts);
}

/**
 * Returns whether a borrower may start an application, checking the conditions in the order of ruling 37. Null facts
 * are not loaded.
 */
export function entryTo(facts: AccessData | null, requested: RequestedAccess): Entry {
  if (facts === null) return 'unknown';
  if (isWithoutFederalAccount(facts, requested)) return 'noFederalAccount';
  // The entry of another issue would suggest that something can be done about it.
  if (requested !== undefined && facts.paidInFull != null) return 'paidInFull';
  const hasType = hasTypeFor(facts, requested);
  if (hasType !== true) return hasType === false ? 'notForType' : 'unknown';
  const isClosed = isClosedByApplication(facts, requested);
  if (isClosed !== false) return isClosed === true ? 'inProcess' : 'unknown';
  const isEligible = isEligibleFor(facts, requested);
  if (isEligible === undefined) return 'unknown';
  if (isEligible) return 'open';
  if (facts.isEligible !== false) return 'nothingDue';
  return facts.isInDefault === true ? 'inDefault' : 'notEligible';
}

/**
 * Returns whether the borrower's loans allow a postponement, or the reason why not. The flow of the military deferment
 * also offers benefits that postpone nothing, which loans in default can get (rulings 68, 97).
 */
function loansAllow(kind: GuideKind, { postponements, isInDefault: areInDefault }: AccessData): Entry {
  const eligibility = postponements?.[kind];
  if (eligibility === undefined) return 'unknown';
  if (eligibility.isEligible) return areInDefault === true ? 'benefitsOnly' : 'open';
  if (areInDefault === true) return 'inDefault';
  return eligibility.ineligibleReason === 'PaidAhead' ? 'paidAhead' : 'noLoansToPostpone';
}

/**
 * Returns whether a borrower may apply for `kind` (ruling 67): the access check of the flow's route (`requested`) succeeds,
 * and the borrower has eligible loans. Without eligible loans the flow still opens and explains this on its first page.
 */
export function entryToApplication(facts: AccessData | null, kind: GuideKind, requested: RequestedAccess): Entry {
  const entry = entryTo(facts, requested);
  if (kind === 'idr' && entry === 'open' && facts?.isFarFromRepayment === true) return 'tooEarly';
  if (kind === 'idr' && entry === 'open' && facts?.ineligibleForIdr === true) return 'notForType';
  const isPlan = kind === 'idr' || kind === 'term';
  return isPlan || facts === null || entry !== 'open' ? entry : loansAllow(kind, facts);
}

/** Returns the reason for a redirect to the repayment options from the query string; null without one (P §5.1). */
export function sentBecause(query: string): SentBecause | null {
  const parameters = new URLSearchParams(query);
  if (parameters.get('appInProcess') === 'true') return 'inProcess';
  return parameters.get('isEligible') === 'false' ? 'notEligible' : null;
}

/** The notice after a redirect to the repayment options. */
export type EntryNotice =
  | { readonly because: 'inProcess' }
  /**
   * `reasons` is empty if the access facts do not explain the redirect because the flow itself found the borrower
   * ineligible.
   */
  | { readonly because: 'notEligible'; readonly reasons: readonly EntryIssue[] };

const PLANS = ['idr', 'term'] as const;

/** Clears the flags for applications in process, which have their own notice and are not listed as a reason. */
const NONE_IN_PROCESS = {
  hasDefermentForbearanceApplicationInProcess: false,
  forbearanceHardshipSummary: { hasApplicationInProcess: false },
  idrApplicationSubmitted: false,
  termBasedApplicationSubmitted: false,
} as const satisfies Partial<AccessData>;

/** Returns whether an entry is a reason why the borrower may not start an application. */
export const isIssue = (entry: Entry): entry is EntryIssue =>
  entry !== 'open' && entry !== 'benefitsOnly' && entry !== 'unknown';

/** Returns the issue that all entries have in common; null if there is none. */
export function sharedIssue([first, ...others]: readonly Entry[]): EntryIssue | null {
  if (first === undefined || !isIssue(first)) return null;
  return others.every((entry) => entry === first) ? first : null;
}

/**
 * Returns the notice that explains a redirect to the repayment options. Returns null without a redirect, and after the
 * application has been decided. `isListed`: whether the list of applications contains an application in process.
 */
export function entryNotice(
  because: SentBecause | null,
  { facts, isListed }: { readonly facts: AccessData | null; readonly isListed: boolean },
): EntryNotice | null {
  if (because === null) return null;
  if (because === 'inProcess') {
    const isOver = !isListed && facts !== null && isApplicationInProcess(facts) === false;
    return isOver ? null : { because };
  }
  // The page shows this reason instead of its offers.
  if (facts?.paidInFull != null) return null;
  const issues = PLANS.map((plan) => entryTo(facts && { ...facts, ...NONE_IN_PROCESS }, plan)).filter(isIssue);
  // Not part of the access check: the income-driven flow finds it.
  if (issues.length === 0 && facts?.ineligibleForIdr === true) issues.push('notForType');
  return { because, reasons: [...new Set(issues)] };
}

/** A missing agreement. */
export type AgreementIssue = { readonly code: 'agreement.missing'; readonly agreement: Agreement };

/**
 * Creates the schema of a page with agreements: each checkbox is required. A page without agreements has an empty
 * schema.
 */
export const agreementsSchema = (agreements: readonly Agreement[]) =>
  v.object(
    Object.fromEntries(
      agreements.map((agreement) => [agreement, v.literal(true, refuse({ code: 'agreement.missing', agreement }))]),
    ),
  );
