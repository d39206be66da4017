/** Scheduled payments in special situations. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payments/scheduled-payments/scheduled-payments.model.ts';
import { afterAnswers } from '#test/support/story.tsx';

export default { title: 'Flows/Scheduled Payments' } satisfies Meta;

/** The bill was due on Sunday, and its draft is in process until Monday. */
export const DraftWaitsForABankingDay = afterAnswers(model, [
  { at: [], call: 'getScheduled', answer: 'a draft that waits for a banking day' },
]);
