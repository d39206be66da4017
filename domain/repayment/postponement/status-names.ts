/** The names of applications and their statuses, with the next step. The dashboard needs no other texts about them. */
import type { ApplicationKind, ApplicationStatus } from '../../applications/shapes.ts';
import { formatUsDate } from '../../calendar.ts';
import { lastDayOfPause, throughText } from '../../pause-end.ts';
import type { Application } from './shapes.ts';

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
  documentsNeeded: 'Document needed',
  approved: 'Approved',
  exitPaymentDue: 'Exit payment due',
  denied: 'Denied',
  incomplete: 'Closed',
  withdrawn: 'Withdrawn',
  lapsed: "Didn't begin",
  inEffect: 'In effect',
  ended: 'Ended',
};

/** Returns the next expected event of an application with its date, or its status if no event is expected. */
export function nextText({ status, next }: Pick<Application, 'status' | 'next'>): string {
  if (next == null) return applicationStatusNames[status];
  const day = formatUsDate(next.date);
  switch (next.event) {
    case 'reviewStarted':
      return `We start to review it by ${day}`;
    case 'documentDue':
      return `Send us the document we asked for by ${day}`;
    case 'decided':
      return `We expect to decide by ${day}`;
    case 'exitPaymentDue':
      return `Make your exit payment by ${day}`;
    case 'inEffect':
      return `It takes effect on ${day}`;
    case 'ended':
      return `In effect ${throughText(lastDayOfPause(next.date))}`;
  }
}
