/** Rules on applications (rulings 23, 60). */
import type { CallFailure } from '../call.ts';
import {
  type Application,
  type ApplicationAnswer,
  type ApplicationKind,
  type ApplicationStatus,
  POSTPONEMENTS,
  type Postponement,
} from './shapes.ts';

/** Why an application is not received. */
export type ApplicationIssue =
  | { readonly code: 'application.inProcess' }
  | { readonly code: 'application.noLoans' }
  | { readonly code: 'application.paidAhead' }
  | { readonly code: 'application.notEnrolled' }
  | { readonly code: 'application.notOnActiveDuty' }
  | { readonly code: 'monthlyIncome.aboveLimit' };

/** The statuses of an application that has not been decided yet. */
export const STATUSES_IN_PROCESS = ['received', 'inReview'] as const satisfies readonly ApplicationStatus[];

/** Whether an application has not been decided yet. */
export const isInProcess = ({ status }: Pick<Application, 'status'>): boolean =>
  STATUSES_IN_PROCESS.some((each) => each === status);

/** Whether an application postpones payments. */
export const isPostponement = (kind: ApplicationKind): kind is Postponement =>
  POSTPONEMENTS.some((each) => each === kind);

/** Whether a postponement is a forbearance, in which interest accrues on subsidized loans too. */
export const isForbearance = (kind: Postponement): boolean => kind === 'hardship' || kind === 'mandatoryForbearance';

/** The kinds of applications that close no other application while they are in process (rulings 68, 84). */
export const CLOSING_NOTHING = ['militaryBenefits'] as const satisfies readonly ApplicationKind[];

/** Whether an application closes every entry to a new one (ruling 60). */
export const closesOthers = (application: Pick<Application, 'kind' | 'status'>): boolean =>
  isInProcess(application) && !CLOSING_NOTHING.some((kind) => kind === application.kind);

/** Whether applications are in process, as far as each flag of access says it (P §3). */
interface InProcessFlags {
  readonly hasDefermentForbearanceApplicationInProcess: boolean;
  readonly forbearanceHardshipSummary: { readonly hasApplicationInProcess: boolean };
  readonly idrApplicationSubmitted: boolean;
  readonly termBasedApplicationSubmitted: boolean;
}

/** What is said of applications that are in process, given their kinds. A hardship forbearance has a flag of its own as well. */
export function inProcessFlags(kinds: readonly ApplicationKind[]): InProcessFlags {
  return {
    hasDefermentForbearanceApplicationInProcess: kinds.some(isPostponement),
    forbearanceHardshipSummary: { hasApplicationInProcess: kinds.includes('hardship') },
    idrApplicationSubmitted: kinds.includes('idr'),
    termBasedApplicationSubmitted: kinds.includes('term'),
  };
}

/** Whether an answer says that an application was received; a refusal has no answer, but a problem. */
export const isApplicationReceived = ({ outcome }: ApplicationAnswer): boolean => outcome === 'received';

/**
 * Why the server has refused an application, as sentences: of each field at fault its rule's own, otherwise what the problem
 * says as a whole. None where the server has given no reason.
 */
export function refusalReasons(failure: CallFailure | null): readonly string[] {
  if (failure?.kind !== 'refused' || failure.problem === undefined) return [];
  const { fields = [], title, detail } = failure.problem;
  if (fields.length > 0) return [...new Set(fields.map(({ message }) => message))];
  return [detail ?? title];
}
