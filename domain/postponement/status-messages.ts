/** What applications are called, and what their status means to a person. */
import { formatUsDate } from '../calendar.ts';
import { isPostponement } from './status.ts';
import type { Application, ApplicationKind, ApplicationStatus } from './shapes.ts';

/** What is applied for. */
export const applicationKindNames: Readonly<Record<ApplicationKind, string>> = {
  unemployment: 'Unemployment Deferment',
  rehabilitation: 'Rehabilitation Training Deferment',
  economicHardship: 'Economic Hardship Deferment',
  inSchool: 'In-School Deferment',
  military: 'Military Deferment',
  hardship: 'Hardship Forbearance',
  idr: 'Income-Driven Plan',
  term: 'Term-Based Plan',
};

/** How far an application is, in a word or two. */
export const applicationStatusNames: Readonly<Record<ApplicationStatus, string>> = {
  received: 'Received',
  inReview: 'In review',
  approved: 'Approved',
  denied: 'Denied',
};

/** What an approved application means: from when to when payments are postponed, or from when the plan applies. */
function approvalText({ kind, startDate, endDate = null }: Application): string {
  const from = startDate === null ? '' : ` from ${formatUsDate(startDate)}`;
  if (!isPostponement(kind)) return `Your new plan applies${from === '' ? ' from your next bill' : from}.`;
  if (startDate === null) return 'Your payments are postponed. Our letter says from when to when.';
  if (endDate === null) return `Your payments are postponed${from}. Our letter says until when.`;
  return `Your payments are postponed${from} to ${formatUsDate(endDate)}. You may still pay at any time.`;
}

/** What the status of an application means, and what comes next. */
export function applicationMeaning(application: Application): string {
  switch (application.status) {
    case 'received':
      return 'We review it next. Keep making your payments until we tell you that it is approved.';
    case 'inReview':
      return 'We are reviewing it, and write to you if something is missing. Keep making your payments until we tell you that it is approved.';
    case 'approved':
      return approvalText(application);
    case 'denied':
      return 'It was not approved, and your payments are due as before. Our letter says why.';
  }
}
