/** Rules for applications (rulings 23, 60). */
import type { PlainDate } from '../../calendar.ts';
import type { CallFailure } from '../../call.ts';
import { lastDayOfPause } from '../../pause-end.ts';
import type { ApplicationKind, ApplicationStatus } from '../../applications/shapes.ts';
import type { Application, ApplicationResponse, CoverageReason, IneligibleGroup } from './shapes.ts';
import { POSTPONEMENTS, type Postponement } from '../../postponement-kinds.ts';

/** The reason why the server rejects an application. */
export type ApplicationIssue =
  | { readonly code: 'application.inProcess' }
  | { readonly code: 'application.decided' }
  | { readonly code: 'application.noLoans' }
  | { readonly code: 'application.inDefault' }
  | { readonly code: 'application.paidAhead' }
  | { readonly code: 'application.notEnrolled' }
  | { readonly code: 'application.notOnActiveDuty' }
  | { readonly code: 'monthlyIncome.aboveLimit' };

/** The statuses of an undecided application. */
export const UNDECIDED = ['received', 'inReview', 'documentsNeeded'] as const satisfies readonly ApplicationStatus[];

/** The statuses of an application in process: undecided, or waiting for the payment for leaving IBR (rulings 60, 99). */
export const STATUSES_IN_PROCESS = [...UNDECIDED, 'exitPaymentDue'] as const satisfies readonly ApplicationStatus[];

/** Returns whether an application is undecided. */
export const isUndecided = ({ status }: Pick<Application, 'status'>): boolean =>
  UNDECIDED.some((each) => each === status);

/** Returns whether an application is in process. */
export const isInProcess = ({ status }: Pick<Application, 'status'>): boolean =>
  STATUSES_IN_PROCESS.some((each) => each === status);

/** Returns whether an application postpones payments. */
export const isPostponement = (kind: ApplicationKind): kind is Postponement =>
  POSTPONEMENTS.some((each) => each === kind);

/** Returns whether an approved application of this kind has an end: pauses and military benefits do, plans do not. */
export const hasEnd = (kind: ApplicationKind): boolean => isPostponement(kind) || kind === 'militaryBenefits';

/** Returns whether an application can be withdrawn: until it is decided (ruling 84). */
export const canWithdraw = isUndecided;

/** The statuses of an approved application. */
const APPROVED: readonly ApplicationStatus[] = ['approved', 'exitPaymentDue', 'lapsed', 'inEffect', 'ended'];

/** Returns whether an application was approved. Its dates are then the granted ones, otherwise the requested ones. */
export const isGranted = ({ status }: Pick<Application, 'status'>): boolean => APPROVED.some((each) => each === status);

/** The kinds of applications whose end is typed: the last day of active duty (R §5). */
const TYPED_ENDS: readonly ApplicationKind[] = ['military', 'militaryBenefits'];

/**
 * Returns the last day of the granted or requested period (ruling 106); null if it is unknown. A typed end date is returned
 * as typed until the decision.
 */
export function getLastDay(application: Pick<Application, 'kind' | 'status' | 'endDate'>): PlainDate | null {
  const { kind, endDate = null } = application;
  const isTyped = TYPED_ENDS.includes(kind) && !isGranted(application);
  return endDate === null || isTyped ? endDate : lastDayOfPause(endDate);
}

/** Returns whether there is a letter with the decision on an application. */
export const hasLetter = (application: Pick<Application, 'status'>): boolean =>
  isGranted(application) || application.status === 'denied';

/** The kinds of applications that do not block other applications while in process (rulings 68, 84). */
export const CLOSING_NOTHING = ['militaryBenefits'] as const satisfies readonly ApplicationKind[];

/** Returns whether an application blocks all new applications (ruling 60). */
export const closesOthers = (application: Pick<Application, 'kind' | 'status'>): boolean =>
  isInProcess(application) && !CLOSING_NOTHING.some((kind) => kind === application.kind);

/** The flags of the access facts for applications in process (P §3). */
interface InProcessFlags {
  readonly hasDefermentForbearanceApplicationInProcess: boolean;
  readonly forbearanceHardshipSummary: { readonly hasApplicationInProcess: boolean };
  readonly idrApplicationSubmitted: boolean;
  readonly termBasedApplicationSubmitted: boolean;
}

/** Returns the flags for these kinds of applications in process. Hardship forbearance also has its own flag. */
export function inProcessFlags(kinds: readonly ApplicationKind[]): InProcessFlags {
  return {
    hasDefermentForbearanceApplicationInProcess: kinds.some(isPostponement),
    forbearanceHardshipSummary: { hasApplicationInProcess: kinds.includes('hardship') },
    idrApplicationSubmitted: kinds.includes('idr'),
    termBasedApplicationSubmitted: kinds.includes('term'),
  };
}

/** Returns whether the server received an application. A refused application has a problem instead of a response. */
export const isApplicationReceived = ({ outcome }: ApplicationResponse): boolean => outcome === 'received';

/**
 * Returns the reasons why the server refused an application, as sentences: the messages of invalid fields, or else the
 * detail or title of the problem. Empty if the server gave no reason.
 */
export function refusalReasons(failure: CallFailure | null): readonly string[] {
  if (failure?.kind !== 'refused' || failure.problem === undefined) return [];
  const { fields = [], title, detail } = failure.problem;
  if (fields.length > 0) return [...new Set(fields.map(({ message }) => message))];
  return [detail ?? title];
}

/**
 * Returns the reason why a postponement covers none of these groups, if it is the same for all federal ones; undefined
 * otherwise.
 */
export function sharedReason(groups: readonly Pick<IneligibleGroup, 'reason'>[]): CoverageReason | undefined {
  const [reason, ...others] = new Set(groups.map((group) => group.reason).filter((each) => each !== 'commercial'));
  return others.length === 0 ? reason : undefined;
}
