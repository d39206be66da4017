/** Model of the first step of a deferment, from the specification (R §4 Deferment qualification, §5). */
import type { ContextFrom } from 'xstate';
import type { DefermentOption } from '#domain/repayment/deferment/shapes.ts';
import economicHardshipModel from './economic-hardship-questions.model.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { type EventCase, type ExpectedWhere, type Outcome, defineModel } from 'xstate-workbench/model';
import rehabilitationModel from './rehabilitation-questions.model.ts';
import unemploymentModel from './unemployment-questions.model.ts';
import { type QualificationEntry, defermentQualification } from './deferment-qualification.machine.ts';

type Context = ContextFrom<typeof defermentQualification>;
type Transcript = QualificationEntry['transcript'];
type Type = 'unemployment' | 'rehabilitation' | 'economicHardship';

const limits = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000 };
const types: readonly Type[] = ['unemployment', 'rehabilitation', 'economicHardship'];

const POVERTY: Transcript = [{ question: 'economicHardship', answer: 'Poverty' }];
const PEACE_CORPS: Transcript = [{ question: 'economicHardship', answer: 'PeaceCorps' }];
const NO_BENEFITS: Transcript = [{ question: 'unemploymentBenefits', answer: 'no' }];
const BENEFITS: Transcript = [{ question: 'unemploymentBenefits', answer: 'yes' }];
const IN_TRAINING: Transcript = [{ question: 'rehabTraining', answer: 'yes' }];
const ALL_OF_TRAINING: Transcript = [
  'rehabTraining',
  'programLicense',
  'provideServices',
  'programCommitment',
  'rehabServices',
].map((question) => ({ question, answer: 'yes' }));

const RANGE = { code: 'familySize.range', min: 1, max: 21 };
const INCOME_MESSAGE = 'Gross Monthly Income is required.';
const NOT_QUALIFIED = 'Your income is too high for an economic hardship deferment for a family of this size.';
/** The limits of the samples. The screen names that of the family size as typed (ruling 97). */
const ONE_PERSON_CAN_HAVE = 'Where you live, one person can have up to $1,995.00 a month.';
const FAMILY_OF_3_CAN_HAVE = 'Where you live, a family of 3 can have up to $3,415.00 a month.';
const COULD_NOT_CHECK = "We couldn't check your income right now. Nothing you entered is lost.";

/** Empty form: both fields are missing, without visible errors. */
export const emptyIncome = {
  values: { familySize: '', monthlyIncome: '' },
  touched: [],
  attempted: false,
  problems: [
    { field: 'familySize', issue: RANGE },
    { field: 'monthlyIncome', issue: { code: 'monthlyIncome.required' } },
  ],
  errors: {},
  panel: [],
};
export const wholeIncome = {
  values: { familySize: '3', monthlyIncome: '2400' },
  touched: [],
  attempted: false,
  problems: [],
  errors: {},
  panel: [],
};

const start = {
  types,
  limits,
  type: null,
  transcript: [],
  income: emptyIncome,
  problems: [],
  notice: null,
  option: null,
};
const entry = (type: Type, transcript: Transcript, income: QualificationEntry['income'] = emptyIncome) => ({
  type,
  transcript,
  income,
});

const ASKS = {
  unemployment: 'askUnemployment',
  rehabilitation: 'askRehabilitation',
  economicHardship: 'askEconomicHardship',
} as const;
const FIRST_QUESTION = {
  unemployment: 'Are you receiving unemployment benefits?',
  rehabilitation:
    'Are you receiving, or scheduled to receive, rehabilitation training: vocational, for drug or alcohol abuse, or for mental health?',
  economicHardship: 'Which of these describes your situation?',
} as const;
const NAME = {
  unemployment: 'Unemployment Deferment',
  rehabilitation: 'Rehabilitation Training Deferment',
  economicHardship: 'Economic Hardship Deferment',
} as const;

/** Returns the initial state of a type's questions. */
const toState = (type: Type) => (type === 'economicHardship' ? 'economicHardship.choosingSituation' : type);

const notifies = [
  {
    type: 'qualification.changed',
    entry: ({ type, transcript, income }: Context) => ({ type, transcript, income }),
  },
];

/** Case for selecting another type: answers, input and errors are cleared (R §4). */
const choose = (type: Type): EventCase<{ type: 'type.chosen'; value: string }, Context> => ({
  event: { type: 'type.chosen', value: type },
  gesture: { action: 'choose', role: 'combobox', name: 'Deferment Type', value: NAME[type] },
  where: (context) => context.types.includes(type) && context.type !== type,
  then: {
    when: (context) => context.types.includes(type),
    state: toState(type),
    context: { type, transcript: [], income: emptyIncome, problems: [], notice: null },
    calls: { [ASKS[type]]: { transcript: [] } },
    notifies,
    reads: [FIRST_QUESTION[type]],
  },
});

/** A type that is not offered cannot be chosen. */
const refused = (type: Type): EventCase<{ type: 'type.chosen'; value: string }, Context> => ({
  event: { type: 'type.chosen', value: type },
  where: (context) => !context.types.includes(type),
  then: [],
});

/**
 * Case for an answer to the questions of any type: the machine stores it. Poverty asks for family size and income,
 * whose values stay.
 */
const decide = (
  transcript: Transcript,
  inHardship: 'choosingSituation' | 'enteringIncome' = 'choosingSituation',
): EventCase<{ type: 'decision.changed'; entry: Transcript }, Context> => ({
  event: { type: 'decision.changed', entry: transcript },
  then: [
    { in: ['unemployment', 'rehabilitation'], context: { transcript }, notifies },
    {
      in: 'economicHardship',
      state: `economicHardship.${inHardship}`,
      context: { transcript },
      notifies,
      ...(inHardship === 'enteringIncome' && { reads: ['Family Size', 'Gross Monthly Income', ONE_PERSON_CAN_HAVE] }),
    },
  ],
});

const inCheck = ['economicHardship.enteringIncome', 'economicHardship.notQualified'] as const;

const fill = (
  field: 'familySize' | 'monthlyIncome',
  name: string,
  value: string,
): EventCase<{ type: 'field.changed'; field: string; value: string }, Context> => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'fill', role: 'textbox', name, value },
  then: inCheck.map((state): ExpectedWhere<Context> => ({
    in: state,
    ...(state === 'economicHardship.notQualified' && { state: 'economicHardship.enteringIncome' }),
    context: { income: { values: { [field]: value } }, notice: null },
    notifies,
    reads: field === 'familySize' ? [FAMILY_OF_3_CAN_HAVE] : [],
    hides: [
      ...(state === 'economicHardship.notQualified' ? [NOT_QUALIFIED] : []),
      ...(field === 'familySize' ? [ONE_PERSON_CAN_HAVE] : []),
    ],
  })),
});

const result = (type: Type, option: DefermentOption, transcript: Transcript): Outcome<Context> => ({
  answers: { result: option, transcript },
  then: {
    in: type,
    state: 'qualified',
    context: { option, transcript },
    output: {
      defermentType: type,
      defermentOption: option,
      decisionTranscript: transcript,
      familySize: null,
      monthlyIncome: null,
    },
  },
});

const inError: Outcome<Context> = {
  throws: { kind: 'unreadable', detail: 'Unexpected Error' },
  then: { notifies: [{ type: 'qualification.failed' }] },
};

const isWhole = ({ income: { values } }: Context) => values.familySize === '3' && values.monthlyIncome !== '';

export default {
  ...defineModel<typeof defermentQualification>({
    machine: defermentQualification,
    inputs: {
      'a borrower who may apply for all three': {
        input: { types, limits, requestedType: null, entry: null },
        then: { state: 'choosingType', context: start },
      },
      'a borrower who may apply for one': {
        input: { types: ['rehabilitation'], limits, requestedType: null, entry: null },
        then: { state: 'choosingType', context: { ...start, types: ['rehabilitation'] } },
      },
      'a borrower who asked for unemployment': {
        input: { types, limits, requestedType: 'unemployment', entry: null },
        then: {
          state: 'unemployment',
          context: { ...start, type: 'unemployment' },
          calls: { askUnemployment: { transcript: [] } },
        },
      },
      'a borrower who asked for economic hardship': {
        input: { types, limits, requestedType: 'economicHardship', entry: null },
        then: {
          state: 'economicHardship.choosingSituation',
          context: { ...start, type: 'economicHardship' },
          calls: { askEconomicHardship: { transcript: [] } },
        },
      },
      'a borrower who asked for a type that is not offered': {
        input: { types: ['rehabilitation'], limits, requestedType: 'unemployment', entry: null },
        then: { state: 'choosingType', context: { ...start, types: ['rehabilitation'] } },
      },
      'a borrower who asked for unemployment, with an unfinished application for rehabilitation': {
        input: { types, limits, requestedType: 'unemployment', entry: entry('rehabilitation', IN_TRAINING) },
        then: {
          state: 'rehabilitation',
          context: { ...start, type: 'rehabilitation', transcript: IN_TRAINING },
          calls: { askRehabilitation: { transcript: IN_TRAINING } },
        },
      },
      'a borrower whose stored type is no longer offered': {
        input: { types: ['rehabilitation'], limits, requestedType: null, entry: entry('unemployment', NO_BENEFITS) },
        then: { state: 'choosingType', context: { ...start, types: ['rehabilitation'] } },
      },
      'a borrower who had chosen no type yet': {
        input: { types, limits, requestedType: null, entry: { ...entry('unemployment', []), type: null } },
        then: { state: 'choosingType', context: start },
      },
      'a borrower who comes back to unemployment': {
        input: { types, limits, requestedType: null, entry: entry('unemployment', NO_BENEFITS) },
        then: {
          state: 'unemployment',
          context: { ...start, type: 'unemployment', transcript: NO_BENEFITS },
          calls: { askUnemployment: { transcript: NO_BENEFITS } },
        },
      },
      'a borrower who comes back to rehabilitation': {
        input: { types, limits, requestedType: null, entry: entry('rehabilitation', IN_TRAINING) },
        then: {
          state: 'rehabilitation',
          context: { ...start, type: 'rehabilitation', transcript: IN_TRAINING },
          calls: { askRehabilitation: { transcript: IN_TRAINING } },
        },
      },
      'a borrower who comes back to poverty': {
        input: { types, limits, requestedType: null, entry: entry('economicHardship', POVERTY, wholeIncome) },
        then: {
          state: 'economicHardship.enteringIncome',
          context: { ...start, type: 'economicHardship', transcript: POVERTY, income: wholeIncome },
          calls: { askEconomicHardship: { transcript: POVERTY } },
        },
      },
      'a borrower who comes back to another situation': {
        input: { types, limits, requestedType: null, entry: entry('economicHardship', PEACE_CORPS) },
        then: {
          state: 'economicHardship.choosingSituation',
          context: { ...start, type: 'economicHardship', transcript: PEACE_CORPS },
          calls: { askEconomicHardship: { transcript: PEACE_CORPS } },
        },
      },
    },
    events: [
      choose('unemployment'),
      choose('rehabilitation'),
      choose('economicHardship'),
      refused('economicHardship'),
      {
        event: { type: 'type.chosen', value: '' },
        gesture: { action: 'choose', role: 'combobox', name: 'Deferment Type', value: 'Choose a type' },
        where: ({ type }) => type !== null,
        then: {
          state: 'choosingType',
          context: { type: null, transcript: [], income: emptyIncome, problems: [], notice: null },
          notifies,
        },
      },
      { event: { type: 'type.chosen', value: 'somethingElse' }, then: {} },
      decide(NO_BENEFITS),
      decide(IN_TRAINING),
      decide(POVERTY, 'enteringIncome'),
      decide(PEACE_CORPS),
      fill('familySize', 'Family Size', '3'),
      fill('monthlyIncome', 'Gross Monthly Income', '2400.50'),
      {
        event: { type: 'field.left', field: 'monthlyIncome' },
        gesture: { action: 'leave', role: 'textbox', name: 'Gross Monthly Income' },
        then: [
          {
            in: 'economicHardship.enteringIncome',
            when: ({ income: { values } }) => values.monthlyIncome === '',
            context: ({ income }) => ({
              income: { errors: { ...income.errors, monthlyIncome: { code: 'monthlyIncome.required' } } },
            }),
            notifies,
            reads: [INCOME_MESSAGE],
          },
          // R §5: a positive value is rounded to a whole number without separators.
          {
            in: 'economicHardship.enteringIncome',
            context: ({ income: { values } }) => ({
              income: { values: { monthlyIncome: values.monthlyIncome === '2400' ? '2400' : '2401' } },
            }),
            notifies,
          },
        ],
      },
      {
        event: { type: 'continue.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Continue' },
        on: ['choosingType', 'economicHardship'],
        where: ({ type, transcript }) => type === null || transcript.some(({ answer: given }) => given === 'Poverty'),
        then: [
          {
            in: 'choosingType',
            context: { problems: [{ field: 'defermentType', issue: { code: 'response.required' } }] },
            focus: toErrors,
            reads: [REVIEW, 'Deferment Type', 'Response is required.'],
          },
          {
            in: 'economicHardship.enteringIncome',
            when: isWhole,
            state: 'economicHardship.checkingIncome',
            calls: ({ income: { values } }) => ({
              checkIncome: {
                params: { income: values.monthlyIncome === '2400' ? '2400' : '2401', familySize: '3' },
              },
            }),
            context: { notice: null },
            reads: ['Checking your income…'],
            hides: [COULD_NOT_CHECK],
          },
          {
            in: 'economicHardship.enteringIncome',
            context: ({ income: { values } }) => ({
              income: {
                attempted: true,
                errors: {
                  ...(values.familySize === '' && { familySize: RANGE }),
                  ...(values.monthlyIncome === '' && { monthlyIncome: { code: 'monthlyIncome.required' } }),
                },
              },
            }),
            focus: toErrors,
            reads: [REVIEW],
          },
          { in: 'economicHardship.notQualified', focus: toNotice, reads: [NOT_QUALIFIED] },
        ],
      },
    ],
    outcomes: {
      askUnemployment: {
        'benefits are received': result('unemployment', 'UnemploymentBenefits', BENEFITS),
        'the questions stop in error': inError,
      },
      askRehabilitation: {
        'all questions are answered yes': result('rehabilitation', 'RehabilitationTraining', ALL_OF_TRAINING),
        'the questions stop in error': inError,
      },
      askEconomicHardship: {
        'the Peace Corps': result('economicHardship', 'PeaceCorps', PEACE_CORPS),
        'the questions stop in error': inError,
      },
      checkIncome: {
        'the income allows it': {
          answers: { isEconomicHardshipEligible: true },
          then: {
            state: 'qualified',
            context: { option: 'Poverty' },
            output: ({ income: { values } }: Context) => ({
              defermentType: 'economicHardship',
              defermentOption: 'Poverty',
              decisionTranscript: POVERTY,
              familySize: 3,
              monthlyIncome: values.monthlyIncome === '2400' ? 2400 : 2401,
            }),
          },
        },
        'the income is too high': {
          answers: { isEconomicHardshipEligible: false },
          then: { state: 'economicHardship.notQualified', focus: toNotice, reads: [NOT_QUALIFIED] },
        },
        'no answer in time': {
          throws: { kind: 'noAnswer' },
          then: {
            state: 'economicHardship.enteringIncome',
            context: { notice: 'couldNotCheck' },
            focus: toNotice,
            reads: [COULD_NOT_CHECK],
          },
        },
      },
    },
    screens: {
      choosingType: ['Deferment Type', 'Continue'],
      unemployment: [FIRST_QUESTION.unemployment],
      rehabilitation: [FIRST_QUESTION.rehabilitation],
      economicHardship: [FIRST_QUESTION.economicHardship],
    },
    claims: {
      'a borrower qualifies by poverty only when the server confirms it': {
        reaching: ({ isIn, context: { option } }) => isIn('qualified') && option === 'Poverty',
        needs: (by) => by.kind === 'outcome' && by.outcome === 'the income allows it',
        brokenBy: 'guard isEligible: always true',
      },
    },
    children: {
      askUnemployment: unemploymentModel,
      askRehabilitation: rehabilitationModel,
      askEconomicHardship: economicHardshipModel,
    },
    facts: ({ types: offered, type, transcript, income, problems, notice }) => ({
      offered,
      type,
      hasPoverty: transcript.some(({ answer: given }) => given === 'Poverty'),
      values: income.values,
      shown: Object.keys(income.errors),
      hasProblems: problems.length > 0,
      notice,
    }),
  }),
  title: 'Deferment: Qualification',
  place: 'Step 1 of the deferment application',
};
