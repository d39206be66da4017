/** Payment Instructions: where money beyond the amount due on an account goes (rulings 15, 20). */
import { assign, setup } from 'xstate';
import { instructions as calls } from '#domain/payments/instructions/calls.ts';
import {
  type ChoiceFacts,
  choiceOf,
  instructionOf,
  instructionSchema,
  latestInstruction,
} from '#domain/payments/instructions/rules.ts';
import type {
  ChangedInstruction,
  InstructionChange,
  InstructionsAnswer,
} from '#domain/payments/instructions/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/required.ts';
import { type SubmissionInput, submission } from '../../kit/submission.machine.ts';

type Result = SubmissionResult<ChangedInstruction, InstructionChange>;

export const instructionSubmission = submission('instructionSubmission', {
  send: call(calls.change),
  settle: call(calls.settle),
  isAccepted: ({ isChanged }: ChangedInstruction) => isChanged,
});

export interface PaymentInstructionsInput {
  /** The id of the account in the URL, or null. */
  readonly account: string | null;
}

interface Values {
  readonly instruction: string;
}

interface Context {
  /** The id of the account to load; null for the first one. */
  readonly account: string | null;
  /** Null until it has loaded. */
  readonly answer: InstructionsAnswer | null;
  readonly form: Form<Values>;
  /** The idempotency key of the change. */
  readonly key: string | null;
  readonly notice: 'changed' | 'notChanged' | null;
}

const accountOf = ({ answer }: Pick<Context, 'answer'>): ChoiceFacts => answer?.account ?? null;

const choices = createForm<Values, ChoiceFacts>({
  schema: instructionSchema,
  validateOnChange: () => true,
}).inMachine('form', { facts: (context: Context) => accountOf(context), errorsDelay: ERRORS_DELAY });

/** Returns the form with the instruction that applies to later payments. */
const startedWith = (answer: InstructionsAnswer | null) => {
  const account = answer?.account ?? null;
  const instruction = account === null ? '' : choiceOf(latestInstruction(account));
  return choices.start({ instruction }, account);
};

function submissionOf({ key, answer, form }: Context): SubmissionInput<InstructionChange> {
  const account = required(answer?.account, 'an account');
  const { code, groupId } = required(instructionOf(form.values.instruction, account.example.rows), 'an instruction');
  return { idempotencyKey: required(key, 'a key'), body: { accountId: account.accountId, code, groupId } };
}

const requestOf = ({ account }: Pick<Context, 'account'>) => ({ query: account === null ? {} : { account } });

export const paymentInstructions = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'account.chosen'; account: string }
      | { type: 'submit.pressed' }
      | { type: 'retry.wanted' },
    input: {} as PaymentInstructionsInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'background' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { changeInstruction: 'changeInstruction' },
  },
  actors: {
    getInstructions: call(calls.read),
    getChanged: call(calls.read),
    makeKey: effects['key.make'],
    changeInstruction: instructionSubmission,
  },
  guards: {
    ...choices.guards,
    hasNoAccount: (_, answer: InstructionsAnswer) => answer.account === null,
    isAccepted: (_, result: Result) => result.result === 'accepted',
  },
  actions: {
    ...choices.actions,
    setAccount: assign({ account: (_, { account }: { account: string }) => account }),
    setAnswer: assign((_, answer: InstructionsAnswer) => ({
      answer,
      account: answer.account?.accountId ?? null,
      form: startedWith(answer),
    })),
    setKey: assign({ key: (_, key: string) => key }),
    clearKey: assign({ key: null }),
    setChanged: assign({ notice: 'changed' }),
    setNotChanged: assign({ notice: 'notChanged' }),
    clearNotice: assign({ notice: null }),
    focusNotice: focus('notice', NOTICE_DELAY),
  },
}).createMachine({
  id: 'paymentInstructions',
  description: 'The borrower chooses where money beyond the amount due on an account goes',
  context: ({ input: { account } }) => ({ account, answer: null, form: startedWith(null), key: null, notice: null }),
  initial: 'loadingInstructions',
  states: {
    loadingInstructions: {
      description: 'The instructions of an account are loading',
      tags: 'busy',
      invoke: {
        id: 'getInstructions',
        src: 'getInstructions',
        input: ({ context }) => requestOf(context),
        onDone: [
          { guard: withAnswer('hasNoAccount'), target: 'noAccount' },
          { target: 'choosing', actions: withAnswer('setAnswer') },
        ],
        onError: { target: 'couldNotLoad', actions: 'focusNotice' },
      },
    },
    couldNotLoad: {
      description: 'Loading failed; the borrower can retry',
      on: { 'retry.wanted': 'loadingInstructions' },
    },
    noAccount: { description: 'The borrower owes nothing on any account', tags: 'settled' },
    choosing: {
      description:
        'The borrower sees the instruction of an account, an example and the history, and chooses another one',
      tags: 'settled',
      on: {
        'field.changed': choices.onChange('clearNotice'),
        'account.chosen': { target: 'loadingInstructions', actions: [withEvent('setAccount'), 'clearNotice'] },
        'submit.pressed': choices.onSubmit({ target: 'makingKey', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    makingKey: {
      description: 'The machine creates an idempotency key, so that the change is made only once',
      tags: 'background',
      invoke: {
        id: 'makeKey',
        src: 'makeKey',
        input: {},
        onDone: { target: 'changing', actions: withAnswer('setKey') },
        onError: { target: 'choosing', actions: ['setNotChanged', 'focusNotice'] },
      },
    },
    changing: {
      description: 'The change is in flight, or the machine asks the server for its outcome',
      tags: 'background',
      invoke: {
        id: 'changeInstruction',
        src: 'changeInstruction',
        input: ({ context }) => submissionOf(context),
        onDone: [
          { guard: withAnswer('isAccepted'), target: 'loadingChanged', actions: 'clearKey' },
          { target: 'choosing', actions: ['clearKey', 'setNotChanged', 'focusNotice'] },
        ],
        // The key stays, so that a retry asks for its outcome or makes the change under the same key.
        onError: { target: 'outcomeCheckFailed', actions: 'focusNotice' },
      },
    },
    outcomeCheckFailed: {
      description: 'Asking the server for the outcome of the change failed; the borrower can retry',
      on: { 'retry.wanted': 'changing' },
    },
    loadingChanged: {
      description: 'The change is made; the instructions load again',
      tags: 'busy',
      invoke: {
        id: 'getChanged',
        src: 'getChanged',
        input: ({ context }) => requestOf(context),
        onDone: [
          { guard: withAnswer('hasNoAccount'), target: 'noAccount' },
          { target: 'choosing', actions: [withAnswer('setAnswer'), 'setChanged', 'focusNotice'] },
        ],
        onError: { target: 'couldNotLoad', actions: 'focusNotice' },
      },
    },
  },
});
