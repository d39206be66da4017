/** An application with its status, an explanation and the next steps. */
import { businessDate, formatUsDate } from '#domain/calendar.ts';
import { isInProcess } from '#domain/postponement/rules.ts';
import { type TimelineStep, timelineOf } from '#domain/postponement/status.ts';
import {
  applicationKindNames,
  applicationMeaning,
  applicationStatusNames,
  applicationStepNames,
  stepNamesAhead,
} from '#domain/postponement/status-messages.ts';
import type { Application, ApplicationStatus } from '#domain/postponement/shapes.ts';
import { NeededDocument } from './NeededDocument.tsx';
import { Card, PhoneLink, SummaryList, type SummaryRow, Tag, TextLink, Timeline } from '../../ui/index.ts';

const TONES = {
  received: 'info',
  inReview: 'info',
  documentsNeeded: 'warning',
  approved: 'success',
  denied: 'warning',
  incomplete: 'warning',
  withdrawn: 'neutral',
  inEffect: 'success',
  ended: 'neutral',
} as const satisfies Readonly<Record<ApplicationStatus, string>>;

const dayOf = (instant: string): string => formatUsDate(businessDate(new Date(instant)));

const titleOf = ({ step, state }: TimelineStep): string =>
  (state === 'ahead' ? stepNamesAhead[step] : undefined) ?? applicationStepNames[step];

const noteOf = ({ date, state }: TimelineStep): string | undefined => {
  if (state === 'ahead') return date === null ? 'Not yet' : `Expected ${formatUsDate(date)}`;
  return date === null ? undefined : formatUsDate(date);
};

/** The actions that are available to the borrower. */
function WayOn({ application }: { application: Application }) {
  if (application.status === 'denied') {
    return (
      <p>
        If you think we missed something, or want to talk about your choices, call us at <PhoneLink />.
      </p>
    );
  }
  if (!isInProcess(application)) return null;
  if (application.document != null) {
    return (
      <p>
        Questions? Call us at <PhoneLink />.
      </p>
    );
  }
  return (
    <p>
      If we asked you for a document, <TextLink href="/documents/upload-documents">upload it</TextLink>. If you have
      questions, call us at <PhoneLink />.
    </p>
  );
}

export interface ApplicationCardProps {
  readonly application: Application;
  readonly isStatusShown: boolean;
}

export function ApplicationCard({ application, isStatusShown }: ApplicationCardProps) {
  const { kind, status, confirmationNumber, receivedDateTime, startDate } = application;
  const rows: SummaryRow[] = [
    { label: 'Confirmation number', value: confirmationNumber },
    { label: 'Received', value: dayOf(receivedDateTime) },
    ...(startDate === null ? [] : [{ label: 'Requested start', value: formatUsDate(startDate) }]),
  ];
  return (
    <Card
      headingLevel={3}
      heading={applicationKindNames[kind]}
      aside={isStatusShown && <Tag tone={TONES[status]}>{applicationStatusNames[status]}</Tag>}
    >
      <SummaryList layout="columns" rows={rows} />
      {isStatusShown ? (
        <>
          <Timeline
            label={`Status of ${confirmationNumber}`}
            entries={timelineOf(application).map((step) => ({
              title: titleOf(step),
              note: noteOf(step),
              state: step.state,
            }))}
          />
          <p>{applicationMeaning(application)}</p>
          <NeededDocument application={application} />
          <WayOn application={application} />
        </>
      ) : (
        <>
          <NeededDocument application={application} />
          <p>
            To ask about its status, call us at <PhoneLink /> and have the confirmation number ready.
          </p>
        </>
      )}
    </Card>
  );
}
