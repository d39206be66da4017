/** What models expect of every page alike: the sentences that a person reads, and where the focus goes. */
import type { CallFailure } from '#domain/call.ts';

/** Of a page that could not be fetched. */
export const COULD_NOT_LOAD = "Sorry, there's been a problem. We were unable to load all of your data.";
export const TRY_AGAIN = 'Try again';

/** Above the list of what is wrong with a form. */
export const REVIEW = 'Review the following fields to continue:';

/** To the notice, once it is there to be read. */
export const toNotice = { place: 'notice', delay: 100 } as const;
/** To the heading at once, where what had the focus is gone. */
export const toHeading = { place: 'heading', delay: 0 } as const;
/** To the list of what is wrong, when a screen reader has read the message. */
export const toErrors = { place: 'errors', delay: 200 } as const;

const couldNotLoad = (failure: CallFailure) => ({ state: 'couldNotLoad', context: { failure }, focus: toNotice });

/** How a page of several parts (`resourceOfParts`) is not loaded, and what follows. */
export const partsNotLoaded = {
  'no answer in time': {
    answers: { result: 'failed', failure: { kind: 'noAnswer' } },
    then: couldNotLoad({ kind: 'noAnswer' }),
  },
  'a broken server': {
    answers: { result: 'failed', failure: { kind: 'refused', status: 503 } },
    then: couldNotLoad({ kind: 'refused', status: 503 }),
  },
  'loading stops in error': {
    throws: { kind: 'unreadable', detail: 'Unexpected Error' },
    then: couldNotLoad({ kind: 'unreadable', detail: 'Unexpected Error' }),
  },
};
