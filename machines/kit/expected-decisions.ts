/** The model of a machine that asks the questions of a tree, from a table of them that is written by hand. */
import type { ContextFrom } from 'xstate';
import type { Decision } from '#domain/decision-tree.ts';
import type { FieldProblem } from '#domain/issue.ts';
import type { FieldValues, decisionTree } from './decision-tree.machine.ts';
import { expectedForm, touching } from './expected-form.ts';
import { REVIEW } from './expected-page.ts';
import { type EventCase, type ExpectedWhere, type FlowModel, type StartCase, defineModel } from './model.ts';

/** A machine that asks questions. */
type Questions = ReturnType<typeof decisionTree>;
type Context = ContextFrom<Questions>;
type FieldEvent =
  | { readonly type: 'field.changed'; readonly field: string; readonly value: string }
  | { readonly type: 'field.left'; readonly field: string };

/** What is expected of one question. */
export interface ExpectedQuestion {
  /** What the borrower is asked. */
  readonly asks: string;
  /** What the error panel calls it. */
  readonly called: string;
  /** Its answers by the words that the borrower reads: what is kept, and the question or the result to which it leads. */
  readonly answers: Readonly<Record<string, ExpectedAnswer>>;
}

interface ExpectedAnswer {
  readonly value: string;
  readonly leadsTo: string;
  /** The fields that then stand under the question. */
  readonly asksFor?: readonly string[];
}

/** What is expected of the fields beside the questions. */
export interface ExpectedFields {
  /** What they are validated against. */
  readonly facts: FieldValues;
  /** Each field: what the borrower reads beside it, what is typed into it (the last is right), and the field that is emptied then. */
  readonly each: Readonly<
    Record<string, { readonly called: string; readonly typed: readonly string[]; readonly empties?: string }>
  >;
  /** What is wrong with what is typed, in the order of the fields, and the sentence for each of its codes. */
  readonly problems: (values: FieldValues) => readonly FieldProblem[];
  readonly messages: Readonly<Record<string, string>>;
}

export interface ExpectedDecisions {
  /** The questions by their ids; the first is asked first. */
  readonly questions: Readonly<Record<string, ExpectedQuestion>>;
  /** Results with which the machine does not end: more is asked beside them. */
  readonly openResults?: readonly string[];
  /** What a person reads whose answers do not allow it, where a question can end so. */
  readonly refusal?: string;
  /** What is said where an answer is missing. */
  readonly missing?: string;
  /** The fields beside the questions, where there are some. */
  readonly fields?: ExpectedFields;
}

const WITHOUT_FIELDS: ExpectedFields = { facts: {}, each: {}, problems: () => [], messages: {} };

/** A way to a question or a result: the answers on it. */
type Way = readonly Decision[];

/** Whether a field that stands on the screen is wrong. */
const hasProblems = ({ fields: { problems } }: Context): boolean => problems.length > 0;

/** What follows everything that can happen while the questions are asked. */
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
  /** The last that is typed into each field is right. */
  const right: FieldValues = Object.fromEntries(
    Object.entries(fields.each).map(([name, { typed }]) => [name, typed.at(-1) ?? '']),
  );
  const askedAfter = (transcript: Way): readonly string[] =>
    transcript.flatMap((given) =>
      answers
        .filter(({ question, value }) => question === given.question && value === given.answer)
        .flatMap(({ asksFor }) => asksFor),
    );
  /** The form with these values, of which only what the answers ask for can be wrong. */
  const formOf = (
    transcript: Way,
    values: FieldValues,
    looked: Partial<Pick<Context['fields'], 'touched' | 'attempted'>>,
  ): Context['fields'] => {
    const asked = askedAfter(transcript);
    return expectedForm(
      values,
      fields.problems(values).filter(({ field }) => asked.includes(field)),
      looked,
    );
  };
  const attempted = ({ transcript, fields: { values, touched } }: Context) =>
    hasFields ? { fields: formOf(transcript, values, { touched, attempted: true }) } : {};

  /** One way to each question and each result, the shortest. */
  const ways = new Map<string, Way>([[first, []]]);
  for (const [place, way] of ways) {
    for (const { question, value, leadsTo } of answers) {
      if (question === place && !ways.has(leadsTo)) ways.set(leadsTo, [...way, { question, answer: value }]);
    }
  }

  const before = (transcript: Way, question: string): Way => {
    const at = transcript.findIndex((decision) => decision.question === question);
    return at === -1 ? transcript : transcript.slice(0, at);
  };
  const reads = (place: string) => expected[place]?.asks;

  /** The new question, and its announcement to screen readers (R §4). */
  const asksNext = (place: string): readonly string[] => {
    const asks = reads(place);
    return asks === undefined ? [] : [asks, `Last question: ${asks}`];
  };

  /** Where the answers lead. */
  const placeAfter = (transcript: Way): string =>
    transcript.reduce((at, { question, answer }) => {
      const given = answers.find((each) => each.question === question && each.value === answer);
      return question === at && given !== undefined ? given.leadsTo : 'nowhere';
    }, first);
  const isOnScreen = (transcript: Way, question: string): boolean =>
    placeAfter(transcript) === question || transcript.some((decision) => decision.question === question);

  const notifiesFields = { type: 'fields.changed', entry: ({ fields: { values } }: Context) => values };

  /** A field beside the questions is typed into, and left. */
  const typedInto = ([name, { called, typed, empties }]: [string, ExpectedFields['each'][string]]): EventCase<
    FieldEvent,
    Context
  >[] => {
    const where = ({ transcript }: Context): boolean => askedAfter(transcript).includes(name);
    const changes = typed.map((value): EventCase<FieldEvent, Context> => ({
      event: { type: 'field.changed', field: name, value },
      gesture: { action: 'fill', role: 'textbox', name: called, value },
      where,
      then: {
        when: where,
        context: ({ transcript, fields: { values, touched, attempted: isAttempted } }) => {
          const emptied = empties !== undefined && values[empties] !== '' ? empties : undefined;
          return {
            fields: formOf(
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
        fields: formOf(transcript, values, { touched: touching(touched, name), attempted: isAttempted }),
      }),
    };
    // Beside fields that are right, so that nothing but this value is wrong.
    const wrong = ['', ...typed].flatMap((value): ExpectedWhere<Context>[] => {
      const values = { ...right, [name]: value };
      const found = fields.problems(values).find(({ field }) => field === name);
      if (found === undefined) return [];
      return [
        {
          ...leaves,
          when: (at) => where(at) && askedAfter(at.transcript).every((each) => at.fields.values[each] === values[each]),
          reads: [fields.messages[found.issue.code] ?? ''],
        },
      ];
    });
    const isHidden = (at: Context): boolean => !where(at);
    return [
      ...changes,
      // A field that is not on the screen.
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
    const follows: ExpectedWhere<Context> = {
      state: leadsTo,
      context: ({ transcript: given, fields: { values, touched } }) => {
        const transcript = [...before(given, question), { question, answer: value }];
        const asked = askedAfter(transcript);
        const kept = Object.fromEntries(names.map((name) => [name, asked.includes(name) ? (values[name] ?? '') : '']));
        return {
          transcript,
          problems: [],
          fields: formOf(transcript, kept, { touched: touched.filter((name) => asked.includes(name)) }),
        };
      },
      notifies: [
        { type: 'decision.changed', entry: ({ transcript }: Context) => transcript },
        ...(hasFields ? [notifiesFields] : []),
      ],
      reads: [...asksNext(leadsTo), ...asksFor.map((name) => fields.each[name]?.called ?? name)],
    };
    const given: EventCase<{ type: `${string}.answered`; answer: string }, Context> = {
      event: { type: `${question}.answered`, answer: value },
      gesture: { action: 'check', role: 'radio', name: text, group: asks },
      // Who has given this answer already gives no other by choosing it again.
      where: ({ transcript }) =>
        isOnScreen(transcript, question) &&
        !transcript.some((decision) => decision.question === question && decision.answer === value),
      then: [
        { ...follows, in: question },
        { ...follows, when: ({ transcript }) => transcript.some((decision) => decision.question === question) },
      ],
    };
    // A question that is not on the screen, as the first always is.
    const stray: typeof given = {
      event: { type: `${question}.answered`, answer: value },
      where: ({ transcript }) => !isOnScreen(transcript, question),
      then: {},
    };
    return question === first ? [given] : [given, stray];
  };

  /** The results of answers that may have asked for fields. */
  const afterFields = new Set(answers.flatMap(({ asksFor, leadsTo }) => (asksFor.length > 0 ? [leadsTo] : [])));
  for (const place of afterFields) {
    for (const { question, leadsTo } of answers) if (question === place) afterFields.add(leadsTo);
  }
  const resultsAfterFields = [...afterFields].filter((place) => !(place in expected));

  const results = [...ways.keys()].filter((place) => !(place in expected));

  return defineModel<Questions>({
    machine,
    inputs: {
      ...Object.fromEntries(
        [...ways].map(([place, transcript]): [string, StartCase<{ transcript: Way }, Context>] => [
          transcript.length === 0 ? 'nobody has answered yet' : `the answers lead to ${place}`,
          {
            input: {
              transcript,
              ...(hasFields && { fields: { values: empty, facts: fields.facts } }),
            },
            then: {
              state: place,
              context: {
                transcript,
                problems: [],
                facts: fields.facts,
                fields: formOf(transcript, empty, {}),
              },
            },
          },
        ]),
      ),
      'the answers of an old draft, whose questions are not asked any more': {
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
            focus: { place: 'errors', delay: 200 },
            reads: [called, missing],
          })),
          ...(hasFields
            ? resultsAfterFields.map((result): ExpectedWhere<Context> => ({
                in: result,
                when: hasProblems,
                context: attempted,
                focus: { place: 'errors', delay: 200 },
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
      'a question or a result stands only where the answers lead to it': {
        never: ({ isIn, context: { transcript } }) => {
          const place = placeAfter(transcript);
          return [...ways.keys()].some((other) => other !== place && isIn(other));
        },
        brokenBy: 'guard isAt: always true',
      },
    },
    facts: ({ transcript, problems, fields: { values, attempted: isAttempted } }) => ({
      transcript,
      problems,
      values,
      isAttempted,
    }),
  });
}
