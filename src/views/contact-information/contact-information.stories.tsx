/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/contact-information/contact-information.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Contact Information', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gatheringFacts > getFacts: loadingParts');
export const GettingStates = atState(model, 'gettingStates');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const ShowingContact = atState(model, 'showingContact');
export const ConfirmingContact = atState(model, 'confirmingContact');
export const EditingContactTyping = atState(model, 'editingContact.typing');
export const EditingContactLookingUpStates = atState(model, 'editingContact.lookingUpStates');
export const EditingContactStatesMissing = atState(model, 'editingContact.statesMissing');
export const SavingContact = atState(model, 'savingContact');
export const ContactSaved = atState(model, 'contactSaved');
export const GettingLatest = atState(model, 'gettingLatest');
export const ChangedElsewhere = atState(model, 'changedElsewhere');
export const LatestMissing = atState(model, 'latestMissing');
export const MarkingDone = atState(model, 'leaving > leaveAction: markingDone');
export const Leaving = atState(model, 'leaving > leaveAction: leaving');
export const CouldNotContinue = atState(model, 'couldNotContinue');
