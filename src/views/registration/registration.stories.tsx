/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/registration/registration.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Registration' } satisfies Meta;

export const Arriving = atState(model, 'arriving');
export const IdentifyingBorrower = atState(model, 'identifyingBorrower');
export const RecognizingBorrower = atState(model, 'recognizingBorrower');
export const ChoosingCredentials = atState(model, 'choosingCredentials');
export const MakingSubmissionKey = atState(model, 'makingSubmissionKey');
export const Registering = atState(model, 'registering > submitRegistration: sending');
export const AskingForTheOutcome = atState(model, 'registering > submitRegistration: outcomeUnknown.asking');
export const WaitingToAskAgain = atState(model, 'registering > submitRegistration: outcomeUnknown.waitingToAskAgain');
export const OutcomeNotKnown = atState(model, 'outcomeNotKnown');
export const Registered = atState(model, 'registered');

/** Continue was pressed with nothing right. */
export const IdentifyingBorrowerWithErrors = atState(model, 'identifyingBorrower', [
  { type: 'field.changed', field: 'accountNumber', value: '12345' },
  { type: 'field.changed', field: 'dateOfBirth', value: '02/30/1990' },
  { type: 'field.changed', field: 'ssnLastFour', value: '' },
  { type: 'continue.pressed' },
]);

/** Create Online Account was pressed with nothing right. */
export const ChoosingCredentialsWithErrors = atState(model, 'choosingCredentials', [
  { type: 'field.changed', field: 'username', value: 'av' },
  { type: 'field.changed', field: 'password', value: 'password123' },
  { type: 'field.changed', field: 'terms', value: false },
  { type: 'submit.pressed' },
]);
