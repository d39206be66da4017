/** Rules on who may go where (P §5.1). */
import * as v from 'valibot';
import { type PlainDate, daysBetween } from '../calendar.ts';
import { refuse } from '../issue.ts';
import type { Cents } from '../money.ts';
import type { GuideKind } from '../postponement/shapes.ts';
import {
  type AccessFacts,
  type Agreement,
  type Eligibility,
  type Entry,
  type EntryIssue,
  type SentBecause,
  TYPE_WITHOUT_IDR,
} from './shapes.ts';

/**
 * From how many days on a borrower is very delinquent. The specification leaves it open; ninety days past due are those
 * at which servicers report a loan to the consumer reporting agencies as delinquent.
 */
export const VERY_DELINQUENT_DAYS = 90;

/**
 * Whether a plan can be changed at all: something is owed, in cents, on a federal group of loans. Commercial loans have no other
 * plans, and what has been paid needs none.
 */
export const mayChangePlan = (groups: readonly { readonly isFederal: boolean; readonly payoff: Cents }[]): boolean =>
  groups.some(({ isFederal, payoff }) => isFederal && payoff > 0);

/** Whether an oldest unpaid instalment that fell due on `since` makes somebody very delinquent; null is no such instalment. */
export const isVeryDelinquent = (since: PlainDate | null, today: PlainDate): boolean =>
  since !== null && daysBetween(since, today) >= VERY_DELINQUENT_DAYS;

/**
 * Whether an application of any kind is in process: deferment or forbearance, hardship, income-driven or term-based plan
 * (ruling 60). Undefined where none is known to be, and not all are known.
 */
export function isApplicationInProcess(facts: AccessFacts): boolean | undefined {
  const each = [
    facts.hasDefermentForbearanceApplicationInProcess,
    facts.forbearanceHardshipSummary?.hasApplicationInProcess,
    facts.idrApplicationSubmitted,
    facts.termBasedApplicationSubmitted,
  ];
  if (each.includes(true)) return true;
  return each.includes(undefined) ? undefined : false;
}

/** Where it is said that an application is in process: every entry to a new one leads there (ruling 60). */
export const APPLICATION_IN_PROCESS = '/repayment-options?appInProcess=true';

/** Where it is said that a borrower is not eligible (P §5.1). */
export const NOT_ELIGIBLE = '/repayment-options?isEligible=false';

/** Whether the borrower's type allows an income-driven plan (R §2, §6); undefined where the type is not known. */
export const isTypeForIdr = ({ borrowerType }: Pick<AccessFacts, 'borrowerType'>): boolean | undefined =>
  borrowerType === undefined ? undefined : borrowerType !== TYPE_WITHOUT_IDR;

/**
 * Whether somebody may enter a repayment plan (P §5.1): something is due, and they are eligible. In school or grace
 * nothing need be due where the entry says so (ruling 28). Undefined where eligibility is not known.
 */
export function canEnterPlan(facts: AccessFacts, entry: 'always' | 'exceptInSchoolOrGrace'): boolean | undefined {
  const { isEligible, isInSchoolOrGrace = false, totalDue } = facts;
  if (isEligible === undefined) return undefined;
  const isExcepted = entry === 'exceptInSchoolOrGrace' && isInSchoolOrGrace;
  return isEligible && (totalDue > 0 || isExcepted);
}

/** What an application asks of a borrower. Undefined is an answer that nobody knows. */
interface Conditions {
  /** Whether the borrower's type allows it (ruling 62). */
  readonly isForType?: (facts: AccessFacts) => boolean | undefined;
  /** Whether what is due, and eligibility, allow it (P §5.1). */
  readonly isEligible?: (facts: AccessFacts) => boolean | undefined;
}

/** Beside a federal account, and no application in process, which all applications ask for (rulings 8, 60). */
const CONDITIONS: Readonly<Record<Eligibility, Conditions>> = {
  deferment: {},
  hardship: {},
  idr: { isForType: isTypeForIdr, isEligible: (facts) => canEnterPlan(facts, 'exceptInSchoolOrGrace') },
  term: { isEligible: (facts) => canEnterPlan(facts, 'always') },
};

/** What a route asks for; undefined where it is the entry to no application. */
type Asked = Eligibility | undefined;

const conditionsOf = (asked: Asked): Conditions => (asked === undefined ? {} : CONDITIONS[asked]);

/** Whether an entry needs a federal account, and the borrower is not known to have one (ruling 8). */
export const isWithoutFederalAccount = (facts: AccessFacts | null, asked: Asked): boolean =>
  asked !== undefined && facts?.hasFederalAccount !== true;

/** Whether the borrower's type allows an entry (ruling 62); undefined where that is not known. */
export function hasTypeFor(facts: AccessFacts | null, asked: Asked): boolean | undefined {
  const { isForType } = conditionsOf(asked);
  if (isForType === undefined) return true;
  return facts === null ? undefined : isForType(facts);
}

/** Whether an application in process closes an entry (ruling 60); undefined where that is not known. */
export function isClosedByApplication(facts: AccessFacts | null, asked: Asked): boolean | undefined {
  if (asked === undefined) return false;
  return facts === null ? undefined : isApplicationInProcess(facts);
}

/** Whether what is due, and eligibility, allow an entry (P §5.1); undefined where that is not known. */
export function isEligibleFor(facts: AccessFacts | null, asked: Asked): boolean | undefined {
  const { isEligible } = conditionsOf(asked);
  if (isEligible === undefined) return true;
  return facts === null ? undefined : isEligible(facts);
}

/** Whether a borrower may enter an application, asked in the order of ruling 37; null is a borrower of whom nothing is known. */
export function entryTo(facts: AccessFacts | null, asked: Asked): Entry {
  if (facts === null) return 'unknown';
  if (isWithoutFederalAccount(facts, asked)) return 'noFederalAccount';
  const hasType = hasTypeFor(facts, asked);
  if (hasType !== true) return hasType === false ? 'notForType' : 'unknown';
  const isClosed = isClosedByApplication(facts, asked);
  if (isClosed !== false) return isClosed === true ? 'inProcess' : 'unknown';
  const isEligible = isEligibleFor(facts, asked);
  if (isEligible === undefined) return 'unknown';
  if (isEligible) return 'open';
  return facts.isEligible === false ? 'notEligible' : 'nothingDue';
}

/** Whether the borrower's loans allow a postponement, and why not. */
function loansAllow(kind: GuideKind, { postponements }: AccessFacts): Entry {
  const eligibility = postponements?.[kind];
  if (eligibility === undefined) return 'unknown';
  if (eligibility.isEligible) return 'open';
  return eligibility.ineligibleReason === 'PaidAhead' ? 'paidAhead' : 'noLoansToPostpone';
}

/**
 * Whether a borrower may apply for `kind` (ruling 67): they may open its flow, whose route asks `asked`, and the flow has loans
 * to offer. Without such loans the flow opens and says so on its first page.
 */
export function entryToApplication(facts: AccessFacts | null, kind: GuideKind, asked: Asked): Entry {
  const entry = entryTo(facts, asked);
  if (kind === 'idr' && entry === 'open' && facts?.isFarFromRepayment === true) return 'tooEarly';
  const isPlan = kind === 'idr' || kind === 'term';
  return isPlan || facts === null || entry !== 'open' ? entry : loansAllow(kind, facts);
}

/** Why somebody was sent to the repayment options, as the query of the address says; null where it says nothing (P §5.1). */
export function sentBecause(query: string): SentBecause | null {
  const parameters = new URLSearchParams(query);
  if (parameters.get('appInProcess') === 'true') return 'inProcess';
  return parameters.get('isEligible') === 'false' ? 'notEligible' : null;
}

/** The notice that a borrower sees after a redirect to the repayment options. */
export type EntryNotice =
  | { readonly because: 'inProcess' }
  /** Without a reason where what is known of the borrower gives none: the flow itself has found it out. */
  | { readonly because: 'notEligible'; readonly reasons: readonly EntryIssue[] };

const PLANS = ['idr', 'term'] as const;

/** An application in process has a notice of its own, so that it is no reason beside others. */
const NONE_IN_PROCESS = {
  hasDefermentForbearanceApplicationInProcess: false,
  forbearanceHardshipSummary: { hasApplicationInProcess: false },
  idrApplicationSubmitted: false,
  termBasedApplicationSubmitted: false,
} as const satisfies Partial<AccessFacts>;

const isIssue = (entry: Entry): entry is EntryIssue => entry !== 'open' && entry !== 'unknown';

/** The issue that keeps a borrower from every one of several entries; null if there is no such issue. */
export function sharedIssue([first, ...others]: readonly Entry[]): EntryIssue | null {
  if (first === undefined || !isIssue(first)) return null;
  return others.every((entry) => entry === first) ? first : null;
}

/**
 * Returns the notice that explains a redirect to the repayment options; null without a redirect, and once the application is
 * no longer in process. `isListed`: whether an application in process is in the list of applications.
 */
export function entryNotice(
  because: SentBecause | null,
  { facts, isListed }: { readonly facts: AccessFacts | null; readonly isListed: boolean },
): EntryNotice | null {
  if (because === null) return null;
  if (because === 'inProcess') {
    const isOver = !isListed && facts !== null && isApplicationInProcess(facts) === false;
    return isOver ? null : { because };
  }
  const issues = PLANS.map((plan) => entryTo(facts && { ...facts, ...NONE_IN_PROCESS }, plan)).filter(isIssue);
  return { because, reasons: [...new Set(issues)] };
}

/** What is wrong with an answer to the agreements. */
export type AgreementIssue = { readonly code: 'agreement.missing'; readonly agreement: Agreement };

/** The ticks of a page on which `agreements` are to be given: each has to be ticked. A page to read has none. */
export const agreementsSchema = (agreements: readonly Agreement[]) =>
  v.object(
    Object.fromEntries(
      agreements.map((agreement) => [agreement, v.literal(true, refuse({ code: 'agreement.missing', agreement }))]),
    ),
  );
