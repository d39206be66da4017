/** Specification of payment instructions (rulings 15, 20). */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import {
  changedInstructionsAnswer,
  noInstructionsAnswer,
  sampleInstructionsAnswer,
} from './payment-instructions.samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { toNotice } from '../../kit/expected-page.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { accepted, neverArrived, refusedAs, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { instructionSubmission, instructionsDraft, paymentInstructions } from './payment-instructions.machine.ts';

type Context = ContextFrom<typeof paymentInstructions>;
const { to, given, unseen, does, loads, notLoaded } = words<typeof paymentInstructions>();

const isChanged = { isChanged: true, effectiveFrom: toPlainDate('2026-11-23') };
const lowest = { accountId: 'acct-1', code: 'LOWEST_BALANCE', groupId: null };
const BODIES: Readonly<Record<string, object>> = {
  STANDARD: { accountId: 'acct-1', code: 'STANDARD', groupId: null },
  LOWEST_BALANCE: lowest,
  'GROUP.B': { accountId: 'acct-1', code: 'GROUP', groupId: 'B' },
};

type Answer = typeof sampleInstructionsAnswer;
const latestIn = ({ account }: Answer): string => (account?.next === null ? 'STANDARD' : 'LOWEST_BALANCE');
const problems = ({ instruction }: Context['form']['values'], { answer }: Pick<Context, 'answer'>) =>
  unless('instruction', answer === null || instruction !== latestIn(answer), 'instruction.same');
const loaded = (answer: Answer, instruction = latestIn(answer)) => ({
  answer,
  account: 'acct-1',
  form: expectedForm({ instruction }, problems({ instruction }, { answer })),
});
const query = ({ account }: Pick<Context, 'account'>) => ({ query: account === null ? {} : { account } });

/** Draft of a choice. */
const draft: FormDraft = {
  version: 1,
  key: null,
  place: 'acct-1',
  typed: { instruction: 'LOWEST_BALANCE' },
  leftOut: [],
};
const starts = (stored: FormDraft | null, linked: string | null, account: string | null) =>
  [
    { account: linked, draft: stored },
    to(
      'loadingInstructions',
      { draft: stored, account, answer: null, key: stored?.key ?? null, notice: null },
      { calls: { getInstructions: query({ account }) } },
    ),
  ] as const;
const resumed = { ...loaded(sampleInstructionsAnswer, 'LOWEST_BALANCE'), draft: null };

const submission = submits({
  machine: instructionSubmission,
  state: 'changing',
  by: 'changeInstruction',
  request: ({ form }: Context) => ({ body: BODIES[form.values.instruction] }),
  sample: {
    body: lowest,
    accepted: isChanged,
    rejected: { ...isChanged, isChanged: false },
    record: lowest,
  },
  texts: {
    sending: 'Saving your choice…',
    outcomeUnknown: "We're checking whether your choice was saved",
    explanation: "We haven't heard back yet. Please don't change it again: we make the change only once.",
    asking: 'Checking whether your choice was saved…',
  },
});
const notChanged = to('choosing', { notice: 'notChanged', key: null });

export default spec(paymentInstructions, {
  title: 'Extra Payments: Where They Go',
  starts: {
    'a borrower': starts(null, null, null),
    'a borrower who left a choice unfinished': starts(draft, null, 'acct-1'),
    'the same, with a link to another account': starts({ ...draft, place: 'acct-2' }, 'acct-1', 'acct-1'),
    'a borrower whose page was reloaded while the change was under way': starts(
      { ...draft, key: sampleKey },
      'acct-2',
      'acct-1',
    ),
  },
  notices: {
    changed: 'We changed where your extra payments go.',
    notChanged: "We couldn't change where your extra payments go. Please try again.",
  },
  form: {
    in: ['choosing'],
    problems,
    clears: { notice: null },
    refuses: { notice: null },
    fields: {
      instruction: {
        label: 'Instruction',
        role: 'radio',
        entries: {
          LOWEST_BALANCE: 'Lowest balance first',
          'GROUP.B': 'Group B first',
          STANDARD: 'No instruction',
        },
        errors: {
          'instruction.same': 'Your extra payments already go there. Choose something else to change it.',
        },
        showsAtOnce: true,
      },
    },
    submit: [
      {
        name: 'Save Choice',
        then: to(
          'changing',
          { notice: null },
          {
            calls: ({ form }) => ({ changeInstruction: { body: BODIES[form.values.instruction] } }),
            reads: [submission.texts.sending],
          },
        ),
      },
    ],
  },
  states: {
    ...loads('loadingInstructions', (before) => ({ getInstructions: query(before) })),
    noAccount: { shows: ["You don't owe anything, so there are no extra payments to make."] },
    choosing: {
      shows: ['Where extra payments go', 'What your next payment would do', 'Earlier changes'],
      on: [
        does(
          { action: 'choose', role: 'combobox', name: 'Account', value: 'acct-2' },
          { type: 'account.chosen', account: 'acct-2' },
          to(
            'loadingInstructions',
            { account: 'acct-2', notice: null },
            { calls: { getInstructions: query({ account: 'acct-2' }) } },
          ),
        ),
      ],
    },
    changing: {
      over: true,
      on: [submission.keyMade],
      when: {
        changeInstruction: {
          'it is changed': [
            accepted(isChanged),
            to('loadingChanged', { key: null }, { calls: { getChanged: query({ account: 'acct-1' }) } }),
          ],
          'the server refuses it': [refusedAs({ kind: 'refused', status: 422 }), notChanged],
          'it never arrived': [
            neverArrived,
            unseen('The notice is the same as for a change that the server does not make.', notChanged),
          ],
          'it stops in error': [stopsInError, to('outcomeCheckFailed', undefined, { focus: toNotice })],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
    loadingChanged: {
      shows: ['Loading…'],
      when: {
        getChanged: {
          'the changed instruction': [
            answers(changedInstructionsAnswer),
            to(
              'choosing',
              { ...loaded(changedInstructionsAnswer), notice: 'changed' },
              { reads: ['From then on: Lowest balance first.', '11/20/2026, 10:00 AM Eastern Time'] },
            ),
          ],
          'nothing is owed anymore': [answers(noInstructionsAnswer), to('noAccount')],
          'no answer in time': notLoaded(),
        },
      },
    },
  },
  several: [
    {
      in: ['loadingInstructions'],
      when: {
        getInstructions: {
          'an account': [
            answers(sampleInstructionsAnswer),
            given(({ key }) => key !== null, to('changing', resumed, { calls: submission.asks })),
            given(({ draft: stored }) => stored?.place === 'acct-1', to('choosing', resumed)),
            to(
              'choosing',
              { ...loaded(sampleInstructionsAnswer), draft: null },
              {
                reads: [
                  "You haven't chosen yet. We use our standard rule.",
                  '$306.25',
                  '$176.25',
                  "You haven't changed this online.",
                ],
              },
            ),
          ],
          'nothing is owed': [answers(noInstructionsAnswer), to('noAccount', { key: null, draft: null })],
          'no answer in time': notLoaded(),
        },
      },
    },
  ],
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
  children: { changeInstruction: submission.child },
  draft: { of: instructionsDraft, secrets: [] },
});
