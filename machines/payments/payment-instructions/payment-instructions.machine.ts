/** Payment Instructions: where money beyond the amount due on an account goes (rulings 15, 20). */
import { assign, setup } from 'xstate';
import { instructions as calls } from '#domain/payments/instructions/calls.ts';
import {
  type InstructionChoiceDeps,
  toInstructionChoice,
  findInstruction,
  instructionSchema,
  latestInstruction,
} from '#domain/payments/instructions/rules.ts';
import type {
  ChangedInstruction,
  InstructionChange,
  InstructionsAnswer,
} from '#domain/payments/instructions/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade, ScreenMeta } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type Keyed, submitActions, submitGuards, submitOnce } from '../../kit/submit-once.ts';

type Result = SubmissionResult<ChangedInstruction, InstructionChange>;

export const instructionSubmission = submission('instructionSubmission', {
  send: call(calls.change),
  settle: call(calls.settle),
  isAccepted: ({ isChanged }: ChangedInstruction) => isChanged,
});

export interface PaymentInstructionsInput {
  /** The id of the account in the URL, or null. */
  readonly account: string | null;
  /** Draft from an earlier visit: the instruction chosen for an account, and the key of a change in flight. */
  readonly draft: FormDraft | null;
}

interface Values {
  readonly instruction: string;
}

interface Context extends Pick<PaymentInstructionsInput, 'draft'>, Keyed {
  /** The id of the account to load; null for the first one. */
  readonly account: string | null;
  /** Null until it has loaded. */
  readonly answer: InstructionsAnswer | null;
  readonly form: Form<Values>;
  readonly notice: 'changed' | 'notChanged' | null;
}

const getAccount = ({ answer }: Pick<Context, 'answer'>): InstructionChoiceDeps => answer?.account ?? null;

const choices = createForm<Values, InstructionChoiceDeps>({
  schema: instructionSchema,
  validateOnChange: () => true,
}).inMachine('form', { facts: (context: Context) => getAccount(context) });

/** Returns the instruction that applies to later payments. */
const startingValues = ({ answer }: Pick<Context, 'answer'>): Values => {
  const account = getAccount({ answer });
  return { instruction: account === null ? '' : toInstructionChoice(latestInstruction(account)) };
};

/** Returns the form of an account, with its instruction from a draft. */
const startedWith = (answer: InstructionsAnswer | null, draft: FormDraft | null = null) => {
  const isStored = answer?.account?.accountId === draft?.place;
  return choices.start(choices.restored(startingValues({ answer }), isStored ? draft : null), getAccount({ answer }));
};

/** Returns the chosen instruction. */
function toChange({ answer, form }: Context): InstructionChange {
  const account = required(answer?.account, 'an account');
  const { code, groupId } = required(findInstruction(form.values.instruction, account.example.rows), 'an instruction');
  return { accountId: account.accountId, code, groupId };
}

const toRequest = ({ context: { account } }: { readonly context: Context }) => ({
  query: account === null ? {} : { account },
});

export const paymentInstructions = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | { type: 'account.chosen'; account: string }
      | { type: 'submit.pressed' }
      | { type: 'retry.requested' },
    input: {} as PaymentInstructionsInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { changeInstruction: 'changeInstruction' },
  },
  actors: {
    getInstructions: call(calls.read),
    getChanged: call(calls.read),
    changeInstruction: instructionSubmission,
  },
  guards: {
    ...choices.guards,
    ...submitGuards,
    hasNoAccount: (_, answer: InstructionsAnswer) => answer.account === null,
    isAccepted: (_, result: Result) => result.result === 'accepted',
  },
  actions: {
    ...choices.actions,
    ...submitActions,
    setAccount: assign({ account: (_, { account }: { account: string }) => account }),
    setAnswer: assign(({ context: { draft } }, answer: InstructionsAnswer) => ({
      answer,
      account: answer.account?.accountId ?? null,
      form: startedWith(answer, draft),
      draft: null,
    })),
    clearKey: assign({ key: null }),
    clearDraft: assign({ key: null, draft: null }),
    setChanged: assign({ notice: 'changed' }),
    setNotChanged: assign({ notice: 'notChanged' }),
    clearNotice: assign({ notice: null }),
  },
}).createMachine({
  id: 'paymentInstructions',
  description: 'The borrower chooses where money beyond the amount due on an account goes',
  context: ({ input: { account, draft } }) => ({
    // The outcome of a change takes precedence over the account in the URL.
    account: (draft?.key ?? null) === null && account !== null ? account : (draft?.place ?? null),
    draft,
    answer: null,
    form: startedWith(null),
    key: draft?.key ?? null,
    notice: null,
  }),
  initial: 'loadingInstructions',
  states: {
    ...loading('loadingInstructions', {
      what: 'the instructions of an account',
      actor: 'getInstructions',
      input: toRequest,
      onDone: [
        { guard: withAnswer('hasNoAccount'), target: 'noAccount', actions: 'clearDraft' },
        { guard: 'hasBeenSent', target: 'changing', actions: withAnswer('setAnswer') },
        { target: 'choosing', actions: withAnswer('setAnswer') },
      ],
    }),
    noAccount: { description: 'The borrower owes nothing on any account', tags: 'settled' },
    choosing: {
      description:
        'The borrower sees the instruction of an account, an example and the history, and chooses another one',
      tags: 'settled',
      on: {
        'field.changed': choices.onChange('clearNotice'),
        'account.chosen': { target: 'loadingInstructions', actions: [withEvent('setAccount'), 'clearNotice'] },
        'submit.pressed': choices.onSubmit({ target: 'changing', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    ...submitOnce('changing', {
      what: 'the change',
      actor: 'changeInstruction',
      request: (context: Context) => ({ body: toChange(context) }),
      waiting: 'background',
      onDone: [
        { guard: withAnswer('isAccepted'), target: 'loadingChanged', actions: 'clearKey' },
        { target: 'choosing', actions: ['clearKey', 'setNotChanged', 'focusNotice'] },
      ],
    }),
    loadingChanged: {
      description: 'The change is made; the instructions load again',
      tags: 'busy',
      invoke: {
        id: 'getChanged',
        src: 'getChanged',
        input: toRequest,
        onDone: [
          { guard: withAnswer('hasNoAccount'), target: 'noAccount' },
          { target: 'choosing', actions: [withAnswer('setAnswer'), 'setChanged', 'focusNotice'] },
        ],
        onError: 'couldNotLoad',
      },
    },
  },
});

/** Returns the draft: the instruction chosen for an account, and the key of a change in flight (rulings 4, 112). */
export const instructionsDraft = ({ draft, answer, account, form, key }: Context): FormDraft | null =>
  toFormDraft(choices.typed(form, startingValues({ answer })), { draft, key, place: account });
