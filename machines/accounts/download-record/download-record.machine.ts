/** Download of the borrower's record as a ZIP file, after entering the password again. */
import { assign, setup } from 'xstate';
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
import type { FileResponse } from '#domain/file.ts';
import { record } from '#domain/accounts/record/calls.ts';
import * as rules from '#domain/accounts/record/rules.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';

interface Context extends rules.RecordDeps {
  readonly form: Form<rules.RecordValues>;
  /** Notice above the form. */
  readonly notice: 'tooManyAttempts' | 'notAllowed' | 'couldNotPrepare' | 'couldNotSave' | null;
  /** The ZIP file from its arrival until it is saved. */
  readonly file: FileResponse | null;
}

const password = createForm<rules.RecordValues, rules.RecordDeps>({ schema: rules.recordSchema }).inMachine('form', {
  data: (context: Context) => context,
});

const nothingRefused: rules.RecordDeps = { wrongPassword: null };
const emptyForm = () => ({ ...nothingRefused, form: password.start(rules.startingRecord, nothingRefused) });

export const downloadRecord = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'submit.pressed' } | { type: 'again.pressed' },
    input: {} as object,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'completed',
    meta: {} as ScreenMeta,
  },
  actors: {
    getRecord: call(record.download),
    saveFile: effects['file.save'],
  },
  guards: {
    ...password.guards,
    isPasswordWrong: (_, failure: CallFailure) => isRefusedWith(failure, 422),
    isTooManyAttempts: (_, failure: CallFailure) => isRefusedWith(failure, 429),
    // Such as an employee who views the account.
    isNotAllowed: (_, failure: CallFailure) => isRefusedWith(failure, 403),
  },
  actions: {
    ...password.actions,
    refusePassword: assign(({ context }) =>
      password.reveal(context, { wrongPassword: context.form.values.password }, 'password'),
    ),
    setFile: assign({ file: (_, file: FileResponse) => file }),
    clearFile: assign({ file: null }),
    clearPassword: assign(emptyForm),
    setTooManyAttempts: assign({ notice: 'tooManyAttempts' }),
    setNotAllowed: assign({ notice: 'notAllowed' }),
    setCouldNotPrepare: assign({ notice: 'couldNotPrepare' }),
    setCouldNotSave: assign({ notice: 'couldNotSave' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'downloadRecord',
  description: 'The borrower confirms with the password and downloads a copy of the record',
  context: { ...emptyForm(), notice: null, file: null },
  initial: 'confirming',
  states: {
    confirming: {
      description: 'The borrower reads what the record contains and enters the password',
      on: {
        'field.changed': password.onChange(),
        'field.left': password.onLeave(),
        'submit.pressed': password.onSubmit({ target: 'preparing', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    preparing: {
      description: 'The server checks the password and sends the file',
      tags: 'busy',
      invoke: {
        id: 'getRecord',
        src: 'getRecord',
        input: ({ context }) => ({ body: { password: context.form.values.password } }),
        onDone: { target: 'savingFile', actions: [withAnswer('setFile'), 'clearPassword'] },
        onError: [
          {
            guard: withFailure('isPasswordWrong'),
            target: 'confirming',
            actions: ['refusePassword', focusOn('password')],
          },
          {
            guard: withFailure('isTooManyAttempts'),
            target: 'confirming',
            actions: ['setTooManyAttempts', 'focusNotice'],
          },
          { guard: withFailure('isNotAllowed'), target: 'confirming', actions: ['setNotAllowed', 'focusNotice'] },
          { target: 'confirming', actions: ['setCouldNotPrepare', 'focusNotice'] },
        ],
      },
    },
    savingFile: {
      description: 'The browser saves the file',
      tags: 'busy',
      exit: 'clearFile',
      invoke: {
        id: 'saveFile',
        src: 'saveFile',
        input: ({ context }) => required(context.file, 'a file'),
        onDone: { target: 'saved', actions: 'focusNotice' },
        onError: { target: 'confirming', actions: ['setCouldNotSave', 'focusNotice'] },
      },
    },
    saved: {
      description: 'The browser has the file; the borrower can download the record again',
      tags: 'completed',
      on: { 'again.pressed': { target: 'confirming', actions: focusOn('password') } },
    },
  },
});
