/** Model of payment instructions (rulings 15, 20). */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import {
  changedInstructionsAnswer,
  noInstructionsAnswer,
  sampleInstructionsAnswer,
} from './payment-instructions.samples.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { instructionSubmission, instructionsDraft, paymentInstructions } from './payment-instructions.machine.ts';

type Context = ContextFrom<typeof paymentInstructions>;

const CHANGED = 'We changed where your extra payments go.';
const NOT_CHANGED = "We couldn't change where your extra payments go. Please try again.";
const SAME = 'Your extra payments already go there. Choose something else to change it.';
const SAVING = 'Saving your choice…';
const CHECKING = "We're checking whether your choice was saved";
const NOTICES = [CHANGED, NOT_CHANGED];

const accepted = { isChanged: true, effectiveFrom: plainDateOf('2026-11-23') };
const lowest = { accountId: 'acct-1', code: 'LOWEST_BALANCE', groupId: null };
const groupB = { accountId: 'acct-1', code: 'GROUP', groupId: 'B' };
const BODIES: Readonly<Record<string, object>> = {
  STANDARD: { accountId: 'acct-1', code: 'STANDARD', groupId: null },
  LOWEST_BALANCE: lowest,
  'GROUP.B': groupB,
};
const stops = { kind: 'unreadable', detail: 'Unexpected Error' } as const;
const couldNotLoad = { state: 'couldNotLoad', focus: toNotice } as const;

type Answer = typeof sampleInstructionsAnswer;
const latestIn = ({ account }: Answer): string => (account?.next === null ? 'STANDARD' : 'LOWEST_BALANCE');
const loads = (account: string | null) => ({
  state: 'loadingInstructions',
  calls: { getInstructions: { query: account === null ? {} : { account } } },
});
const shows = (answer: Answer) => ({
  answer,
  account: 'acct-1',
  form: { values: { instruction: latestIn(answer) }, touched: [], attempted: false, panel: [] },
});

const choose = (value: string, name: string) => ({
  event: { type: 'field.changed', field: 'instruction', value } as const,
  on: ['choosing'],
  gesture: { action: 'choose', role: 'radio', name } as const,
  where: ({ form }: { form: { values: { instruction: string } } }) => form.values.instruction !== value,
  then: {
    in: 'choosing',
    context: { notice: null, form: { values: { instruction: value }, touched: ['instruction'] } },
    hides: NOTICES,
  },
});

const notChanged = {
  state: 'choosing',
  context: { notice: 'notChanged' as const, key: null },
  focus: toNotice,
  reads: [NOT_CHANGED],
};

/** Why an outcome of a change cannot be told from another one on the screen. */
const SAME_NOTICE = 'The notice is the same as for a change that the server does not make.';

const submission = expectedOnce<Context>({
  state: 'changing',
  call: 'changeInstruction',
  request: ({ form }) => ({ body: BODIES[form.values.instruction] }),
});

/** What was kept of a choice. */
const draft: FormDraft = {
  version: 1,
  key: null,
  place: 'acct-1',
  typed: { instruction: 'LOWEST_BALANCE' },
  leftOut: [],
};
const starts = (kept: FormDraft | null, linked: string | null, account: string | null) => ({
  input: { account: linked, draft: kept },
  then: {
    ...loads(account),
    context: { draft: kept, account, answer: null, key: kept?.key ?? null, notice: null },
  },
});
const hasDraft = ({ draft: kept }: Context) => kept?.place === 'acct-1';
const resumes = {
  ...shows(sampleInstructionsAnswer),
  draft: null,
  form: { values: { instruction: 'LOWEST_BALANCE' }, touched: [], attempted: false, panel: [] },
};

export default defineModel<typeof paymentInstructions>({
  machine: paymentInstructions,
  inputs: {
    'a borrower': starts(null, null, null),
    'a borrower who left a choice unfinished': starts(draft, null, 'acct-1'),
    'the same, with a link to another account': starts({ ...draft, place: 'acct-2' }, 'acct-1', 'acct-1'),
    'a borrower whose page was reloaded while the change was under way': starts(
      { ...draft, key: sampleKey },
      'acct-2',
      'acct-1',
    ),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        { in: 'couldNotLoad', when: ({ account }) => account === null, ...loads(null), hides: [COULD_NOT_LOAD] },
        {
          in: 'couldNotLoad',
          when: ({ account }) => account === 'acct-2',
          ...loads('acct-2'),
          hides: [COULD_NOT_LOAD],
        },
        { in: 'couldNotLoad', ...loads('acct-1'), hides: [COULD_NOT_LOAD] },
        ...submission.retried,
      ],
    },
    submission.keyMade,
    choose('LOWEST_BALANCE', 'Lowest balance first'),
    choose('GROUP.B', 'Group B first'),
    choose('STANDARD', 'No instruction'),
    {
      event: { type: 'account.chosen', account: 'acct-2' },
      gesture: { action: 'choose', role: 'combobox', name: 'Account', value: 'acct-2' },
      on: ['choosing'],
      then: { in: 'choosing', ...loads('acct-2'), context: { account: 'acct-2', notice: null } },
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Save Choice' },
      on: ['choosing'],
      then: [
        {
          in: 'choosing',
          when: ({ form, answer }) => answer !== null && form.values.instruction === latestIn(answer),
          context: { notice: null, form: { attempted: true, errors: { instruction: { code: 'instruction.same' } } } },
          focus: toErrors,
          reads: [REVIEW, SAME],
          hides: NOTICES,
        },
        { in: 'choosing', ...submission.sends, context: { notice: null }, reads: [SAVING], hides: NOTICES },
      ],
    },
  ],
  outcomes: {
    getInstructions: {
      'an account': {
        answers: sampleInstructionsAnswer,
        then: [
          { when: ({ key }) => key !== null, ...submission.asks, context: resumes, hides: [COULD_NOT_LOAD] },
          { when: hasDraft, state: 'choosing', context: resumes, hides: [COULD_NOT_LOAD] },
          {
            state: 'choosing',
            context: { ...shows(sampleInstructionsAnswer), draft: null },
            reads: [
              "You haven't chosen yet. We use our standard rule.",
              '$306.25',
              '$176.25',
              "You haven't changed this online.",
            ],
            hides: [COULD_NOT_LOAD],
          },
        ],
      },
      'nothing is owed': {
        answers: noInstructionsAnswer,
        then: { state: 'noAccount', context: { key: null, draft: null } },
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad },
    },
    changeInstruction: {
      'it is changed': {
        answers: { result: 'accepted', answer: accepted, record: null },
        then: {
          state: 'loadingChanged',
          context: { key: null },
          calls: { getChanged: { query: { account: 'acct-1' } } },
        },
      },
      'the server refuses it': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: notChanged,
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notChanged },
      'it stops in error': { throws: stops, then: { state: 'outcomeCheckFailed', focus: toNotice } },
    },
    getChanged: {
      'the changed instruction': {
        answers: changedInstructionsAnswer,
        then: {
          state: 'choosing',
          context: { ...shows(changedInstructionsAnswer), notice: 'changed' },
          focus: toNotice,
          reads: [CHANGED, 'From then on: Lowest balance first.', '11/20/2026, 10:00 AM Eastern Time'],
        },
      },
      'nothing is owed any more': { answers: noInstructionsAnswer, then: { state: 'noAccount' } },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad },
    },
  },
  screens: {
    loadingInstructions: ['Loading…'],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
    noAccount: ["You don't owe anything, so there are no extra payments to make."],
    choosing: ['Where extra payments go', 'What your next payment would do', 'Earlier changes'],
    changing: [],
    outcomeCheckFailed: [CHECKING],
    loadingChanged: ['Loading…'],
  },
  finish: ['choosing', 'noAccount'],
  claims: {
    'only another instruction is sent': {
      never: ({ isIn, context: { form, answer, key } }) =>
        isIn('changing') && isNew({ key }) && answer !== null && form.values.instruction === latestIn(answer),
      brokenBy: 'guard isFormComplete: always true',
    },
    'a change counts only when the server has accepted it': {
      reaching: ({ isIn }) => isIn('loadingChanged'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is changed',
      brokenBy: 'guard isAccepted: always true',
    },
  },
  notOnScreen: {
    'changeInstruction "it never arrived" (1)': SAME_NOTICE,
  },
  children: {
    changeInstruction: createSubmissionModel(instructionSubmission, {
      key: sampleKey,
      body: lowest,
      accepted,
      rejected: { ...accepted, isChanged: false },
      record: lowest,
      messages: {
        sending: SAVING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet. Please don't change it again: we make the change only once.",
        asking: 'Checking whether your choice was saved…',
      },
    }),
  },
  draft: { of: instructionsDraft, secrets: [] },
  title: 'Extra Payments: Where They Go',
});
