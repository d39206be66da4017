/** Expectations for every form that uploads a document (P §2.9, §4, §5.3, §8; rulings 3 and 4). */
import type { ContextFrom } from 'xstate';
import type { ChosenFile, UploadValues } from '#domain/documents/shapes.ts';
import type { CallFailure } from '#domain/call.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { type EventCase, type FlowModel, type Gesture, defineModel } from 'xstate-workbench/model';
import type { Submission } from '../../kit/submission.machine.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import type { UploadContext, UploadEvent, UploadInput, upload } from './upload.machine.ts';

type Machine = ReturnType<typeof upload>;
type Context = UploadContext;
type Case = EventCase<Parameters<Machine['transition']>[1], ContextFrom<Machine>>;

const FAILED = "The upload didn't work.";
const UNABLE = 'We were unable to upload your document.';
const WRONG_TYPE = 'Please choose a PDF, JPEG, PNG, TIFF or GIF file.';
/** Text for the chosen file, with its size. */
const CHOSEN = 'Chosen: lease.pdf (8 bytes)';
const SENDING = 'Uploading lease.pdf';
const CANCELLED = 'The upload was canceled, and nothing of your document was kept.';
const UNKNOWN = "We're checking whether your document has arrived";
const EXPLANATION = "We haven't heard back yet. Please don't upload it again: we keep it only once.";
const ANOTHER = 'Upload Another Document';

export const sampleFile: ChosenFile = {
  name: 'lease.pdf',
  size: 8,
  mediaType: 'application/pdf',
  content: new Blob(['%PDF-1.7']),
};
const program: ChosenFile = { ...sampleFile, name: 'notes.exe' };

const receipt = {
  confirmationNumber: '7KQ4-M2XR-9TBD',
  uploadedDateTime: '2026-11-20T15:00:00.000Z',
  fileName: 'lease.pdf',
  fileSizeFormatted: '8 bytes',
};

/** Differences between the forms: their own fields, and the request. */
export interface UploadSamples {
  readonly machine: unknown;
  readonly submission: unknown;
  readonly title: string;
  /** Inputs, which may set the document type. */
  readonly inputs: Readonly<Record<string, UploadInput>>;
  /** Returns the problems of the fields that only this form has. */
  readonly problems: (values: UploadValues) => FieldProblem[];
  /** Additional events of the form. */
  readonly events: readonly Case[];
  /** Returns the request for a valid form. */
  readonly request: (context: Context) => object;
  readonly notifies: boolean;
  /** Labels of the form's own fields. */
  readonly words: readonly string[];
}

const emptyValues: UploadValues = {
  firstName: '',
  lastName: '',
  identifier: '',
  accountNumber: '',
  accountNumberAgain: '',
  ssn: '',
  ssnAgain: '',
  file: '',
  documentTypeId: '',
};

export interface FormChange {
  readonly values?: Partial<UploadValues>;
  readonly touched?: readonly string[];
  readonly attempted?: boolean;
}

/** Returns the form after a change, with the problems of the fields that only it has. */
export const formAfter =
  (problems: UploadSamples['problems']) =>
  (before: Context, { values: changed, ...change }: FormChange, file: ChosenFile | null = before.file) => {
    const values = { ...before.form.values, ...changed };
    const ofFile = [
      ...unless('file', file !== null, 'file.required'),
      ...unless('file', file?.name !== 'notes.exe', 'file.type'),
      ...unless('documentTypeId', values.documentTypeId !== '', 'documentType.required'),
    ];
    return { form: expectedForm(values, [...problems(values), ...ofFile], { ...before.form, ...change }) };
  };

/** Returns the cases for typing into a field, or for selecting an option. */
export const typing = (
  after: ReturnType<typeof formAfter>,
  field: keyof UploadValues,
  value: string,
  gesture: Gesture,
  where: (context: Context) => boolean = () => true,
): Case => ({
  event: { type: 'field.changed', field, value },
  on: ['choosingFile'],
  where,
  gesture,
  then: { in: 'choosingFile', context: (before: Context) => after(before, { values: { [field]: value } }) },
});

/** Result of a request that the server refuses. */
const refused = (status: number) => ({ result: 'refused', answer: null, failure: { kind: 'refused', status } });

/** Failure in which the server refuses the file type. */
const typeRefused: CallFailure = {
  kind: 'refused',
  status: 422,
  problem: {
    type: 'about:blank',
    title: 'This document cannot be uploaded.',
    status: 422,
    fields: [{ field: 'file', code: 'file.type', message: WRONG_TYPE }],
  },
};

/** Creates the model of one form. */
export function createUploadModel(samples: UploadSamples): FlowModel<Machine> {
  const { inputs, problems, request, notifies, words, title } = samples;
  const machine = samples.machine as Machine;
  const tells = (type: UploadEvent['type']) => notifies && { notifies: [{ type }] };
  const after = formAfter(problems);
  const isRight = (context: Context) => after(context, {}).form.problems.length === 0;
  const start = ({ documentTypeId }: Pick<Context, 'documentTypeId'>) => {
    const values = { ...emptyValues, documentTypeId: documentTypeId ?? '' };
    const { form } = after({ form: { values, touched: [], attempted: false }, file: null } as unknown as Context, {});
    return { file: null, form };
  };
  const submission = expectedOnce<Context>({
    state: 'uploading',
    call: 'submitDocument',
    request,
  });
  const choose = (file: ChosenFile) => ({
    event: { type: 'file.chosen', file } as const,
    on: ['choosingFile'],
    gesture: { action: 'upload', role: 'file', name: 'File', value: file.name } as const,
    then: {
      in: 'choosingFile',
      context: (before: Context) => ({
        file,
        notice: null,
        ...after(before, { values: { file: file.name }, touched: touching(before.form.touched, 'file') }, file),
      }),
      ...(file === program
        ? { reads: ['Chosen: notes.exe (8 bytes)', WRONG_TYPE], hides: [CHOSEN] }
        : { reads: [CHOSEN], hides: [WRONG_TYPE, FAILED, CANCELLED] }),
    },
  });
  /**
   * Expected result of a failed upload: the file is cleared and the rest of the form stays. A screen reader reads the
   * managed text first, then the reason (ruling 64).
   */
  const failed = (code?: string, read: string = UNABLE, more: object = {}) => ({
    state: 'choosingFile',
    context: (before: Context) => ({
      key: null,
      notice: { what: 'failed' as const, reason: code === undefined ? null : { code, ...more } },
      file: null,
      ...after(before, { values: { file: '' }, touched: [], attempted: false }, null),
    }),
    ...tells('upload.failed'),
    focus: toNotice,
    reads: [FAILED, UNABLE, read],
    hides: [CHOSEN],
  });

  return defineModel<Machine>({
    machine,
    title,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name,
        {
          input,
          then: {
            state: 'choosingFile',
            context: { key: null, receipt: null, notice: null, ...start(input) },
          },
        },
      ]),
    ),
    events: [
      choose(sampleFile),
      choose(program),
      {
        event: { type: 'file.chosen', file: null },
        then: {
          in: 'choosingFile',
          context: (before: Context) => ({
            file: null,
            notice: null,
            ...after(before, { values: { file: '' }, touched: touching(before.form.touched, 'file') }, null),
          }),
          hides: [CHOSEN, FAILED, CANCELLED],
        },
      },
      ...samples.events,
      {
        event: { type: 'upload.pressed' },
        on: ['choosingFile'],
        gesture: { action: 'click', role: 'button', name: 'Upload File' },
        then: [
          {
            in: 'choosingFile',
            when: isRight,
            ...submission.sends,
            context: { notice: null },
            ...tells('upload.started'),
            reads: [SENDING],
            hides: [FAILED, CANCELLED, REVIEW],
          },
          {
            in: 'choosingFile',
            context: (before: Context) => ({ notice: null, ...after(before, { attempted: true }) }),
            focus: toErrors,
            reads: [REVIEW],
            hides: [FAILED, CANCELLED],
          },
        ],
      },
      {
        event: { type: 'another.wanted' },
        gesture: { action: 'click', role: 'button', name: ANOTHER },
        then: {
          in: 'uploaded',
          state: 'choosingFile',
          context: { receipt: null },
          focus: { place: 'field', field: 'file', delay: 0 },
          hides: [receipt.confirmationNumber],
        },
      },
      {
        event: { type: 'retry.wanted' },
        gesture: { action: 'click', role: 'button', name: 'Try again' },
        then: submission.retried,
      },
      submission.keyMade,
    ],
    outcomes: {
      submitDocument: {
        'the document is received': {
          answers: { result: 'accepted', answer: { outcome: 'received', receipt }, record: null },
          then: {
            state: 'uploaded',
            context: (before: Context) => ({ key: null, receipt, ...start(before) }),
            ...tells('document.uploaded'),
            focus: toNotice,
            reads: [receipt.confirmationNumber],
          },
        },
        'the document is received, as the server says when it is asked': {
          answers: { result: 'accepted', answer: { outcome: 'received', receipt }, record: { fileName: 'lease.pdf' } },
          then: {
            state: 'uploaded',
            context: (before: Context) => ({ key: null, receipt, ...start(before) }),
            ...tells('document.uploaded'),
            focus: toNotice,
            reads: [receipt.confirmationNumber],
          },
        },
        'the content is not what the name says': {
          answers: { result: 'refused', answer: { outcome: 'refused', reason: 'file.content' }, failure: null },
          then: failed('file.content', "We can't read this file."),
        },
        'too many uploads': {
          answers: refused(429),
          then: failed('uploads.tooOften', "You've uploaded too many files for now. Please try again later."),
        },
        'the file is too large for the server': {
          answers: refused(413),
          then: failed('file.tooLarge', 'This file is too large. It can have up to 10 MB.', { megabytes: 10 }),
        },
        'the server refuses the type of the file': {
          answers: { result: 'refused', answer: null, failure: typeRefused },
          then: failed('file.type', WRONG_TYPE),
        },
        'the server refuses the request': { answers: refused(422), then: failed() },
        'it never arrived': {
          answers: { result: 'neverArrived' },
          then: failed('upload.neverArrived', "Your document didn't reach us."),
        },
        'it was canceled before it arrived': {
          answers: { result: 'neverArrived', isCanceled: true },
          then: {
            state: 'choosingFile',
            context: { key: null, notice: { what: 'canceled' } },
            ...tells('upload.failed'),
            focus: { place: 'notice', delay: 100 },
            reads: [CANCELLED, CHOSEN],
          },
        },
        'the machine of the submission stops in error': {
          throws: { kind: 'unreadable', detail: 'Unexpected Error' },
          then: { state: 'outcomeCheckFailed', focus: toNotice, reads: [UNKNOWN] },
        },
      },
    },
    screens: {
      choosingFile: [...words, 'File', 'PDF, JPEG, PNG, TIFF or GIF, up to 10 MB', 'Upload File'],
      uploading: ['Upload Documents'],
      outcomeCheckFailed: [UNKNOWN, EXPLANATION, 'Try again'],
      uploaded: ['Your document has been uploaded.', 'Confirmation number', receipt.confirmationNumber, ANOTHER],
    },
    finish: ['uploaded'],
    claims: {
      'an invalid form sends nothing': {
        never: ({ isIn, context }) => isIn('uploading') && isNew(context) && !isRight(context),
        brokenBy: 'choosingFile -> upload.pressed [isFormComplete]: guard turned round',
      },
      'a document counts as uploaded only when the server says so': {
        reaching: ({ isIn }) => isIn('uploaded'),
        needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('the document is received'),
        brokenBy: 'guard isReceived: always true',
      },
      'no input stays in memory after the document has arrived': {
        never: ({ isIn, context: { form, file, documentTypeId } }) =>
          isIn('uploaded') &&
          (file !== null ||
            Object.entries(form.values).some(
              ([name, value]) => value !== '' && (name !== 'documentTypeId' || value !== documentTypeId),
            )),
        brokenBy: 'uploading -> submitDocument done [isReceived]: action clearForm removed',
      },
    },
    children: {
      submitDocument: createSubmissionModel(samples.submission as Submission, {
        key: sampleKey,
        body: { file: { name: 'lease.pdf' } },
        accepted: { outcome: 'received', receipt },
        rejected: { outcome: 'refused', reason: 'file.content' },
        refusals: {
          'too many uploads': { throws: { kind: 'refused', status: 429 } },
          'the file is too large for the server': { throws: { kind: 'refused', status: 413 } },
          'the server refuses the type of the file': { throws: typeRefused },
        },
        record: { fileName: 'lease.pdf' },
        messages: {
          sending: SENDING,
          outcomeUnknown: UNKNOWN,
          explanation: EXPLANATION,
          asking: 'Checking whether your document has arrived…',
        },
        file: { progress: (percent) => `Uploading lease.pdf, ${percent} %`, canceling: 'Canceling…' },
      }),
    },
    notOnScreen: {
      'submitDocument "the document is received, as the server says when it is asked" (1)': SAME_ON_SCREEN,
    },
    facts: ({ form, file, notice, key, receipt: has, documentTypeId, isForApplication }) => ({
      documentTypeId,
      isForApplication,
      problems: form.problems.length,
      identifier: form.values.identifier,
      file: file?.name ?? null,
      isAttempted: form.attempted,
      notice: notice?.what === 'failed' ? (notice.reason?.code ?? null) : (notice?.what ?? 'none'),
      hasKey: key !== null,
      hasReceipt: has !== null,
    }),
  });
}

const SAME_ON_SCREEN =
  'Said in the same words, in the same state, as another answer: on the screen nothing tells them apart.';

/** Returns the cases for selecting the document type, if the input does not set it. */
export const choosingType = (after: ReturnType<typeof formAfter>): readonly Case[] => [
  {
    event: { type: 'field.changed', field: 'documentTypeId', value: '2' },
    on: ['choosingFile'],
    where: ({ isForApplication }) => !isForApplication,
    gesture: { action: 'choose', role: 'combobox', name: 'Document Type', value: '2' },
    then: {
      in: 'choosingFile',
      context: (before: Context) =>
        after(before, {
          values: { documentTypeId: '2' },
          touched: touching(before.form.touched, 'documentTypeId'),
        }),
    },
  },
  {
    event: { type: 'field.left', field: 'documentTypeId' },
    on: ['choosingFile'],
    where: ({ isForApplication }) => !isForApplication,
    gesture: { action: 'leave', role: 'combobox', name: 'Document Type' },
    then: {
      in: 'choosingFile',
      context: (before: Context) => after(before, { touched: touching(before.form.touched, 'documentTypeId') }),
    },
  },
];

/** Initial data of every form. */
export const sampleUpload = {
  documentTypes: sampleConfiguration.documents.types,
  documentTypeId: null,
  isForApplication: false,
  maxFileMegabytes: 10,
  ids: { clientId: 1, applicationId: 1 },
} satisfies UploadInput;
