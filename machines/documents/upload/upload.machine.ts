/**
 * Machine of every form that uploads a document (P §2.9, §4). The person chooses a file and describes it. The document
 * is sent once; then the screen shows a receipt, or it clears the file and shows the reason for the failure. The file
 * and the typed values exist only in memory.
 */
import { assign, setup } from 'xstate';
import * as rules from '#domain/documents/rules.ts';
import type {
  ChosenFile,
  DocumentType,
  UploadResponse,
  UploadReceipt,
  UploadRecord,
  UploadValues,
} from '#domain/documents/shapes.ts';
import type { Issue } from '#domain/issue.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import type { FocusRequested, KeyMade } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { notify } from '../../kit/relay.ts';
import { required } from '../../kit/failures.ts';
import type { Submission, SubmissionRequest } from '../../kit/submission.machine.ts';
import { type Keyed, submitActions, submitOnce } from '../../kit/submit-once.ts';

type Result = SubmissionResult<UploadResponse, UploadRecord>;

/** A file was chosen, or the choice was cleared (null). */
export interface FileChosen {
  readonly type: 'file.chosen';
  readonly file: ChosenFile | null;
}

/** Notice above the form: the upload failed, with the reason if it is known, or it was canceled. */
export type UploadNotice = { readonly kind: 'failed'; readonly reason: Issue | null } | { readonly kind: 'canceled' };

/** Upload settings from the configuration. */
export interface UploadSettings {
  /** Document types that can be uploaded. */
  readonly documentTypes: readonly DocumentType[];
  /** Maximum file size in megabytes. */
  readonly maxFileMegabytes: number;
  /** Ids that an anonymous upload sends. */
  readonly ids: rules.UploadIds;
}

/** Returns the upload settings of a configuration. */
export const toUploadSettings = ({
  documents: { types: documentTypes, maxFileMegabytes },
  clientId,
  applicationId,
}: Pick<Configuration, 'documents' | 'clientId' | 'applicationId'>): UploadSettings => ({
  documentTypes,
  maxFileMegabytes,
  ids: { clientId, applicationId },
});

export interface UploadInput extends UploadSettings {
  /** Id of the preselected document type, or null if the borrower has to choose one. */
  readonly documentTypeId: string | null;
  /**
   * Whether the document belongs to the borrower's application: the type cannot be changed, and the upload's flag is
   * true.
   */
  readonly isForApplication: boolean;
}

export interface UploadContext extends UploadInput, rules.UploadDeps, Keyed {
  readonly form: Form<UploadValues>;
  /** Receipt of the last document that was received. */
  readonly receipt: UploadReceipt | null;
  readonly notice: UploadNotice | null;
}

/** Differences between the upload forms. */
export interface UploadOptions<Body, Params> {
  readonly id: string;
  /** Description for analysts. */
  readonly description: string;
  readonly schema: typeof rules.anonymousUploadSchema;
  /** Machine that sends the document once and finds out its outcome. */
  readonly submission: Submission<Body, UploadResponse, UploadRecord, Params>;
  /** Builds the request body and path parameters from a valid form. */
  readonly request: (context: UploadContext, file: ChosenFile) => SubmissionRequest<Body, Params>;
  /** Whether the parent receives {@link UploadEvent}s. */
  readonly notifies: boolean;
}

/** Events that the machine sends to its parent: an upload has begun, and has an outcome. */
export type UploadEvent =
  | { readonly type: 'upload.started' }
  | { readonly type: 'document.uploaded' }
  | { readonly type: 'upload.failed' };

/** Creates the machine of one upload form. */
export function upload<Body, Params>({
  id,
  description,
  schema,
  submission,
  request,
  notifies,
}: UploadOptions<Body, Params>) {
  const form = createForm<UploadValues, rules.UploadDeps>({
    schema,
    normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
    deriveOnChange: (field, values) => (field === 'identifier' ? rules.withIdentifierChosen(values) : values),
    validateOnChange: (field) => ['file', 'documentTypeId', 'identifier'].includes(field),
  }).inMachine('form', { facts: (context: UploadContext) => context });

  const announced = <Action extends string>(action: Action): readonly Action[] => (notifies ? [action] : []);

  /** Returns the empty form. */
  const empty = (context: Omit<UploadContext, 'form'>) => ({
    file: null,
    form: form.start(
      { ...rules.startingUpload, documentTypeId: context.documentTypeId ?? '' },
      { ...context, file: null },
    ),
  });
  /** Returns the form without its file. Earlier errors are hidden. */
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
        | KeyMade
        | { type: 'upload.pressed' }
        | { type: 'another.requested' }
        | { type: 'retry.requested' },
      input: {} as UploadInput,
      emitted: {} as FocusRequested,
      tags: {} as 'busy',
      children: {} as { submitDocument: 'submitDocument' },
    },
    actors: { submitDocument: submission },
    guards: {
      ...form.guards,
      isReceived: (_, result: Result) => result.result === 'accepted',
      isCanceled: (_, result: Result) => result.result === 'neverArrived' && result.isCanceled === true,
    },
    actions: {
      ...form.actions,
      setFile: assign(({ context }, { file }: FileChosen) => ({
        file,
        form: form.changed(
          context.form,
          { type: 'field.changed', field: 'file', value: file?.name ?? '' },
          { ...context, file },
        ),
      })),
      ...submitActions,
      setReceipt: assign({
        receipt: (_, result: Result) =>
          result.result === 'accepted' && result.answer.outcome === 'received' ? result.answer.receipt : null,
      }),
      /** The typed numbers and names are no longer needed. */
      clearForm: assign(({ context }) => ({ key: null, ...empty(context) })),
      /** The input stays. */
      setCanceled: assign({ key: null, notice: { kind: 'canceled' } }),
      setRefused: assign(({ context }, result: Result) => ({
        key: null,
        notice: { kind: 'failed', reason: rules.toUploadIssue(result, context.maxFileMegabytes) },
        ...withoutFile(context),
      })),
      clearNotice: assign({ notice: null }),
      clearReceipt: assign({ receipt: null }),
      notifyStarted: notify('upload.started'),
      notifyUploaded: notify('document.uploaded'),
      notifyFailed: notify('upload.failed'),
      // The button that was pressed has disappeared.
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
        description: 'The borrower chooses a file and describes it',
        on: {
          // The notice refers to the previous file.
          'file.chosen': { actions: [withEvent('setFile'), 'clearNotice'] },
          'field.changed': form.onChange(),
          'field.left': form.onLeave(),
          'upload.pressed': form.onSubmit(
            { target: 'uploading', actions: ['clearNotice', ...announced('notifyStarted')] },
            'clearNotice',
          ),
        },
      },

      ...submitOnce('uploading', {
        what: 'the document',
        actor: 'submitDocument',
        request: (context: UploadContext) => request(context, required(context.file, 'a file')),
        waiting: 'busy',
        onDone: [
          {
            guard: withAnswer('isReceived'),
            target: 'uploaded',
            actions: [withAnswer('setReceipt'), 'clearForm', ...announced('notifyUploaded'), 'focusNotice'],
          },
          {
            guard: withAnswer('isCanceled'),
            target: 'choosingFile',
            actions: ['setCanceled', ...announced('notifyFailed'), 'focusNotice'],
          },
          { target: 'choosingFile', actions: [withAnswer('setRefused'), ...announced('notifyFailed'), 'focusNotice'] },
        ],
      }),

      uploaded: {
        description: 'The document was received; the borrower can upload another one',
        on: { 'another.requested': { target: 'choosingFile', actions: ['clearReceipt', focusOn('file')] } },
      },
    },
  });
}
