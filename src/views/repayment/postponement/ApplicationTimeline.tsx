/** The timeline of an application, with the expected days of the steps that are ahead. */
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { type TimelineStep, buildApplicationTimeline } from '#domain/repayment/postponement/status.ts';
import { applicationStepNames, stepNamesAhead, stepNote } from '#domain/repayment/postponement/status-messages.ts';
import { Timeline } from '../../../ui/index.ts';

const getTitle = ({ step, state }: TimelineStep): string =>
  (state === 'ahead' ? stepNamesAhead[step] : undefined) ?? applicationStepNames[step];

export const ApplicationTimeline = ({ application }: { application: Application }) => (
  <Timeline
    label={`Status of ${application.confirmationNumber}`}
    entries={buildApplicationTimeline(application).map((step) => ({
      title: getTitle(step),
      note: stepNote(step),
      state: step.state,
    }))}
  />
);
