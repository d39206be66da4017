/** The steps of applications, and the meaning of their status. */
import { type PlainDate, addDays, businessDate, formatUsDate } from '../../calendar.ts';
import type { Notification } from '../../accounts/loans/shapes.ts';
import { periodText, throughText } from '../../pause-end.ts';
import { HOSTILE_PAY_MONTHS } from '../military/shapes.ts';
import { EXIT_LAPSED, approvedPlanLines, begunPlanLines } from './approved-plans.ts';
import { isInProcess, isPostponement } from './rules.ts';
import type { Application, DenialReason } from './shapes.ts';
import type { ApplicationStep, TimelineStep } from './status.ts';
import { applicationKindNames, applicationStatusNames } from './status-names.ts';

/** The names of the steps in a timeline. */
export const applicationStepNames: Readonly<Record<ApplicationStep, string>> = {
  received: 'Received',
  reviewStarted: 'In review',
  documentsNeeded: 'Document needed',
  documentReminder: 'Reminder sent',
  documentReceived: 'Document received',
  documentDue: 'Last day to send the document',
  incomplete: 'Closed without a decision',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  lapsed: "Didn't begin",
  exitPaymentDue: 'Last day for the exit payment',
  decided: 'Decision',
  inEffect: 'In effect',
  ended: 'Ended',
};

/** The names of steps that have not happened yet, where they differ. */
export const stepNamesAhead: Readonly<Partial<Record<ApplicationStep, string>>> = {
  inEffect: 'Takes effect',
  ended: 'Ends',
};

/** Returns the day of a step in words; undefined for a step without one. */
export function stepNote({ step, state, date }: TimelineStep): string | undefined {
  if (date === null) return undefined;
  if (step === 'ended') return `In effect ${throughText(date)}`;
  return state === 'ahead' ? `Expected ${formatUsDate(date)}` : formatUsDate(date);
}

/** The options of a borrower whose loans are in default. */
export const DEFAULT_NEXT =
  "Loans in default can't get a pause or another plan. Contact us to learn how to get out of default.";

/** The reason for a denial, and the borrower's options. */
export const denialReasons: Readonly<Record<DenialReason, { readonly why: string; readonly next: string }>> = {
  noLoans: {
    why: 'None of your loans qualified on the day of the decision.',
    next: 'They may be paid in full, not due yet, already paused, in default, or have no months left. See your other repayment options.',
  },
  inDefault: {
    why: 'Your loans were in default on the day of the decision.',
    next: DEFAULT_NEXT,
  },
  paidAhead: {
    why: 'You had paid ahead, so there was no payment due that we could pause.',
    next: 'You can apply again when a payment is due.',
  },
  incomeAboveLimit: {
    why: 'Your monthly income is above the limit for the size of your family.',
    next: 'If your income goes down, you can apply again. A plan based on your income may lower your payment now.',
  },
  planNotOffered: {
    why: 'The plan was no longer available for your loans on the day of the decision.',
    next: 'You can compare the plans again and choose another one.',
  },
  hostilePayLimit: {
    why: `You have used all ${HOSTILE_PAY_MONTHS} months without interest for duty in hostile areas.`,
    next: 'You can still apply for other benefits for active duty, such as the interest rate limit (SCRA).',
  },
};

/** Why a granted pause did not begin (ruling 97). */
const PAUSE_LAPSED =
  "Your loans were in default on the first day of this pause, so it didn't begin. Your payments are still due.";

/** Returns whether the meaning of an application's status tells the borrower to call about default (ruling 97). */
export const isAboutDefault = ({ kind, status, reason }: Pick<Application, 'kind' | 'status' | 'reason'>): boolean =>
  reason === 'inDefault' || (status === 'lapsed' && kind !== 'term');

/** The properties of an application that determine the meaning of its status. */
type Meant = Pick<Application, 'kind' | 'status' | 'startDate' | 'endDate' | 'reason' | 'plans'>;

/** Returns the text of an approved application: the dates of the postponement, or the start of the plan. */
function approvalText({ kind, status, startDate, endDate = null, plans = [] }: Meant): string {
  if (kind === 'militaryBenefits') return 'Read our letter to see which benefits you get. Your payments are still due.';
  const from = startDate === null ? null : `from ${formatUsDate(startDate)}`;
  if (plans.length > 0) return (status === 'inEffect' ? begunPlanLines : approvedPlanLines)(plans).join(' ');
  if (!isPostponement(kind)) return `Your new plan applies ${from ?? 'from your next bill'}.`;
  if (startDate === null) return 'Your payments are paused. Our letter gives the dates.';
  if (endDate === null) return `Your payments are paused ${from}. Our letter gives the last day.`;
  return `Your payments are paused from ${periodText(startDate, endDate)}. You may still pay at any time.`;
}

/**
 * Returns the advice for the time while an application is in process. Benefits that postpone nothing do not affect payments.
 */
const untilDecided = ({ kind }: Meant): string =>
  kind === 'militaryBenefits'
    ? "These benefits don't pause your payments."
    : "Keep making your payments until we tell you that it's approved.";

/** Returns the meaning of an application's status, and the next steps. */
export function applicationMeaning(application: Meant): string {
  switch (application.status) {
    case 'received':
      return `We'll review it next. ${untilDecided(application)}`;
    case 'inReview':
      return `We're reviewing it, and we'll write to you if something is missing. ${untilDecided(application)}`;
    case 'documentsNeeded':
      return `We can't decide until we have your document. ${untilDecided(application)}`;
    case 'approved':
    case 'exitPaymentDue':
    case 'inEffect':
      return approvalText(application);
    case 'lapsed':
      return application.kind === 'term' ? EXIT_LAPSED : `${PAUSE_LAPSED} ${DEFAULT_NEXT}`;
    case 'denied': {
      const { reason = null } = application;
      const why =
        reason === null ? 'Read our letter to see why.' : `${denialReasons[reason].why} ${denialReasons[reason].next}`;
      return `It wasn't approved. Your payments are still due. ${why}`;
    }
    case 'incomplete':
      return "We closed it because we didn't get your document in time. Your payments are still due. You can apply again.";
    case 'withdrawn':
      return 'You withdrew it. Your payments are still due. You can apply again.';
    case 'ended':
      return isPostponement(application.kind)
        ? 'This pause has ended. Unless you have another one, your payments are due again.'
        : 'The benefits have ended.';
  }
}

/** The number of days for which a decision is shown. */
const DAYS_AFTER_DECISION = 30;

/** The prefix of each message; the portal removes it (configuration `notificationPrefix`). */
const STATUS_PREFIX = 'Application status: ';

/** Returns a notification for each application that is in process or was decided lately. */
export const toStatusNotifications = (
  applications: readonly Pick<Application, 'kind' | 'status' | 'startDate' | 'endDate' | 'decidedDateTime' | 'plans'>[],
  today: PlainDate,
): readonly Notification[] =>
  applications
    .filter(
      (application) =>
        isInProcess(application) ||
        (application.decidedDateTime !== null &&
          today <= addDays(businessDate(new Date(application.decidedDateTime)), DAYS_AFTER_DECISION)),
    )
    .map((application) => ({
      headline: `${applicationKindNames[application.kind]}: ${applicationStatusNames[application.status].toLowerCase()}`,
      message: `${STATUS_PREFIX}${applicationMeaning(application)}`,
      type: application.status === 'denied' ? 'warning' : 'info',
    }));
