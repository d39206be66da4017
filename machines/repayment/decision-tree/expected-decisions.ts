/** Creates the model of a decision tree's machine from a handwritten table of its questions. */
import type { ContextFrom, InputFrom } from 'xstate';
import type { TreeDecision } from '#domain/repayment/decision-tree.ts';
import type { FieldProblem } from '#domain/issue.ts';
import type { FieldValues, decisionTree } from './decision-tree.machine.ts';
import { expectedForm, touching } from '../../kit/expected-form.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import {
  type EventCase,
  type ExpectedWhere,
  type FlowModel,
  type StartCase,
  defineModel,
} from 'xstate-workbench/model';

type Questions = ReturnType<typeof decisionTree>;
type Context = ContextFrom<Questions>;
type FieldEvent =
  | { readonly type: 'field.changed'; readonly field: string; readonly value: string }
  | { readonly type: 'field.left'; readonly field: string };

/** Expectations for one question. */
export interface ExpectedQuestion {
  /** Text of the question. */
  readonly asks: string;
  /** Label of the question in the error panel. */
  readonly called: string;
  /** Answers by their labels: the stored value, and the question or result that follows. */
  readonly answers: Readonly<Record<string, ExpectedAnswer>>;
  /** For a conditional question: the result that follows instead of it if it is left out. */
  readonly otherwise?: string;
}

interface ExpectedAnswer {
  readonly value: string;
  readonly leadsTo: string;
  /** Fields that the answer asks for. */
  readonly asksFor?: readonly string[];
}

/** Expectations for the fields beside the questions. */
export interface ExpectedFields {
  /** Facts for validation. */
  readonly facts: FieldValues;
  /**
   * Expectations for each field: its label, the values typed into it (the last one is valid), and the field that a
   * change clears.
   */
  readonly each: Readonly<
    Record<string, { readonly called: string; readonly typed: readonly string[]; readonly empties?: string }>
  >;
  /** Validation problems of the values, in the order of the fields, and the message for each error code. */
  readonly problems: (values: FieldValues) => readonly FieldProblem[];
  readonly messages: Readonly<Record<string, string>>;
}

export interface ExpectedDecisions {
  /** Questions by id, starting with the first one. */
  readonly questions: Readonly<Record<string, ExpectedQuestion>>;
  /** Results with which the machine does not end, because the parent asks further questions on the same screen. */
  readonly openResults?: readonly string[];
  /** Text for a borrower who is not eligible, for a tree with that result. */
  readonly refusal?: string;
  /** Error message for a missing answer. */
  readonly missing?: string;
  /** Fields beside the questions, if any. */
  readonly fields?: ExpectedFields;
}

const WITHOUT_FIELDS: ExpectedFields = { facts: {}, each: {}, problems: () => [], messages: {} };

/** Answers on the way to a question or a result. */
type Way = readonly TreeDecision[];

/** Returns the answers before the question. */
const before = (transcript: Way, question: string): Way => {
  const at = transcript.findIndex((decision) => decision.question === question);
  return at === -1 ? transcript : transcript.slice(0, at);
};

/** Returns true if a visible field is invalid. */
const hasProblems = ({ fields: { problems } }: Context): boolean => problems.length > 0;

/** Creates the model, with the expected result of every event in every question. */
export function createDecisionModel(
  machine: Questions,
  {
    questions: expected,
    openResults = [],
    refusal = '',
    missing = 'Response is required.',
    fields = WITHOUT_FIELDS,
  }: ExpectedDecisions,
): FlowModel<Questions> {
  const questions = Object.entries(expected);
  const [first = ''] = Object.keys(expected);
  const answers = questions.flatMap(([question, { answers: given, asks }]) =>
    Object.entries(given).map(([text, { value, leadsTo, asksFor = [] }]) => ({
      question,
      asks,
      text,
      value,
      leadsTo,
      asksFor,
    })),
  );

  const names = Object.keys(fields.each);
  const hasFields = names.length > 0;
  const empty: FieldValues = Object.fromEntries(names.map((name) => [name, '']));
  /** Valid values: the last one typed into each field. */
  const right: FieldValues = Object.fromEntries(
    Object.entries(fields.each).map(([name, { typed }]) => [name, typed.at(-1) ?? '']),
  );
  const listShownAfter = (transcript: Way): readonly string[] =>
    transcript.flatMap((given) =>
      answers
        .filter(({ question, value }) => question === given.question && value === given.answer)
        .flatMap(({ asksFor }) => asksFor),
    );
  /** Returns the form with these values. Only the fields that the answers ask for can have problems. */
  const expectFields = (
    transcript: Way,
    values: FieldValues,
    looked: Partial<Pick<Context['fields'], 'touched' | 'attempted'>>,
  ): Context['fields'] => {
    const requested = listShownAfter(transcript);
    return expectedForm(
      values,
      fields.problems(values).filter(({ field }) => requested.includes(field)),
      looked,
    );
  };
  const attempted = ({ transcript, fields: { values, touched } }: Context) =>
    hasFields ? { fields: expectFields(transcript, values, { touched, attempted: true }) } : {};

  /** Returns the place itself, or the result that follows instead of a question that is left out. */
  const placeIn = (leftOut: readonly string[], place: string): string =>
    (leftOut.includes(place) ? expected[place]?.otherwise : undefined) ?? place;

  /** Shortest sequence of answers to each question and each result. */
  const waysWithout = (leftOut: readonly string[]): ReadonlyMap<string, Way> => {
    const found = new Map<string, Way>([[first, []]]);
    for (const [place, way] of found) {
      for (const { question, value, leadsTo } of answers) {
        const next = placeIn(leftOut, leadsTo);
        if (question === place && !found.has(next)) found.set(next, [...way, { question, answer: value }]);
      }
    }
    return found;
  };
  const ways = waysWithout([]);
  const conditional = questions.flatMap(([question, { otherwise }]) => (otherwise === undefined ? [] : [question]));

  const reads = (place: string) => expected[place]?.asks;

  /** Returns the texts of the next question, including its announcement to screen readers (R §4). */
  const asksNext = (place: string): readonly string[] => {
    const asks = reads(place);
    return asks === undefined ? [] : [asks, `The radio options have changed. New question: ${asks}`];
  };

  /** Returns the question or result that follows from the answers. */
  const placeAfter = ({ transcript, leftOut }: Pick<Context, 'transcript' | 'leftOut'>): string =>
    transcript.reduce((at, { question, answer }) => {
      const given = answers.find((each) => each.question === question && each.value === answer);
      return question === at && given !== undefined ? placeIn(leftOut, given.leadsTo) : 'nowhere';
    }, first);
  const isOnScreen = (at: Context, question: string): boolean =>
    placeAfter(at) === question || at.transcript.some((decision) => decision.question === question);

  const notifiesFields = { type: 'fields.changed', entry: ({ fields: { values } }: Context) => values };

  /** Returns the cases for typing into a field beside the questions, and for leaving it. */
  const typedInto = ([name, { called, typed, empties }]: [string, ExpectedFields['each'][string]]): EventCase<
    FieldEvent,
    Context
  >[] => {
    const where = ({ transcript }: Context): boolean => listShownAfter(transcript).includes(name);
    const changes = typed.map((value): EventCase<FieldEvent, Context> => ({
      event: { type: 'field.changed', field: name, value },
      gesture: { action: 'fill', role: 'textbox', name: called, value },
      where,
      then: {
        when: where,
        context: ({ transcript, fields: { values, touched, attempted: isAttempted } }) => {
          const emptied = empties !== undefined && values[empties] !== '' ? empties : undefined;
          return {
            fields: expectFields(
              transcript,
              { ...values, [name]: value, ...(emptied !== undefined && { [emptied]: '' }) },
              { touched: touched.filter((each) => each !== emptied), attempted: isAttempted },
            ),
          };
        },
        notifies: [notifiesFields],
      },
    }));
    const leaves: ExpectedWhere<Context> = {
      when: where,
      context: ({ transcript, fields: { values, touched, attempted: isAttempted } }) => ({
        fields: expectFields(transcript, values, { touched: touching(touched, name), attempted: isAttempted }),
      }),
    };
    // The other fields are valid, so that only this value has an error.
    const wrong = ['', ...typed].flatMap((value): ExpectedWhere<Context>[] => {
      const values = { ...right, [name]: value };
      const found = fields.problems(values).find(({ field }) => field === name);
      if (found === undefined) return [];
      return [
        {
          ...leaves,
          when: (at) =>
            where(at) && listShownAfter(at.transcript).every((each) => at.fields.values[each] === values[each]),
          reads: [fields.messages[found.issue.code] ?? ''],
        },
      ];
    });
    const isHidden = (at: Context): boolean => !where(at);
    return [
      ...changes,
      // The field is not on the screen.
      { event: { type: 'field.changed', field: name, value: 'anything' }, where: isHidden, then: {} },
      { event: { type: 'field.left', field: name }, where: isHidden, then: {} },
      {
        event: { type: 'field.left', field: name },
        gesture: { action: 'leave', role: 'textbox', name: called },
        where,
        then: [...wrong, leaves],
      },
    ];
  };

  const answered = ({
    question,
    asks,
    text,
    value,
    leadsTo,
    asksFor,
  }: (typeof answers)[number]): EventCase<{ type: `${string}.answered`; answer: string }, Context>[] => {
    const followedBy = (place: string): ExpectedWhere<Context> => ({
      state: place,
      context: ({ transcript: given, fields: { values, touched } }) => {
        const transcript = [...before(given, question), { question, answer: value }];
        const requested = listShownAfter(transcript);
        const remaining = Object.fromEntries(
          names.map((name) => [name, requested.includes(name) ? (values[name] ?? '') : '']),
        );
        return {
          transcript,
          problems: [],
          fields: expectFields(transcript, remaining, { touched: touched.filter((name) => requested.includes(name)) }),
        };
      },
      notifies: [
        { type: 'decision.changed', entry: ({ transcript }: Context) => transcript },
        ...(hasFields ? [notifiesFields] : []),
      ],
      reads: [...asksNext(place), ...asksFor.map((name) => fields.each[name]?.called ?? name)],
    });
    const without = placeIn(conditional, leadsTo);
    const then = [
      ...(without === leadsTo
        ? []
        : [{ ...followedBy(without), when: ({ leftOut }: Context) => leftOut.includes(leadsTo) }]),
      followedBy(leadsTo),
    ].flatMap((follows) => [
      { ...follows, in: question },
      {
        ...follows,
        when: (at: Context) =>
          at.transcript.some((decision) => decision.question === question) && follows.when?.(at) !== false,
      },
    ]);
    const given: EventCase<{ type: `${string}.answered`; answer: string }, Context> = {
      event: { type: `${question}.answered`, answer: value },
      gesture: { action: 'check', role: 'radio', name: text, group: asks },
      // Selecting the same answer again changes nothing.
      where: (at) =>
        isOnScreen(at, question) &&
        !at.transcript.some((decision) => decision.question === question && decision.answer === value),
      then,
    };
    // The question is not on the screen. The first question always is.
    const stray: typeof given = {
      event: { type: `${question}.answered`, answer: value },
      where: (at) => !isOnScreen(at, question),
      then: {},
    };
    return question === first ? [given] : [given, stray];
  };

  /** Results that follow answers with fields. */
  const afterFields = new Set(answers.flatMap(({ asksFor, leadsTo }) => (asksFor.length > 0 ? [leadsTo] : [])));
  for (const place of afterFields) {
    for (const { question, leadsTo } of answers) if (question === place) afterFields.add(leadsTo);
  }
  const resultsAfterFields = [...afterFields].filter((place) => !(place in expected));

  const results = [...ways.keys()].filter((place) => !(place in expected));

  /** Returns the borrowers who left at each question and result. */
  const startsWithout = (leftOut: readonly string[]) =>
    [...waysWithout(leftOut)].map(([place, transcript]): [string, StartCase<InputFrom<Questions>, Context>] => [
      `${transcript.length === 0 ? 'no answer yet' : `the answers reach ${place}`}${
        leftOut.length === 0 ? '' : `, without ${leftOut.join()}`
      }`,
      {
        input: {
          transcript,
          ...(hasFields && { fields: { values: empty, facts: fields.facts } }),
          ...(leftOut.length > 0 && { leftOut }),
        },
        then: {
          state: place,
          context: {
            transcript,
            problems: [],
            facts: fields.facts,
            leftOut,
            fields: expectFields(transcript, empty, {}),
          },
        },
      },
    ]);

  return defineModel<Questions>({
    machine,
    inputs: {
      ...Object.fromEntries([[], ...conditional.map((question) => [question])].flatMap(startsWithout)),
      'the answers of an old draft, with questions that no longer exist': {
        input: {
          transcript: [{ question: 'anOldQuestion', answer: 'yes' }],
          ...(hasFields && { fields: { values: empty, facts: fields.facts } }),
        },
        then: { state: first, context: { transcript: [], problems: [] } },
      },
    },
    events: [
      ...answers.flatMap(answered),
      ...Object.entries(fields.each).flatMap(typedInto),
      // An answer that the question does not have.
      ...questions.map(([question]) => ({
        event: { type: `${question}.answered` as const, answer: 'nothingOfThat' },
        then: {},
      })),
      {
        event: { type: 'continue.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Continue' },
        then: [
          ...questions.map(([question, { called }]): ExpectedWhere<Context> => ({
            in: question,
            context: (at) => ({
              problems: [{ field: question, issue: { code: 'response.required' } }],
              ...attempted(at),
            }),
            focus: toErrors,
            reads: [called, missing],
          })),
          ...(hasFields
            ? resultsAfterFields.map((result): ExpectedWhere<Context> => ({
                in: result,
                when: hasProblems,
                context: attempted,
                focus: toErrors,
                reads: [REVIEW],
              }))
            : []),
          ...results.map((result): ExpectedWhere<Context> => {
            if (openResults.includes(result)) return { in: result };
            return result === 'NotEligible'
              ? { in: result, state: 'refused', focus: { place: 'notice', delay: 100 }, reads: [refusal] }
              : { in: result, state: 'decided', output: ({ transcript }: Context) => ({ result, transcript }) };
          }),
          ...(refusal === ''
            ? []
            : [{ in: 'refused', focus: { place: 'notice', delay: 100 } as const, reads: [refusal] }]),
        ],
      },
    ],
    outcomes: {},
    screens: {
      ...Object.fromEntries(questions.map(([question, { asks }]) => [question, [asks]])),
      // The questions stay on the screen.
      ...Object.fromEntries(results.map((result) => [result, [reads(first) ?? '']])),
      ...(refusal !== '' && { refused: [reads(first) ?? '', refusal] }),
    },
    claims: {
      'a question or result is current only if it follows from the answers': {
        never: ({ isIn, context }) => {
          const place = placeAfter(context);
          return [...ways.keys()].some((other) => other !== place && isIn(other));
        },
        brokenBy: 'guard isAt: always true',
      },
    },
    facts: ({ transcript, problems, leftOut, fields: { values, attempted: isAttempted } }) => ({
      transcript,
      leftOut,
      problems,
      values,
      isAttempted,
    }),
  });
}
