/** Expectations for the last step of every application to postpone payments (R §4 Next steps). */
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { toHeading, toNotice } from './expected-page.ts';

export const UPLOAD_STOPPED = 'The form could not be shown.';

/** Outcomes in the state `at`: eligibility is loaded again, and a document is uploaded. */
export const expectedNextSteps = (at: string, inProcess: DefermentEligibility) => ({
  refreshEligibility: {
    'an application is in process': {
      answers: inProcess,
      then: { state: `${at}.eligibility.refreshed`, context: { facts: { eligibility: inProcess } } },
    },
    'no answer in time': {
      throws: { kind: 'noAnswer' },
      then: {
        state: `${at}.eligibility.refreshed`,
        emits: [
          {
            type: 'failure.ignored',
            what: 'What the borrower may apply for was not fetched again',
            failure: { kind: 'noAnswer' },
          },
        ],
      },
    },
  },
  uploadDocument: {
    'the machine of the upload stops in error': {
      throws: { kind: 'unreadable', detail: 'Unexpected Error' },
      then: { state: `${at}.upload.uploadStopped`, focus: toNotice },
    },
  },
});

/** Expected result of restarting an upload that stopped. */
export const uploadRetried = (at: string) => ({
  in: `${at}.upload.uploadStopped`,
  state: `${at}.upload.uploading`,
  focus: toHeading,
  hides: [UPLOAD_STOPPED],
});
