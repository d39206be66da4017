/** The model of a machine that asks the questions of a tree, from a table of them that is written by hand. */
import type { ContextFrom } from 'xstate';
import type { Decision } from '#domain/decision-tree.ts';
import type { decisionTree } from './decision-tree.machine.ts';
import { type EventCase, type ExpectedWhere, type FlowModel, type StartCase, defineModel } from './model.ts';

/** A machine that asks questions. */
type Questions = ReturnType<typeof decisionTree>;
type Context = ContextFrom<Questions>;

/** What is expected of one question. */
export interface ExpectedQuestion {
  /** What the borrower is asked. */
  readonly asks: string;
  /** What the error panel calls it. */
  readonly called: string;
  /** Its answers by the words that the borrower reads: what is kept, and the question or the result to which it leads. */
  readonly answers: Readonly<Record<string, { readonly value: string; readonly leadsTo: string }>>;
}

export interface ExpectedDecisions {
  /** The questions by their ids; the first is asked first. */
  readonly questions: Readonly<Record<string, ExpectedQuestion>>;
  /** Results with which the machine does not end: more is asked beside them. */
  readonly openResults?: readonly string[];
  /** What a person reads whose answers do not allow it, where a question can end so. */
  readonly refusal?: string;
}

/** A way to a question or a result: the answers on it. */
type Way = readonly Decision[];

/** What follows everything that can happen while the questions are asked. */
export function createDecisionModel(
  machine: Questions,
  { questions: expected, openResults = [], refusal = '' }: ExpectedDecisions,
): FlowModel<Questions> {
  const questions = Object.entries(expected);
  const [first = ''] = Object.keys(expected);
  const answers = questions.flatMap(([question, { answers: given, asks }]) =>
    Object.entries(given).map(([text, { value, leadsTo }]) => ({ question, asks, text, value, leadsTo })),
  );

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

  /** Where the answers lead. */
  const placeAfter = (transcript: Way): string =>
    transcript.reduce((at, { question, answer }) => {
      const given = answers.find((each) => each.question === question && each.value === answer);
      return question === at && given !== undefined ? given.leadsTo : 'nowhere';
    }, first);
  const isOnScreen = (transcript: Way, question: string): boolean =>
    placeAfter(transcript) === question || transcript.some((decision) => decision.question === question);

  const answered = ({
    question,
    asks,
    text,
    value,
    leadsTo,
  }: (typeof answers)[number]): EventCase<{ type: `${string}.answered`; answer: string }, Context>[] => {
    const follows: ExpectedWhere<Context> = {
      state: leadsTo,
      context: ({ transcript }) => ({
        transcript: [...before(transcript, question), { question, answer: value }],
        problems: [],
      }),
      notifies: [{ type: 'decision.changed', entry: ({ transcript }: Context) => transcript }],
      reads: [reads(leadsTo) ?? []].flat(),
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

  const results = [...ways.keys()].filter((place) => !(place in expected));

  return defineModel<Questions>({
    machine,
    inputs: {
      ...Object.fromEntries(
        [...ways].map(([place, transcript]): [string, StartCase<{ transcript: Way }, Context>] => [
          transcript.length === 0 ? 'nobody has answered yet' : `the answers lead to ${place}`,
          { input: { transcript }, then: { state: place, context: { transcript, problems: [] } } },
        ]),
      ),
      'the answers of an old draft, whose questions are not asked any more': {
        input: { transcript: [{ question: 'anOldQuestion', answer: 'yes' }] },
        then: { state: first, context: { transcript: [], problems: [] } },
      },
    },
    events: [
      ...answers.flatMap(answered),
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
            context: { problems: [{ field: question, issue: { code: 'response.required' } }] },
            focus: { place: 'errors', delay: 200 },
            reads: [called, 'Response is required.'],
          })),
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
    facts: ({ transcript, problems }) => ({ transcript, problems }),
  });
}
