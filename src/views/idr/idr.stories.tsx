/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/idr/idr.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Income-Driven Repayment', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingFacts > getFacts: loadingParts');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const TooEarly = atState(model, 'tooEarly');
export const GettingEstimates = atState(model, 'gettingEstimates');
export const ReadingDisclaimer = atState(model, 'readingDisclaimer');
export const EnteringIncomeEnterIncomeEntering = atState(model, 'enteringIncome > enterIncome: entering');
export const ConfirmingAgi = atState(model, 'enteringIncome > enterIncome: confirmingAgi');
export const EnteringIncomeEnterIncomeAddingLoanAddLoanEntering = atState(
  model,
  'enteringIncome > enterIncome: addingLoan > addLoan: entering',
);
export const Estimating = atState(model, 'enteringIncome > enterIncome: estimating');
export const Ineligible = atState(model, 'choosingPlan > choosePlans: ineligible');
export const Choosing = atState(model, 'choosingPlan > choosePlans: choosing');
export const ReadingDetails = atState(model, 'choosingPlan > choosePlans: readingDetails');
export const ConfirmingLeavingIbr = atState(model, 'choosingPlan > choosePlans: confirmingLeavingIbr');
export const ApplyingWaitingNotOpened = atState(model, 'applying.waiting.notOpened');
export const ApplyingWaitingOpened = atState(model, 'applying.waiting.opened');
export const ApplyingWaitingBlocked = atState(model, 'applying.waiting.blocked');
export const ApplyingSendingEmail = atState(model, 'applying.sendingEmail');
export const ApplyingOpeningSite = atState(model, 'applying.openingSite');
