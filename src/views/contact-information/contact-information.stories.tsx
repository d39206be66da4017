/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/contact-information/contact-information.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Contact Information' } satisfies Meta;

export const GatheringFacts = atState(model, 'gatheringFacts > getFacts: loadingParts');
export const GettingStates = atState(model, 'gettingStates');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const ShowingContact = atState(model, 'showingContact');
export const ConfirmingContact = atState(model, 'confirmingContact');
export const EditingContact = atState(model, 'editingContact.typing');
export const LookingUpStates = atState(model, 'editingContact.lookingUpStates');
export const StatesMissing = atState(model, 'editingContact.statesMissing');
export const SavingContact = atState(model, 'savingContact');
export const ContactSaved = atState(model, 'contactSaved');
export const GettingNewest = atState(model, 'gettingNewest');
export const ChangedElsewhere = atState(model, 'changedElsewhere');
export const NewestMissing = atState(model, 'newestMissing');
export const MarkingDone = atState(model, 'leaving > leaveAction: markingDone');
export const Leaving = atState(model, 'leaving > leaveAction: leaving');
export const CouldNotContinue = atState(model, 'couldNotContinue');

/** Save was pressed with fields that cannot be taken. */
export const EditingContactWithErrors = atState(model, 'editingContact.typing', [
  { type: 'field.changed', field: 'email', value: 'avery at example.com' },
  { type: 'field.changed', field: 'homePhone', value: '' },
  { type: 'field.changed', field: 'mobilePhone', value: '' },
  { type: 'field.changed', field: 'street', value: '12 Elm Street <script>' },
  { type: 'field.changed', field: 'city', value: 'Lincoln 2' },
  { type: 'field.changed', field: 'state', value: '' },
  { type: 'field.changed', field: 'zip', value: '6850' },
  { type: 'submit.pressed' },
]);
