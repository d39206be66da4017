/** Specification of the download of the record. The specification has no texts for it, so the texts are ours. */
import type { ContextFrom } from 'xstate';
import { toFileResponse } from '#domain/file.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { toNotice } from '../../kit/expected-page.ts';
import { type Answer, answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { downloadRecord } from './download-record.machine.ts';

type Context = ContextFrom<typeof downloadRecord>;
const { to, press } = words<typeof downloadRecord>();

const DOWNLOAD = 'Download My Record';
const PREPARING = 'Preparing your record…';
const SAVED = 'We sent your record to your browser.';

const file = toFileResponse('Student-loan-record.zip', 'application/zip', new Uint8Array([80, 75, 5, 6]));

const problems = ({ password }: Context['form']['values'], { wrongPassword }: Pick<Context, 'wrongPassword'>) => [
  ...unless('password', password !== '', 'recordPassword.required'),
  ...unless('password', password === '' || password !== wrongPassword, 'recordPassword.wrong'),
];
const nothingTyped = {
  form: expectedForm({ password: '' }, problems({ password: '' }, { wrongPassword: null })),
  wrongPassword: null,
};
const toPassword = { focus: { place: 'field', field: 'password', delay: 0 } } as const;
const refused = (answer: Answer, notice: Context['notice']) => [answer, to('confirming', { notice })] as const;

export default spec(downloadRecord, {
  title: DOWNLOAD,
  starts: { 'a borrower': [{}, to('confirming', { ...nothingTyped, notice: null, file: null })] },
  notices: {
    tooManyAttempts: 'There were too many attempts. Please try again in 15 minutes.',
    notAllowed: 'Only the borrower can download this record.',
    couldNotPrepare: "We couldn't prepare your record. Please try again.",
    couldNotSave: "We couldn't save the file on your device. Please try again.",
  },
  form: {
    in: ['confirming'],
    problems: (values, context) => problems(values, context),
    fields: {
      password: {
        label: 'Password',
        role: 'password',
        entries: ['seven quiet herons', 'eight quiet herons'],
        errors: {
          'recordPassword.required': 'Please enter your password.',
          'recordPassword.wrong': "This isn't your password. Please correct it and try again.",
        },
      },
    },
    refuses: { notice: null },
    submit: [
      {
        name: DOWNLOAD,
        then: to(
          'preparing',
          { notice: null },
          { calls: ({ form: { values } }) => ({ getRecord: { body: { password: values.password } } }) },
        ),
      },
    ],
  },
  states: {
    confirming: { shows: ['Password', DOWNLOAD, 'What is in your record'] },
    preparing: {
      over: true,
      shows: [PREPARING],
      when: {
        getRecord: {
          'the file': [answers(file), to('savingFile', { ...nothingTyped, file }, { calls: { saveFile: file } })],
          'a wrong password': [
            failed(422),
            to(
              'confirming',
              ({ form: { values, touched, attempted } }) => {
                const wrongPassword = values.password;
                const shown = { touched: touching(touched, 'password'), attempted };
                return { wrongPassword, form: expectedForm(values, problems(values, { wrongPassword }), shown) };
              },
              { ...toPassword, reads: ["This isn't your password. Please correct it and try again."] },
            ),
          ],
          'too many attempts': refused(failed(429), 'tooManyAttempts'),
          'an employee who views the account': refused(failed(403), 'notAllowed'),
          'a broken server': refused(failed(503), 'couldNotPrepare'),
          'a connection that ends within the file': refused(noAnswer, 'couldNotPrepare'),
        },
      },
    },
    savingFile: {
      over: true,
      shows: [PREPARING],
      when: {
        saveFile: {
          'it is saved': [answers(undefined), to('saved', { file: null, notice: null }, { focus: toNotice })],
          'the browser refuses': [
            { throws: { kind: 'unreadable', detail: 'No space' } },
            to('confirming', { ...nothingTyped, file: null, notice: 'couldNotSave' }),
          ],
        },
      },
    },
    saved: {
      shows: [SAVED, 'Download Again'],
      on: [press('Download Again', 'again.pressed', to('confirming', { ...nothingTyped, notice: null }, toPassword))],
    },
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
