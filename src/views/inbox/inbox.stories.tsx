/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/inbox/inbox.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Inbox', tags: ['!test'] } satisfies Meta;

export const CheckingEnrollment = atState(model, 'checkingEnrollment');
export const CheckingClaimsStatus = atState(model, 'checkingClaimsStatus');
export const NotEnrolled = atState(model, 'notEnrolled');
export const NotEligible = atState(model, 'notEligible');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const LoadingMessages = atState(model, 'loadingMessages');
export const ShowingMessagesReadyQuiet = atState(model, 'showingMessages.ready.quiet');
export const ShowingMessagesReadyAnnouncing = atState(model, 'showingMessages.ready.announcing');
export const ShowingMessagesFetching = atState(model, 'showingMessages.fetching');
export const ShowingMessagesMarking = atState(model, 'showingMessages.marking');
export const ShowingMessagesRefreshing = atState(model, 'showingMessages.refreshing');
export const ReadingMessageLoading = atState(model, 'readingMessage.loading');
export const ReadingMessageCouldNotLoad = atState(model, 'readingMessage.couldNotLoad');
export const ReadingMessageNotFound = atState(model, 'readingMessage.notFound');
export const ReadingMessageMarkingRead = atState(model, 'readingMessage.markingRead');
export const ReadingMessageShowing = atState(model, 'readingMessage.showing');
export const ReadingMessageGettingPdf = atState(model, 'readingMessage.gettingPdf');
export const ReadingMessageGettingText = atState(model, 'readingMessage.gettingText');
export const ReadingMessageSavingFile = atState(model, 'readingMessage.savingFile');
