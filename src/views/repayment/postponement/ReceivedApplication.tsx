/** Receipt of an application: its name, number and time. */
import { formatUsInstant } from '#domain/calendar.ts';
import type { ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import { SummaryList } from '../../../ui/index.ts';

export interface ReceivedApplicationProps {
  /** Name of the postponement. */
  readonly name: string;
  readonly received: ApplicationResponse;
}

export const ReceivedApplication = ({ name, received }: ReceivedApplicationProps) => (
  <SummaryList
    rows={[
      { label: 'Application', value: name },
      { label: 'Confirmation Number', value: <strong>{received.confirmationNumber}</strong> },
      { label: 'Submitted on', value: formatUsInstant(new Date(received.receivedDateTime)) },
    ]}
  />
);
