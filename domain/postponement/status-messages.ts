/** The names of applications, and the meaning of their status. */
import { type PlainDate, addDays, businessDate, formatUsDate } from '../calendar.ts';
import type { Notification } from '../loans/shapes.ts';
import { isInProcess, isPostponement } from './rules.ts';
import type { Application, ApplicationKind, ApplicationStatus } from './shapes.ts';

export const applicationKindNames: Readonly<Record<ApplicationKind, string>> = {
  unemployment: 'Unemployment Deferment',
  rehabilitation: 'Rehabilitation Training Deferment',
  economicHardship: 'Economic Hardship Deferment',
  inSchool: 'In-School Deferment',
  military: 'Military Deferment',
  mandatoryForbearance: 'Mandatory Forbearance',
  hardship: 'Hardship Forbearance',
  militaryBenefits: 'Military Benefits',
  idr: 'Income-Driven Plan',
  term: 'Term-Based Plan',
};

export const applicationStatusNames: Readonly<Record<ApplicationStatus, string>> = {
  received: 'Received',
  inReview: 'In review',
  approved: 'Approved',
  denied: 'Denied',
};

/** The properties of an application that determine the meaning of its status. */
type Meant = Pick<Application, 'kind' | 'status' | 'startDate' | 'endDate'>;

/** Returns the text of an approved application: the dates of the postponement, or the start of the plan. */
function approvalText({ kind, startDate, endDate = null }: Meant): string {
  if (kind === 'militaryBenefits') return 'Our letter says which benefits you get. Your payments stay due as before.';
  const from = startDate === null ? '' : ` from ${formatUsDate(startDate)}`;
  if (!isPostponement(kind)) return `Your new plan applies${from === '' ? ' from your next bill' : from}.`;
  if (startDate === null) return 'Your payments are postponed. Our letter gives the dates.';
  if (endDate === null) return `Your payments are postponed${from}. Our letter gives the end date.`;
  return `Your payments are postponed${from} to ${formatUsDate(endDate)}. You may still pay at any time.`;
}

/**
 * Returns what the borrower should do while an application is in process. Benefits that postpone nothing do not affect
 * payments.
 */
const untilDecided = ({ kind }: Meant): string =>
  kind === 'militaryBenefits'
    ? "These benefits don't postpone your payments."
    : 'Keep making your payments until we tell you that it is approved.';

/** Returns the meaning of an application's status, and the next steps. */
export function applicationMeaning(application: Meant): string {
  switch (application.status) {
    case 'received':
      return `We'll review it next. ${untilDecided(application)}`;
    case 'inReview':
      return `We're reviewing it, and we'll write to you if something is missing. ${untilDecided(application)}`;
    case 'approved':
      return approvalText(application);
    case 'denied':
      return 'It was not approved, and your payments are due as before. Our letter says why.';
  }
}

/** The number of days for which a decision is shown. */
const DAYS_AFTER_DECISION = 30;

/** The prefix of each message; the portal removes it (configuration `notificationPrefix`). */
const STATUS_PREFIX = 'Application status: ';

/** Returns a notification for each application that is in process or was decided lately. */
export const statusNotificationsOf = (
  applications: readonly Pick<Application, 'kind' | 'status' | 'startDate' | 'endDate' | 'decidedDateTime'>[],
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
