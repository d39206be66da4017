/** An application with its status, an explanation and the next steps. */
import { businessDate, formatUsDate } from '#domain/calendar.ts';
import { isGranted, isUndecided } from '#domain/repayment/postponement/rules.ts';
import { detailsAddress } from '#domain/repayment/postponement/address.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { NeededDocument } from './NeededDocument.tsx';
import { Card, PhoneLink, SummaryList, type SummaryRow, TextLink } from '../../../ui/index.ts';
import { ApplicationMeaning } from '../postponement/ApplicationMeaning.tsx';
import { ApplicationStatusTag } from '../postponement/ApplicationStatusTag.tsx';
import { ApplicationTimeline } from '../postponement/ApplicationTimeline.tsx';

const formatDay = (instant: string): string => formatUsDate(businessDate(new Date(instant)));

/** The actions that are available to the borrower. */
function WayOn({ application }: { application: Application }) {
  if (application.status === 'denied') {
    return (
      <p>
        If you think we missed something, or want to talk about your choices, call us at <PhoneLink />.
      </p>
    );
  }
  if (!isUndecided(application)) return null;
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
    { label: 'Received', value: formatDay(receivedDateTime) },
    ...(startDate === null
      ? []
      : [{ label: isGranted(application) ? 'Start' : 'Requested start', value: formatUsDate(startDate) }]),
  ];
  return (
    <Card
      headingLevel={3}
      heading={applicationKindNames[kind]}
      aside={isStatusShown && <ApplicationStatusTag status={status} />}
    >
      <SummaryList layout="columns" rows={rows} />
      {isStatusShown ? (
        <>
          <ApplicationTimeline application={application} />
          <ApplicationMeaning application={application} />
          <NeededDocument application={application} />
          <WayOn application={application} />
          <p>
            <TextLink href={detailsAddress(confirmationNumber)}>
              Details<span className="ui-sr"> of {confirmationNumber}</span>
            </TextLink>
          </p>
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
