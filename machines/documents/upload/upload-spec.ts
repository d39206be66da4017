/** The specification of every form that uploads a document (P §2.9, §4, §5.3, §8; rulings 3 and 4). */
import type { ChosenFile, UploadValues } from '#domain/documents/shapes.ts';
import type { CallFailure } from '#domain/call.ts';
import type { FieldProblem, Issue } from '#domain/issue.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toNotice } from '../../kit/expected-page.ts';
import { LIKE_ANOTHER, isNew } from '../../kit/expected-submission.ts';
import { type FlowModel, answers } from 'xstate-workbench/model';
import type { FormSpec } from '../../kit/spec-form.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import type { Submission } from '../../kit/submission.machine.ts';
import { sampleFile } from './expected-upload.ts';
import type { UploadContext, UploadEvent, UploadInput, upload } from './upload.machine.ts';

type Machine = ReturnType<typeof upload>;
type Context = UploadContext;

const WRONG_TYPE = 'Please choose a PDF, JPEG, PNG, TIFF or GIF file.';
/** Text for the chosen file, with its size. */
const CHOSEN = 'Chosen: lease.pdf (8 bytes)';
const TEXTS = {
  sending: 'Uploading lease.pdf',
  outcomeUnknown: "We're checking whether your document has arrived",
  explanation: "We haven't heard back yet. Please don't upload it again: we keep it only once.",
  asking: 'Checking whether your document has arrived…',
};

const program: ChosenFile = { ...sampleFile, name: 'notes.exe' };

const receipt = {
  confirmationNumber: '7KQ4-M2XR-9TBD',
  uploadedDateTime: '2026-11-20T15:00:00.000Z',
  fileName: 'lease.pdf',
  fileSizeFormatted: '8 bytes',
};

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
const tooMany: CallFailure = { kind: 'refused', status: 429 };
const tooLarge: CallFailure = { kind: 'refused', status: 413 };

const NOTHING: UploadValues = {
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

/** Form-specific parts. */
interface UploadSpec {
  readonly title: string;
  readonly submission: unknown;
  /** Kinds of person, with the input of the form, which may set the document type. */
  readonly starts: Readonly<Record<string, UploadInput>>;
  /** The fields that only this form has, their texts, and the problems of their sample values. */
  readonly fields: FormSpec<'choosingFile', Context, UploadValues>['fields'];
  readonly shows: readonly string[];
  readonly problems: (values: UploadValues) => readonly FieldProblem[];
  /** Returns the request for a valid form. */
  readonly request: (context: Context) => object;
  readonly notifies: boolean;
}

/** Compiles the specification of one form to the model of its flow. */
export function uploadSpec(
  machine: unknown,
  { title, submission: sent, starts, fields, shows, problems, request, notifies }: UploadSpec,
): FlowModel<Machine> {
  const { to, stays, does, hears, press } = words<Machine>();
  const announced = (type: UploadEvent['type']) => notifies && { notifies: [{ type }] };

  const findProblems = (values: UploadValues, { file }: Pick<Context, 'file'>) => [
    ...problems(values),
    ...unless('file', file !== null, 'file.required'),
    ...unless('file', file?.name !== 'notes.exe', 'file.type'),
    ...unless('documentTypeId', values.documentTypeId !== '', 'documentType.required'),
  ];
  const expectForm = (values: UploadValues, file: Context['file'], shown: Partial<Context['form']> = {}) => ({
    file,
    form: expectedForm(values, findProblems(values, { file }), shown),
  });
  const empty = ({ documentTypeId }: Pick<Context, 'documentTypeId'>) =>
    expectForm({ ...NOTHING, documentTypeId: documentTypeId ?? '' }, null);

  const submission = submits<Context>({
    machine: sent as Submission,
    state: 'uploading',
    by: 'submitDocument',
    request,
    sample: {
      body: { file: { name: 'lease.pdf' } },
      accepted: { outcome: 'received', receipt },
      rejected: { outcome: 'refused', reason: 'file.content' },
      refusals: {
        'too many uploads': { throws: tooMany },
        'the file is too large for the server': { throws: tooLarge },
        'the server refuses the type of the file': { throws: typeRefused },
      },
      record: { fileName: 'lease.pdf' },
      file: { progress: (percent) => `Uploading lease.pdf, ${percent} %`, canceling: 'Canceling…' },
    },
    texts: TEXTS,
  });

  /** A file is chosen, or the choice is cleared. The notice is about the file before. */
  const chosen = (file: ChosenFile | null, reads: readonly string[], hides: readonly string[]) =>
    stays(
      ({ form: { values, ...form } }) => ({
        notice: null,
        ...expectForm({ ...values, file: file?.name ?? '' }, file, {
          ...form,
          touched: touching(form.touched, 'file'),
        }),
      }),
      { reads, hides },
    );
  const choose = (file: ChosenFile, reads: readonly string[], hides: readonly string[]) =>
    does(
      { action: 'upload', role: 'file', name: 'File', value: file.name },
      { type: 'file.chosen', file },
      chosen(file, reads, hides),
    );
  const isReceived = to('uploaded', (before) => ({ key: null, receipt, ...empty(before) }), {
    ...announced('document.uploaded'),
    focus: toNotice,
  });
  /**
   * The upload has failed: the file is cleared and the rest of the form stays. A screen reader reads the managed text
   * first, then the reason (ruling 64).
   */
  const fails = (reason: Issue | null, ...reads: readonly string[]) =>
    to(
      'choosingFile',
      ({ form }) => ({
        key: null,
        notice: { kind: 'failed', reason },
        ...expectForm({ ...form.values, file: '' }, null),
      }),
      { ...announced('upload.failed'), reads, hides: [CHOSEN] },
    );

  return spec(machine as Machine, {
    title,
    shows: ['Upload Documents'],
    starts: Object.fromEntries(
      Object.entries(starts).map(([name, input]) => [
        name,
        [input, to('choosingFile', { key: null, receipt: null, notice: null, ...empty(input) })],
      ]),
    ),
    notices: {
      failed: ["The upload didn't work.", 'We were unable to upload your document.'],
      canceled: 'The upload was canceled, and nothing of your document was kept.',
    },
    form: {
      in: ['choosingFile'],
      problems: findProblems,
      refuses: { notice: null },
      fields: {
        ...fields,
        file: {
          label: 'File',
          role: 'file',
          entries: [],
          errors: { 'file.required': 'Please choose a file.', 'file.type': WRONG_TYPE },
        },
        documentTypeId: {
          label: 'Document Type',
          role: 'combobox',
          entries: ['2'],
          where: ({ isForApplication }) => !isForApplication,
          showsAtOnce: true,
          errors: { 'documentType.required': 'Please select a document type.' },
        },
      },
      submit: [
        {
          name: 'Upload File',
          event: 'upload.pressed',
          then: { ...submission.sends, context: { notice: null }, ...announced('upload.started'), hides: [REVIEW] },
        },
      ],
    },
    states: {
      choosingFile: {
        shows: [...shows, 'File', 'PDF, JPEG, PNG, TIFF or GIF, up to 10 MB', 'Upload File'],
        on: [
          choose(sampleFile, [CHOSEN], [WRONG_TYPE]),
          choose(program, ['Chosen: notes.exe (8 bytes)', WRONG_TYPE], [CHOSEN]),
          hears({ type: 'file.chosen', file: null }, chosen(null, [], [CHOSEN])),
        ],
      },
      uploading: {
        over: true,
        on: [submission.keyMade],
        when: {
          submitDocument: {
            'the document is received': [accepted({ outcome: 'received', receipt }), isReceived],
            'the document is received, according to the server’s record': [
              accepted({ outcome: 'received', receipt }, { fileName: 'lease.pdf' }),
              { ...isReceived, unseen: LIKE_ANOTHER },
            ],
            'the content does not match the file name': [
              rejected({ outcome: 'refused', reason: 'file.content' }),
              fails({ code: 'file.content' }, "We can't read this file."),
            ],
            'too many uploads': [
              refusedAs(tooMany),
              fails({ code: 'uploads.tooOften' }, "You've uploaded too many files for now. Please try again later."),
            ],
            'the file is too large for the server': [
              refusedAs(tooLarge),
              fails({ code: 'file.tooLarge', megabytes: 10 }, 'This file is too large. It can have up to 10 MB.'),
            ],
            'the server refuses the type of the file': [
              refusedAs(typeRefused),
              fails({ code: 'file.type' }, WRONG_TYPE),
            ],
            'the server refuses the request': [refusedAs({ kind: 'refused', status: 422 }), fails(null)],
            'it never arrived': [
              neverArrived,
              fails({ code: 'upload.neverArrived' }, "Your document didn't reach us."),
            ],
            'it was canceled before it arrived': [
              answers({ result: 'neverArrived', isCanceled: true }),
              to(
                'choosingFile',
                { key: null, notice: { kind: 'canceled' } },
                { ...announced('upload.failed'), reads: [CHOSEN] },
              ),
            ],
            'the machine of the submission stops in error': [
              stopsInError,
              to('outcomeCheckFailed', undefined, { focus: toNotice }),
            ],
          },
        },
      },
      outcomeCheckFailed: {
        ...submission.outcomeCheckFailed,
        shows: [TEXTS.outcomeUnknown, TEXTS.explanation, 'Try again'],
      },
      uploaded: {
        shows: [
          'Your document has been uploaded.',
          'Confirmation number',
          receipt.confirmationNumber,
          'Upload Another Document',
        ],
        on: [
          press(
            'Upload Another Document',
            'another.requested',
            to('choosingFile', { receipt: null }, { focus: { place: 'field', field: 'file', delay: 0 } }),
          ),
        ],
      },
    },
    finish: ['uploaded'],
    claims: {
      'an invalid form sends nothing': {
        never: ({ isIn, context }) =>
          isIn('uploading') && isNew(context) && findProblems(context.form.values, context).length > 0,
        brokenBy: 'choosingFile -> upload.pressed [isFormComplete]: guard turned round',
      },
      'a document counts as uploaded only when the server confirms it': {
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
    children: { submitDocument: submission.child },
    facts: ({ form: { values, attempted }, file, notice, key, receipt: has, documentTypeId, isForApplication }) => ({
      documentTypeId,
      isForApplication,
      values,
      file: file?.name ?? null,
      isAttempted: attempted,
      notice: notice?.kind,
      hasKey: key !== null,
      hasReceipt: has !== null,
    }),
    combinedFacts: ({ form, file, notice, key, receipt: has, documentTypeId, isForApplication }) => ({
      documentTypeId,
      isForApplication,
      problems: form.problems.map(({ field }) => field),
      // The problems of the numbers depend on each other.
      numbers: form.problems.filter(({ field }) => /^(?:accountNumber|ssn)/.test(field)).map(({ issue }) => issue.code),
      identifier: form.values.identifier,
      file: file?.name ?? null,
      isAttempted: form.attempted,
      notice: notice?.kind === 'failed' ? (notice.reason?.code ?? null) : (notice?.kind ?? 'none'),
      hasKey: key !== null,
      hasReceipt: has !== null,
    }),
  });
}
