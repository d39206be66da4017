/** The status of an application as a tag. */
import type { ApplicationStatus } from '#domain/applications/shapes.ts';
import { applicationStatusNames } from '#domain/repayment/postponement/status-names.ts';
import { Tag } from '../../../ui/index.ts';

const TONES = {
  received: 'info',
  inReview: 'info',
  documentsNeeded: 'warning',
  approved: 'success',
  exitPaymentDue: 'warning',
  denied: 'warning',
  incomplete: 'warning',
  withdrawn: 'neutral',
  lapsed: 'warning',
  inEffect: 'success',
  ended: 'neutral',
} as const satisfies Readonly<Record<ApplicationStatus, string>>;

export const ApplicationStatusTag = ({ status }: { status: ApplicationStatus }) => (
  <Tag tone={TONES[status]}>{applicationStatusNames[status]}</Tag>
);
