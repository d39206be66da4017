/** Expectations shared by all pages: texts and focus targets. */
import type { CallFailure } from '#domain/call.ts';

/** Text of a page that failed to load. */
export const COULD_NOT_LOAD = "Sorry, there's been a problem. We were unable to load all of your data.";
export const TRY_AGAIN = 'Try again';

/** Text that says whom a borrower with loans in default can call (ruling 97). */
export const CALL_ABOUT_DEFAULT = 'Call us at 1-800-555-0142 to learn how to get out of default.';

/** Heading of a form's error list. */
export const REVIEW = 'Review the following fields to continue:';

/** Focus moves to the notice after it was rendered. */
export const toNotice = { place: 'notice', delay: 100 } as const;
/** Focus moves to the heading immediately, because the focused element was removed. */
export const toHeading = { place: 'heading', delay: 0 } as const;
/** Focus moves to the error list after a screen reader has had time to read the message. */
export const toErrors = { place: 'errors', delay: 200 } as const;

const couldNotLoad = (failure: CallFailure) => ({ state: 'couldNotLoad', context: { failure }, focus: toNotice });

/** Outcomes of a page of several parts (`resourceOfParts`) that fails to load. */
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
