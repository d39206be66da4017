/**
 * Qualification for a deferment by type (R §4 Deferment qualification). The questions of each type run in an invoked
 * machine. Poverty also asks for family size and income, which the server checks.
 */
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import type { CallRequest } from '#domain/call.ts';
import type { DecisionTranscript } from '#domain/repayment/decision-tree.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import * as rules from '#domain/repayment/deferment/rules.ts';
import {
  DEFERMENT_TYPES,
  DefermentOption,
  type DefermentQualification,
  type DefermentType,
  type IncomeValues,
} from '#domain/repayment/deferment/shapes.ts';
import type { FieldProblem, Issue } from '#domain/issue.ts';
import { economicHardshipQuestions } from './economic-hardship-questions.machine.ts';
import type { DecisionTreeEvent, DecisionTreeOutput } from '../decision-tree/decision-tree.machine.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../../kit/relay.ts';
import { required } from '../../kit/failures.ts';
import { rehabilitationQuestions } from './rehabilitation-questions.machine.ts';
import { unemploymentQuestions } from './unemployment-questions.machine.ts';

/** Selected type and answers so far. */
export interface QualificationEntry {
  /** Null if no type is selected. */
  readonly type: DefermentType | null;
  readonly transcript: DecisionTranscript;
  readonly income: Form<IncomeValues>;
}

export interface QualificationInput {
  /** Types for which the borrower can apply, in display order. */
  readonly types: readonly DefermentType[];
  readonly limits: rules.IncomeLimits;
  /** Preselected type of a new application, or null. The machine ignores a type that is not offered. */
  readonly requestedType: DefermentType | null;
  /** Entry from an earlier visit, or null for a new application. */
  readonly entry: QualificationEntry | null;
}

/** The events that the machine sends to its parent. */
export type QualificationEvent =
  | EntryEvent<'qualification', QualificationEntry>
  /** The machine of the questions stopped with an error, and the step cannot continue. */
  | { readonly type: 'qualification.failed' };

/** Selection of a type from the list; empty for the placeholder. */
interface TypeChosen {
  readonly type: 'type.chosen';
  readonly value: string;
}

interface Context extends QualificationEntry, Omit<QualificationInput, 'entry' | 'requestedType'> {
  /** Contents of the error panel if no type is selected. */
  readonly problems: readonly FieldProblem[];
  /** Notice above the form. */
  readonly notice: 'couldNotCheck' | null;
  readonly option: DefermentOption | null;
}

export const incomeForm = createForm<IncomeValues, rules.IncomeLimits>({
  schema: rules.incomeSchema,
  normalize: (field, value) =>
    field === 'monthlyIncome' && typeof value === 'string' ? rules.normalizeMonthlyIncome(value) : value,
}).inMachine('income', {
  data: (context: Context) => context.limits,
  changes: () => ({ notice: null }),
});

const typeRequired: FieldProblem = { field: 'defermentType', issue: { code: 'response.required' } satisfies Issue };

const emptyIncome = (limits: rules.IncomeLimits) => incomeForm.start({ familySize: '', monthlyIncome: '' }, limits);

function toContext({ entry, types, limits, requestedType }: QualificationInput): Context {
  const start = { types, limits, problems: [], notice: null, option: null };
  const stored = entry !== null && entry.type !== null && types.includes(entry.type) ? entry : null;
  if (stored === null) {
    const type = types.find((each) => each === requestedType) ?? null;
    return { ...start, type, transcript: [], income: emptyIncome(limits) };
  }
  return { ...start, type: stored.type, transcript: stored.transcript, income: stored.income };
}

const isPoverty = (transcript: DecisionTranscript): boolean => transcript.some(({ answer }) => answer === 'Poverty');

/** Returns the request that checks family size and income. */
function toIncomeCheck({ income: { values } }: Context): CallRequest<typeof deferment.incomeCheck> {
  const income = required(rules.parseMonthlyIncome(values.monthlyIncome), 'an income');
  const familySize = required(rules.parseFamilySize(values.familySize), 'a family size');
  return { params: { income: String(income), familySize: String(familySize) } };
}

function toOutput({ type, option, transcript, income: { values } }: Context): DefermentQualification {
  const hasIncome = option === 'Poverty';
  return {
    defermentType: required(type, 'a type'),
    defermentOption: required(option, 'an option'),
    decisionTranscript: transcript,
    familySize: hasIncome ? required(rules.parseFamilySize(values.familySize), 'a family size') : null,
    monthlyIncome: hasIncome ? required(rules.parseMonthlyIncome(values.monthlyIncome), 'an income') : null,
  };
}

/** Actions for a given answer: store it and notify the parent. */
const setDecision = [withEvent('setTranscript', 'entry'), 'notifyChanged'] as const;

/** Transition after the questions ended with an eligible result. */
const decided = { target: 'qualified', actions: withAnswer('setResult') } as const;

/** Transition after the machine of the questions stopped with an error. */
const failed = { actions: 'notifyFailed' } as const;

export const defermentQualification = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | TypeChosen | { type: 'continue.pressed' } | DecisionTreeEvent,
    input: {} as QualificationInput,
    output: {} as DefermentQualification,
    emitted: {} as FocusRequested,
    tags: {} as 'busy',
    children: {} as {
      askUnemployment: 'askUnemployment';
      askRehabilitation: 'askRehabilitation';
      askEconomicHardship: 'askEconomicHardship';
    },
  },
  actors: {
    askUnemployment: unemploymentQuestions,
    askRehabilitation: rehabilitationQuestions,
    askEconomicHardship: economicHardshipQuestions,
    checkIncome: call(deferment.incomeCheck),
  },
  guards: {
    ...incomeForm.guards,
    isType: ({ context }, { type }: { type: DefermentType }) => context.type === type,
    isTypeRequested: ({ context, event }, { type }: { type: DefermentType }) =>
      'value' in event && event.value === type && context.types.includes(type),
    isNoTypeRequested: (_, { value }: TypeChosen) => value === '',
    hasChosenPoverty: ({ context }) => isPoverty(context.transcript),
    isPoverty: (_, transcript: DecisionTranscript) => isPoverty(transcript),
    isEligible: (_, { isEconomicHardshipEligible }: { isEconomicHardshipEligible: boolean }) =>
      isEconomicHardshipEligible,
  },
  actions: {
    ...incomeForm.actions,
    ...notifyOfEntry('qualification', ({ type, transcript, income }: Context): QualificationEntry => ({
      type,
      transcript,
      income,
    })),
    chooseType: assign(({ context: { limits } }, { value }: TypeChosen) => ({
      type: DEFERMENT_TYPES.find((type) => type === value) ?? null,
      transcript: [],
      income: emptyIncome(limits),
      problems: [],
      notice: null,
    })),
    requireType: assign({ problems: [typeRequired] }),
    setTranscript: assign({ transcript: (_, transcript: DecisionTranscript) => transcript }),
    setResult: assign((_, { result, transcript }: DecisionTreeOutput) => ({
      option: v.parse(DefermentOption, result),
      transcript,
    })),
    setPoverty: assign({ option: 'Poverty' }),
    notifyFailed: notify('qualification.failed'),
    setCouldNotCheck: assign({ notice: 'couldNotCheck' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'defermentQualification',
  description: 'The borrower selects a deferment and answers its questions',
  context: ({ input }) => toContext(input),
  output: ({ context }) => toOutput(context),
  initial: 'resuming',
  // Another type restarts the questions (R §4).
  on: {
    'type.chosen': [
      ...DEFERMENT_TYPES.map((type) => ({
        guard: { type: 'isTypeRequested' as const, params: { type } },
        target: `.${type}` as const,
        actions: [withEvent('chooseType'), 'notifyChanged'] as const,
      })),
      {
        guard: withEvent('isNoTypeRequested'),
        target: '.choosingType',
        actions: [withEvent('chooseType'), 'notifyChanged'],
      },
    ],
  },
  states: {
    choosingType: {
      description: 'The borrower selects a type of deferment',
      on: { 'continue.pressed': { actions: ['requireType', 'focusErrors'] } },
    },

    unemployment: {
      description: 'The borrower answers the questions about unemployment',
      invoke: {
        id: 'askUnemployment',
        src: 'askUnemployment',
        input: ({ context: { transcript } }) => ({ transcript }),
        onDone: decided,
        onError: failed,
      },
      on: { 'decision.changed': { actions: setDecision } },
    },

    rehabilitation: {
      description: 'The borrower answers the questions about rehabilitation training',
      invoke: {
        id: 'askRehabilitation',
        src: 'askRehabilitation',
        input: ({ context: { transcript } }) => ({ transcript }),
        onDone: decided,
        onError: failed,
      },
      on: { 'decision.changed': { actions: setDecision } },
    },

    economicHardship: {
      description: 'The borrower answers the question about economic hardship',
      invoke: {
        id: 'askEconomicHardship',
        src: 'askEconomicHardship',
        input: ({ context: { transcript } }) => ({ transcript }),
        onDone: decided,
        onError: failed,
      },
      on: {
        'decision.changed': [
          { guard: withEvent('isPoverty', 'entry'), target: '.enteringIncome', actions: setDecision },
          { target: '.choosingSituation', actions: setDecision },
        ],
      },
      initial: 'resumingSituation',
      states: {
        choosingSituation: {
          description: 'The borrower selects a situation; the invoked machine controls how the step continues',
        },
        enteringIncome: {
          description: 'The borrower selected poverty, and enters family size and income',
          on: {
            'field.changed': incomeForm.onChange('notifyChanged'),
            'field.left': incomeForm.onLeave('notifyChanged'),
            'continue.pressed': incomeForm.onSubmit({ target: 'checkingIncome', actions: 'clearNotice' }),
          },
        },
        checkingIncome: {
          description: 'The server checks whether the income qualifies',
          tags: 'busy',
          invoke: {
            id: 'checkIncome',
            src: 'checkIncome',
            input: ({ context }) => toIncomeCheck(context),
            onDone: [
              { guard: withAnswer('isEligible'), target: '#qualified', actions: 'setPoverty' },
              { target: 'notQualified', actions: 'focusNotice' },
            ],
            onError: { target: 'enteringIncome', actions: ['setCouldNotCheck', 'focusNotice'] },
          },
        },
        notQualified: {
          description:
            'The income is too high for the family size, and the screen says so; the borrower can change both',
          on: {
            'field.changed': { target: 'enteringIncome', ...incomeForm.onChange('notifyChanged') },
            'continue.pressed': { actions: 'focusNotice' },
          },
        },
        resumingSituation: {
          description: 'Restores the point at which the borrower left the step',
          always: [{ guard: 'hasChosenPoverty', target: 'enteringIncome' }, { target: 'choosingSituation' }],
        },
      },
    },

    qualified: { id: 'qualified', description: 'The answers qualify for a deferment', type: 'final' },

    resuming: {
      description: 'Restores the point at which the borrower left the step',
      always: [
        ...DEFERMENT_TYPES.map((type) => ({
          guard: { type: 'isType' as const, params: { type } },
          target: type,
        })),
        { target: 'choosingType' },
      ],
    },
  },
});
