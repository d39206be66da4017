/**
 * The machine of every form by which a document is uploaded (P §2.9, §4): a file is chosen, and what it is; it is sent once,
 * and either there is a receipt, or the file is cleared and it is said why. The file and what is typed are in memory only.
 */
import { assign, setup } from 'xstate';
import * as rules from '#domain/documents/rules.ts';
import type {
  ChosenFile,
  DocumentType,
  UploadAnswer,
  UploadReceipt,
  UploadRecord,
  UploadValues,
} from '#domain/documents/shapes.ts';
import type { Issue } from '#domain/issue.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { effects } from './effect.ts';
import type { FocusWanted } from './events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus, focusField, focusOn } from './focus.ts';
import type { Form, FormEvent } from './form.ts';
import { createForm } from './form-machine.ts';
import { withAnswer, withEvent } from './params.ts';
import { notify } from './relay.ts';
import { required } from './required.ts';
import type { Submission, SubmissionInput } from './submission.machine.ts';

type Result = SubmissionResult<UploadAnswer, UploadRecord>;

/** A file was chosen, or the choice was taken back. */
export interface FileChosen {
  readonly type: 'file.chosen';
  readonly file: ChosenFile | null;
}

/** The notice above the form: the upload failed, with its reason if it is known, or it was canceled. */
export type UploadNotice = { readonly what: 'failed'; readonly reason: Issue | null } | { readonly what: 'canceled' };

/** What the configuration says of uploading. */
export interface UploadSettings {
  /** What a document may be. */
  readonly documentTypes: readonly DocumentType[];
  /** The most megabytes of a file. */
  readonly maxFileMegabytes: number;
  /** The ids that an upload without signing in carries. */
  readonly ids: rules.UploadIds;
}

/** What a configuration says of uploading. */
export const uploadSettingsOf = ({
  documents: { types: documentTypes, maxFileMegabytes },
  clientId,
  applicationId,
}: Pick<Configuration, 'documents' | 'clientId' | 'applicationId'>): UploadSettings => ({
  documentTypes,
  maxFileMegabytes,
  ids: { clientId, applicationId },
});

export interface UploadInput extends UploadSettings {
  /** The id of the document type that the form starts with; null if the borrower has to choose one. */
  readonly documentTypeId: string | null;
  /** Whether the document is for the borrower's application: the type can't be changed, and the upload's flag is true. */
  readonly isForApplication: boolean;
}

export interface UploadContext extends UploadInput, rules.UploadFacts {
  readonly form: Form<UploadValues>;
  /** The key under which the present upload counts once. */
  readonly key: string | null;
  /** Of the last document that was received. */
  readonly receipt: UploadReceipt | null;
  readonly notice: UploadNotice | null;
}

/** What makes one form of it differ from the other. */
export interface UploadOptions<Body, Params> {
  readonly id: string;
  /** Who uploads, as analysts read it. */
  readonly description: string;
  readonly schema: typeof rules.anonymousUploadSchema;
  /** The machine that sends it once, and settles what became of it. */
  readonly submission: Submission<Body, UploadAnswer, UploadRecord, Params>;
  /** What is sent of a form that has been validated, and what stands in the address. */
  readonly request: (
    context: UploadContext,
    file: ChosenFile,
  ) => Pick<SubmissionInput<Body, Params>, 'body' | 'params'>;
  /** Whether the machine that runs this one is told of each document that was received (`document.uploaded`). */
  readonly notifies: boolean;
}

/** The machine of one form by which documents are uploaded. */
export function upload<Body, Params>({
  id,
  description,
  schema,
  submission,
  request,
  notifies,
}: UploadOptions<Body, Params>) {
  const form = createForm<UploadValues, rules.UploadFacts>({
    schema,
    normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
    deriveOnChange: (field, values) => (field === 'identifier' ? rules.withIdentifierChosen(values) : values),
    validateOnChange: (field) => ['file', 'documentTypeId', 'identifier'].includes(field),
  }).inMachine('form', { facts: (context: UploadContext) => context, errorsDelay: ERRORS_DELAY });

  /** The form as it starts, without a file. */
  const empty = (context: Omit<UploadContext, 'form'>) => ({
    file: null,
    form: form.start(
      { ...rules.startingUpload, documentTypeId: context.documentTypeId ?? '' },
      { ...context, file: null },
    ),
  });
  /** The same form without its file; what was wrong with it before does not show again. */
  const withoutFile = (context: UploadContext) => ({
    file: null,
    form: form.start({ ...context.form.values, file: '' }, { ...context, file: null }),
  });

  return setup({
    types: {
      context: {} as UploadContext,
      events: {} as
        | FormEvent
        | FileChosen
        | { type: 'upload.pressed' }
        | { type: 'another.wanted' }
        | { type: 'retry.wanted' },
      input: {} as UploadInput,
      emitted: {} as FocusWanted,
      tags: {} as 'busy',
      children: {} as { submitDocument: 'submitDocument' },
    },
    actors: { makeSubmissionKey: effects['key.make'], submitDocument: submission },
    guards: {
      ...form.guards,
      isReceived: (_, result: Result) => result.result === 'accepted',
      isCanceled: (_, result: Result) => result.result === 'neverArrived' && result.isCanceled === true,
    },
    actions: {
      ...form.actions,
      keepFile: assign(({ context }, { file }: FileChosen) => ({
        file,
        form: form.changed(
          context.form,
          { type: 'field.changed', field: 'file', value: file?.name ?? '' },
          { ...context, file },
        ),
      })),
      keepKey: assign({ key: (_, key: string) => key }),
      keepReceipt: assign({
        receipt: (_, result: Result) =>
          result.result === 'accepted' && result.answer.outcome === 'received' ? result.answer.receipt : null,
      }),
      /** The numbers and names that were typed are needed no more. */
      clearForm: assign(({ context }) => ({ key: null, ...empty(context) })),
      setFailed: assign(({ context }) => ({
        key: null,
        notice: { what: 'failed', reason: null },
        ...withoutFile(context),
      })),
      /** Everything that was chosen and typed is still there. */
      setCanceled: assign({ key: null, notice: { what: 'canceled' } }),
      setRefused: assign(({ context }, result: Result) => ({
        key: null,
        notice: { what: 'failed', reason: rules.reasonOf(result, context.maxFileMegabytes) },
        ...withoutFile(context),
      })),
      clearNotice: assign({ notice: null }),
      clearReceipt: assign({ receipt: null }),
      notifyUploaded: notify('document.uploaded'),
      focusNotice: focus('notice', NOTICE_DELAY),
      // The button that was pressed is gone.
      focusHeading: focus('heading'),
      focusField,
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => {
      const start = { ...input, file: null, key: null, receipt: null, notice: null };
      return { ...start, ...empty(start) };
    },
    initial: 'choosingFile',
    states: {
      choosingFile: {
        description: 'A file is being chosen, and said what it is',
        on: {
          // The notice is about the file before.
          'file.chosen': { actions: [withEvent('keepFile'), 'clearNotice'] },
          'field.changed': form.onChange(),
          'field.left': form.onLeave(),
          'upload.pressed': form.onSubmit({ target: 'makingSubmissionKey', actions: 'clearNotice' }, 'clearNotice'),
        },
      },

      makingSubmissionKey: {
        description: 'A key is made under which this document counts only once',
        tags: 'busy',
        invoke: {
          id: 'makeSubmissionKey',
          src: 'makeSubmissionKey',
          input: {},
          onDone: { target: 'uploading', actions: withAnswer('keepKey') },
          onError: { target: 'choosingFile', actions: ['setFailed', 'focusNotice'] },
        },
      },

      uploading: {
        description: 'The document is under way, which can be canceled, or the server is asked what became of it',
        tags: 'busy',
        invoke: {
          id: 'submitDocument',
          src: 'submitDocument',
          input: ({ context }) => ({
            idempotencyKey: required(context.key, 'a key'),
            // Without a file there is nothing to send, and only the outcome is asked for.
            ...(context.file === null ? { body: null } : request(context, context.file)),
          }),
          onDone: [
            {
              guard: withAnswer('isReceived'),
              target: 'uploaded',
              actions: [
                withAnswer('keepReceipt'),
                'clearForm',
                ...(notifies ? (['notifyUploaded'] as const) : []),
                'focusNotice',
              ],
            },
            { guard: withAnswer('isCanceled'), target: 'choosingFile', actions: ['setCanceled', 'focusNotice'] },
            { target: 'choosingFile', actions: [withAnswer('setRefused'), 'focusNotice'] },
          ],
          // The key and the file stay, so that trying again sends the same document under the same key.
          onError: { target: 'outcomeNotKnown', actions: 'focusNotice' },
        },
      },

      outcomeNotKnown: {
        description: 'What became of the document could not even be asked for; that can be tried again',
        on: { 'retry.wanted': { target: 'uploading', actions: 'focusHeading' } },
      },

      uploaded: {
        description: 'The document has been received; another one can be uploaded',
        on: { 'another.wanted': { target: 'choosingFile', actions: ['clearReceipt', focusOn('file')] } },
      },
    },
  });
}
