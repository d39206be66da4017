/** The timeline of an application, with the expected days of the steps that are ahead. */
import { formatUsDate } from '#domain/calendar.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { type TimelineStep, timelineOf } from '#domain/repayment/postponement/status.ts';
import { applicationStepNames, stepNamesAhead } from '#domain/repayment/postponement/status-messages.ts';
import { Timeline } from '../../../ui/index.ts';

const titleOf = ({ step, state }: TimelineStep): string =>
  (state === 'ahead' ? stepNamesAhead[step] : undefined) ?? applicationStepNames[step];

const noteOf = ({ date, state }: TimelineStep): string | undefined => {
  if (state === 'ahead') return date === null ? 'Not yet' : `Expected ${formatUsDate(date)}`;
  return date === null ? undefined : formatUsDate(date);
};

export const ApplicationTimeline = ({ application }: { application: Application }) => (
  <Timeline
    label={`Status of ${application.confirmationNumber}`}
    entries={timelineOf(application).map((step) => ({
      title: titleOf(step),
      note: noteOf(step),
      state: step.state,
    }))}
  />
);
