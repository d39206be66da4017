/** Model of the download of the record. The specification has no texts for it, so the texts are ours. */
import { fileOf } from '#domain/file.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { downloadRecord } from './download-record.machine.ts';

const PASSWORD = 'seven quiet herons';
const DOWNLOAD = 'Download My Record';
const REQUIRED = 'Please enter your password.';
const WRONG = "This isn't your password. Please correct it and try again.";
const TOO_MANY = 'There were too many attempts. Please try again in 15 minutes.';
const NOT_ALLOWED = 'Only the borrower can download this record.';
const COULD_NOT_PREPARE = "We couldn't prepare your record. Please try again.";
const COULD_NOT_SAVE = "We couldn't save the file on your device. Please try again.";
const SAVED = 'We sent your record to your browser.';

const file = fileOf('Student-loan-record.zip', 'application/zip', new Uint8Array([80, 75, 5, 6]));
const nothingTyped = {
  form: { values: { password: '' }, touched: [], attempted: false, errors: {}, panel: [] },
  wrongPassword: null,
};

const fill = (value: string) => ({
  event: { type: 'field.changed', field: 'password', value } as const,
  gesture: { action: 'fill', role: 'password', name: 'Password', value } as const,
  then: { in: 'confirming', context: { form: { values: { password: value } } } },
});

const refused = (
  failure: { readonly kind: 'noAnswer' } | { readonly kind: 'refused'; readonly status: number },
  notice: 'tooManyAttempts' | 'notAllowed' | 'couldNotPrepare',
  text: string,
) => ({
  throws: failure,
  then: { state: 'confirming', context: { notice, file: null }, focus: toNotice, reads: [text] },
});

export default defineModel<typeof downloadRecord>({
  machine: downloadRecord,
  title: DOWNLOAD,
  inputs: {
    'a borrower': {
      input: {},
      then: { state: 'confirming', context: { ...nothingTyped, notice: null, file: null } },
    },
  },
  events: [
    fill(PASSWORD),
    fill('eight quiet herons'),
    {
      event: { type: 'field.left', field: 'password' },
      gesture: { action: 'leave', role: 'password', name: 'Password' },
      then: [
        {
          in: 'confirming',
          when: ({ form }) => form.values.password === '' && !form.attempted,
          context: { form: { touched: ['password'], errors: { password: { code: 'recordPassword.required' } } } },
          reads: [REQUIRED],
        },
        { in: 'confirming', context: ({ form }) => ({ form: { values: form.values } }) },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: DOWNLOAD },
      then: [
        {
          in: 'confirming',
          when: ({ form: { values } }) => values.password === '',
          context: {
            notice: null,
            form: { attempted: true, errors: { password: { code: 'recordPassword.required' } } },
          },
          focus: toErrors,
          reads: [REVIEW, REQUIRED],
        },
        {
          in: 'confirming',
          when: ({ form: { values }, wrongPassword }) => values.password === wrongPassword,
          context: {
            notice: null,
            form: { attempted: true, errors: { password: { code: 'recordPassword.wrong' } } },
          },
          focus: toErrors,
          reads: [REVIEW, WRONG],
        },
        {
          in: 'confirming',
          state: 'preparing',
          context: { notice: null },
          calls: ({ form: { values } }) => ({ getRecord: { body: { password: values.password } } }),
          reads: ['Preparing your record…'],
          hides: [TOO_MANY, NOT_ALLOWED, COULD_NOT_PREPARE, COULD_NOT_SAVE],
        },
      ],
    },
    {
      event: { type: 'again.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Download Again' },
      then: {
        in: 'saved',
        state: 'confirming',
        context: { ...nothingTyped, notice: null },
        focus: { place: 'field', field: 'password', delay: 0 },
        hides: [SAVED],
      },
    },
  ],
  outcomes: {
    getRecord: {
      'the file': {
        answers: file,
        then: { state: 'savingFile', context: { ...nothingTyped, file }, calls: { saveFile: file } },
      },
      'a wrong password': {
        throws: { kind: 'refused', status: 422 },
        then: {
          state: 'confirming',
          context: ({ form: { values } }) => ({
            wrongPassword: values.password,
            form: { values, errors: { password: { code: 'recordPassword.wrong' } } },
          }),
          focus: { place: 'field', field: 'password', delay: 0 },
          reads: [WRONG],
        },
      },
      'too many attempts': refused({ kind: 'refused', status: 429 }, 'tooManyAttempts', TOO_MANY),
      'an employee who views the account': refused({ kind: 'refused', status: 403 }, 'notAllowed', NOT_ALLOWED),
      'a broken server': refused({ kind: 'refused', status: 503 }, 'couldNotPrepare', COULD_NOT_PREPARE),
      'a connection that ends within the file': refused({ kind: 'noAnswer' }, 'couldNotPrepare', COULD_NOT_PREPARE),
    },
    saveFile: {
      'it is saved': {
        answers: undefined,
        then: { state: 'saved', context: { file: null, notice: null }, focus: toNotice, reads: [SAVED] },
      },
      'the browser refuses': {
        throws: { kind: 'unreadable', detail: 'No space' },
        then: {
          state: 'confirming',
          context: { ...nothingTyped, file: null, notice: 'couldNotSave' },
          focus: toNotice,
          reads: [COULD_NOT_SAVE],
        },
      },
    },
  },
  screens: {
    confirming: ['Password', DOWNLOAD, 'What is in your record'],
    preparing: ['Preparing your record…'],
    savingFile: ['Preparing your record…'],
    saved: [SAVED, 'Download Again'],
  },
  finish: ['saved'],
  claims: {
    'the password is kept no longer than the server needs to check it': {
      never: ({ isIn, context }) => (isIn('savingFile') || isIn('saved')) && context.form.values.password !== '',
      brokenBy: 'preparing -> getRecord done: action clearPassword removed',
    },
    'the file is kept no longer than it takes to save it': {
      never: ({ isIn, context }) => (isIn('saved') || isIn('confirming')) && context.file !== null,
      brokenBy: 'savingFile: exit clearFile removed',
    },
  },
});
