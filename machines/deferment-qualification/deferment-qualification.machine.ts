/**
 * Whether and for which reason somebody may have a deferment that is chosen by type (R §4 Deferment qualification). The
 * questions of each type are a machine of their own; poverty also asks for family size and income, which the server checks.
 */
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import type { CallRequest } from '#domain/call.ts';
import type { DecisionTranscript } from '#domain/decision-tree.ts';
import { deferment } from '#domain/deferment/calls.ts';
import * as rules from '#domain/deferment/rules.ts';
import {
  DEFERMENT_TYPES,
  DefermentOption,
  type DefermentQualification,
  type DefermentType,
  type IncomeValues,
} from '#domain/deferment/shapes.ts';
import type { FieldProblem, Issue } from '#domain/issue.ts';
import { economicHardshipQuestions } from '../economic-hardship-questions/economic-hardship-questions.machine.ts';
import type { DecisionTreeEvent, DecisionTreeOutput } from '../kit/decision-tree.machine.ts';
import { call } from '../kit/effect.ts';
import type { FocusWanted } from '../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { withAnswer, withEvent, withPart } from '../kit/params.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../kit/relay.ts';
import { required } from '../kit/required.ts';
import { rehabilitationQuestions } from '../rehabilitation-questions/rehabilitation-questions.machine.ts';
import { unemploymentQuestions } from '../unemployment-questions/unemployment-questions.machine.ts';

/** What has been chosen and answered so far. */
export interface QualificationEntry {
  /** Null where no type is chosen. */
  readonly type: DefermentType | null;
  readonly transcript: DecisionTranscript;
  readonly income: Form<IncomeValues>;
}

export interface QualificationInput {
  /** The types that the borrower may apply for, in the order in which they are offered. */
  readonly types: readonly DefermentType[];
  readonly limits: rules.IncomeFacts;
  /** The type with which a new application opens; null for none. A type that is not offered is ignored. */
  readonly wantedType: DefermentType | null;
  /** What was answered when the step was left; null for a new application. */
  readonly entry: QualificationEntry | null;
}

/** The events that the machine sends to its parent. */
export type QualificationEvent =
  | EntryEvent<'qualification', QualificationEntry>
  /** The questions have stopped in error, and nothing can be done here. */
  | { readonly type: 'qualification.failed' };

/** A type was chosen from the list; empty for the placeholder. */
interface TypeChosen {
  readonly type: 'type.chosen';
  readonly value: string;
}

interface Context extends QualificationEntry, Omit<QualificationInput, 'entry' | 'wantedType'> {
  /** What the error panel lists where no type is chosen. */
  readonly problems: readonly FieldProblem[];
  /** Said above the form. */
  readonly notice: 'couldNotCheck' | null;
  readonly option: DefermentOption | null;
}

export const incomeForm = createForm<IncomeValues, rules.IncomeFacts>({
  schema: rules.incomeSchema,
  normalize: (field, value) =>
    field === 'monthlyIncome' && typeof value === 'string' ? rules.normalizeMonthlyIncome(value) : value,
}).inMachine('income', {
  facts: (context: Context) => context.limits,
  changes: () => ({ notice: null }),
  errorsDelay: ERRORS_DELAY,
});

const typeRequired: FieldProblem = { field: 'defermentType', issue: { code: 'response.required' } satisfies Issue };

const emptyIncome = (limits: rules.IncomeFacts) => incomeForm.start({ familySize: '', monthlyIncome: '' }, limits);

function contextOf({ entry, types, limits, wantedType }: QualificationInput): Context {
  const start = { types, limits, problems: [], notice: null, option: null };
  const kept = entry !== null && entry.type !== null && types.includes(entry.type) ? entry : null;
  if (kept === null) {
    const type = types.find((each) => each === wantedType) ?? null;
    return { ...start, type, transcript: [], income: emptyIncome(limits) };
  }
  return { ...start, type: kept.type, transcript: kept.transcript, income: kept.income };
}

const isPoverty = (transcript: DecisionTranscript): boolean => transcript.some(({ answer }) => answer === 'Poverty');

/** The request that has the server check family size and income. */
function checkOf({ income: { values } }: Context): CallRequest<typeof deferment.incomeCheck> {
  const income = required(rules.parseMonthlyIncome(values.monthlyIncome), 'an income');
  const familySize = required(rules.parseFamilySize(values.familySize), 'a family size');
  return { params: { income: String(income), familySize: String(familySize) } };
}

function outputOf({ type, option, transcript, income: { values } }: Context): DefermentQualification {
  const hasIncome = option === 'Poverty';
  return {
    defermentType: required(type, 'a type'),
    defermentOption: required(option, 'an option'),
    decisionTranscript: transcript,
    familySize: hasIncome ? required(rules.parseFamilySize(values.familySize), 'a family size') : null,
    monthlyIncome: hasIncome ? required(rules.parseMonthlyIncome(values.monthlyIncome), 'an income') : null,
  };
}

/** An answer was given: it is kept, and the parent is notified. */
const keepDecision = [withPart('keepTranscript', 'entry'), 'notifyChanged'] as const;

/** The questions have ended with a result that allows it. */
const decided = { target: 'qualified', actions: withAnswer('keepResult') } as const;

/** The machine of the questions has stopped in error. */
const failed = { actions: 'notifyFailed' } as const;

export const defermentQualification = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | TypeChosen | { type: 'continue.pressed' } | DecisionTreeEvent,
    input: {} as QualificationInput,
    output: {} as DefermentQualification,
    emitted: {} as FocusWanted,
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
    isTypeWanted: ({ context, event }, { type }: { type: DefermentType }) =>
      'value' in event && event.value === type && context.types.includes(type),
    isNoTypeWanted: (_, { value }: TypeChosen) => value === '',
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
    keepTranscript: assign({ transcript: (_, transcript: DecisionTranscript) => transcript }),
    keepResult: assign((_, { result, transcript }: DecisionTreeOutput) => ({
      option: v.parse(DefermentOption, result),
      transcript,
    })),
    keepPoverty: assign({ option: 'Poverty' }),
    notifyFailed: notify('qualification.failed'),
    setCouldNotCheck: assign({ notice: 'couldNotCheck' }),
    focusNotice: focus('notice', NOTICE_DELAY),
  },
}).createMachine({
  id: 'defermentQualification',
  description: 'Which deferment is wanted, and whether the answers to its questions allow it',
  context: ({ input }) => contextOf(input),
  output: ({ context }) => outputOf(context),
  initial: 'resuming',
  // Another type begins anew (R §4).
  on: {
    'type.chosen': [
      ...DEFERMENT_TYPES.map((type) => ({
        guard: { type: 'isTypeWanted' as const, params: { type } },
        target: `.${type}` as const,
        actions: [withEvent('chooseType'), 'notifyChanged'] as const,
      })),
      {
        guard: withEvent('isNoTypeWanted'),
        target: '.choosingType',
        actions: [withEvent('chooseType'), 'notifyChanged'],
      },
    ],
  },
  states: {
    choosingType: {
      description: 'A type of deferment is being chosen',
      on: { 'continue.pressed': { actions: ['requireType', 'focusErrors'] } },
    },

    unemployment: {
      description: 'The questions about unemployment are asked',
      invoke: {
        id: 'askUnemployment',
        src: 'askUnemployment',
        input: ({ context: { transcript } }) => ({ transcript }),
        onDone: decided,
        onError: failed,
      },
      on: { 'decision.changed': { actions: keepDecision } },
    },

    rehabilitation: {
      description: 'The questions about rehabilitation training are asked',
      invoke: {
        id: 'askRehabilitation',
        src: 'askRehabilitation',
        input: ({ context: { transcript } }) => ({ transcript }),
        onDone: decided,
        onError: failed,
      },
      on: { 'decision.changed': { actions: keepDecision } },
    },

    economicHardship: {
      description: 'The question about economic hardship is asked',
      invoke: {
        id: 'askEconomicHardship',
        src: 'askEconomicHardship',
        input: ({ context: { transcript } }) => ({ transcript }),
        onDone: decided,
        onError: failed,
      },
      on: {
        'decision.changed': [
          { guard: withPart('isPoverty', 'entry'), target: '.enteringIncome', actions: keepDecision },
          { target: '.choosingSituation', actions: keepDecision },
        ],
      },
      initial: 'resumingSituation',
      states: {
        choosingSituation: { description: 'A situation is being chosen; the question itself says how it goes on' },
        enteringIncome: {
          description: 'Family size and income are being typed, since poverty was chosen',
          on: {
            'field.changed': incomeForm.onChange('notifyChanged'),
            'field.left': incomeForm.onLeave('notifyChanged'),
            'continue.pressed': incomeForm.onSubmit({ target: 'checkingIncome' }),
          },
        },
        checkingIncome: {
          description: 'The server is asked whether such an income allows it',
          tags: 'busy',
          invoke: {
            id: 'checkIncome',
            src: 'checkIncome',
            input: ({ context }) => checkOf(context),
            onDone: [
              { guard: withAnswer('isEligible'), target: '#qualified', actions: 'keepPoverty' },
              { target: 'notQualified', actions: 'focusNotice' },
            ],
            onError: { target: 'enteringIncome', actions: ['setCouldNotCheck', 'focusNotice'] },
          },
        },
        notQualified: {
          description: 'The income is too high for the size of the family, which is said; both can be changed',
          on: {
            'field.changed': { target: 'enteringIncome', ...incomeForm.onChange('notifyChanged') },
            'continue.pressed': { actions: 'focusNotice' },
          },
        },
        resumingSituation: {
          description: 'The step goes on where it was left',
          always: [{ guard: 'hasChosenPoverty', target: 'enteringIncome' }, { target: 'choosingSituation' }],
        },
      },
    },

    qualified: { id: 'qualified', description: 'The answers allow a deferment', type: 'final' },

    resuming: {
      description: 'The step goes on where it was left',
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
