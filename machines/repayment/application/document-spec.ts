/** The last step of a flow whose application needs a document: the document can be uploaded there (R §4 Next steps). */
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { sampleUpload } from '../../documents/upload/expected-upload.ts';
import type { UploadEvent } from '../../documents/upload/upload.machine.ts';
import { TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { type Case, type ContextPart, type StateSpec, answers } from 'xstate-workbench/model';
import { noAnswer, stopsInError } from '../../kit/spec.ts';
import { received } from './expected-flow.ts';

const { documentTypes, maxFileMegabytes, ids } = sampleUpload;

/** Settings of the upload. */
export const sampleUploads = { documentTypes, maxFileMegabytes, ids };

interface DocumentSpec<Context> {
  /** State of the step, and the state within it with the upload, if that is another. */
  readonly at: string;
  readonly within?: string;
  /** Texts of the step. */
  readonly shows: readonly string[];
  /** Returns the id of the document type that the application needs. */
  readonly getDocumentType: (context: Context) => string;
  /** Screens of the earlier steps: the Back button restarts the flow, as `anew` specifies. */
  readonly screens: readonly string[];
  readonly anew: Case<Context>;
  /** The eligibility after the application was received. */
  readonly inProcess: DefermentEligibility;
}

export function documentSpec<Context>({
  at,
  within = at,
  shows,
  getDocumentType,
  screens,
  anew,
  inProcess,
}: DocumentSpec<Context>) {
  const [refreshing, refreshed] = [`${within}.eligibility.refreshing`, `${within}.eligibility.refreshed`];
  const [uploading, stopped] = [`${within}.upload.uploading`, `${within}.upload.uploadStopped`];
  const [choosing, sending] = [`${uploading}.choosingDocument`, `${uploading}.sendingDocument`];
  const uploads = (before: Context) => ({
    uploadDocument: { ...sampleUploads, documentTypeId: getDocumentType(before), isForApplication: true },
  });
  const ended = (type: 'document.uploaded' | 'upload.failed') => ({ event: { type }, cases: [{ state: choosing }] });
  const states: Readonly<
    Record<string, StateSpec<UploadEvent | { readonly type: 'retry.requested' }, Context, string>>
  > = {
    [at]: { shows, routes: Object.fromEntries(screens.map((id) => [id, anew])) },
    [refreshing]: {
      when: {
        refreshEligibility: {
          'an application is in process': [
            answers(inProcess),
            { state: refreshed, context: { facts: { eligibility: inProcess } } as ContextPart<Context> },
          ],
          'no answer in time': [
            noAnswer,
            {
              state: refreshed,
              emits: [
                {
                  type: 'failure.ignored',
                  what: 'The eligibility of the borrower was not reloaded',
                  failure: { kind: 'noAnswer' },
                },
              ],
            },
          ],
        },
      },
    },
    [uploading]: {
      when: {
        uploadDocument: {
          'the machine of the upload stops in error': [stopsInError, { state: stopped, focus: toNotice }],
        },
      },
    },
    [choosing]: { on: [{ event: { type: 'upload.started' }, cases: [{ state: sending }] }] },
    [sending]: {
      on: [ended('document.uploaded'), ended('upload.failed')],
      // The step stays open while a document is uploading.
      routes: Object.fromEntries(screens.map((id) => [id, {}])),
    },
    [stopped]: {
      shows: ["The form couldn't be shown."],
      on: [
        {
          event: { type: 'retry.requested' },
          gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
          cases: [{ state: choosing, focus: toHeading, calls: uploads }],
        },
      ],
    },
  };
  return {
    states,
    /** The application was received. */
    received: {
      ...received,
      state: [refreshing, choosing],
      calls: (before: Context) => ({ refreshEligibility: {}, ...uploads(before) }),
    },
  };
}
