/** Next dates of borrowers in special situations. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/accounts/dashboard-updates/dashboard-updates.model.ts';
import { afterAnswers } from '#test/support/story.tsx';

export default { title: 'Flows/Next Dates and Last Visit' } satisfies Meta;

/** An exit bill has a link to pay it; a bill whose payment is scheduled has none. */
export const ExitBillAndScheduledBill = afterAnswers(model, [
  { at: [], call: 'getUpdates', answer: 'an exit bill, and a bill whose payment is scheduled' },
]);
