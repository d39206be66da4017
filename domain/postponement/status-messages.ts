/** The names of applications and the explanations of their status. */
import { formatUsDate } from '../calendar.ts';
import { isPostponement } from './rules.ts';
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

/** Explains an approved application: the dates of the postponement or the start of the plan. */
function approvalText({ kind, startDate, endDate = null }: Application): string {
  if (kind === 'militaryBenefits') return 'Our letter says which benefits you get. Your payments stay due as before.';
  const from = startDate === null ? '' : ` from ${formatUsDate(startDate)}`;
  if (!isPostponement(kind)) return `Your new plan applies${from === '' ? ' from your next bill' : from}.`;
  if (startDate === null) return 'Your payments are postponed. Our letter gives the dates.';
  if (endDate === null) return `Your payments are postponed${from}. Our letter gives the end date.`;
  return `Your payments are postponed${from} to ${formatUsDate(endDate)}. You may still pay at any time.`;
}

/**
 * Tells the borrower whether to continue paying while an application is in process. Benefits that postpone nothing do
 * not affect payments.
 */
const untilDecided = ({ kind }: Application): string =>
  kind === 'militaryBenefits'
    ? "These benefits don't postpone your payments."
    : 'Keep making your payments until we tell you that it is approved.';

/** Explains the status of an application and the next step. */
export function applicationMeaning(application: Application): string {
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
