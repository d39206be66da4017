/** Auto debit in special situations. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payments/payment-auto-debit/payment-auto-debit.model.ts';
import { afterAnswers } from '#test/support/story.tsx';

export default { title: 'Flows/Auto Debit' } satisfies Meta;

/** The next bill of one account is paid; payments under way pay the other account in full. */
export const DraftsWithoutAnAmount = afterAnswers(model, [
  { at: [], call: 'getAutoDebits', answer: 'drafts in which nothing is drawn' },
]);
