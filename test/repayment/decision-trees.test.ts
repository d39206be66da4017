/** The results of all answer sequences, written by hand from the specification (R §4) instead of the decision trees. */
import { expect, test } from 'vitest';
import {
  type DecisionTree,
  listShownFields,
  listShownQuestions,
  isShown,
  positionAfter,
  resultsWithFields,
  toTranscript,
  validTranscript,
  withAnswerTo,
  withoutQuestions,
} from '#domain/repayment/decision-tree.ts';
import {
  economicHardshipTree,
  inSchoolTree,
  rehabilitationTree,
  unemploymentTree,
} from '#domain/repayment/deferment/decision-trees.ts';

/** Returns every path through a tree as its answers and the result. */
function ways(tree: DecisionTree, transcript: ReturnType<typeof validTranscript> = []): string[] {
  const { question, result } = positionAfter(tree, transcript);
  if (question === null) return [`${transcript.map(({ answer }) => answer).join(' ')}: ${result}`];
  return question.options.flatMap(({ value }) =>
    ways(tree, withAnswerTo(tree, transcript, { question: question.id, answer: value })),
  );
}

test('the unemployment tree has the specified results', () => {
  expect(ways(unemploymentTree).sort()).toEqual(
    [
      // Receives benefits.
      'yes: UnemploymentBenefits',
      // No benefits; not seeking employment.
      'no no: NotEligible',
      // Seeking employment, but has turned down work.
      'no yes yes: NotEligible',
      // No extension; no agency nearby.
      'no yes no no no: Unemployment',
      // No extension; an agency nearby, registered or not.
      'no yes no no yes yes: Unemployment',
      'no yes no no yes no: NotEligible',
      // An extension without six attempts.
      'no yes no yes no: NotEligible',
      // An extension with six attempts; no agency nearby.
      'no yes no yes yes no: NotEligible',
      // An extension with six attempts and an agency nearby, registered or not.
      'no yes no yes yes yes yes: Unemployment',
      'no yes no yes yes yes no: NotEligible',
    ].sort(),
  );
});

test('the economic hardship tree has the specified results', () => {
  expect(ways(economicHardshipTree)).toEqual([
    'PeaceCorps: PeaceCorps',
    'PublicAssistance: PublicAssistance',
    'AnotherServicer: AnotherServicer',
    'Poverty: Poverty',
  ]);
});

test('the rehabilitation training tree has the specified results', () => {
  expect(ways(rehabilitationTree).sort()).toEqual(
    [
      'no: NotEligible',
      'yes no: NotEligible',
      'yes yes no: NotEligible',
      'yes yes yes no: NotEligible',
      'yes yes yes yes no: NotEligible',
      'yes yes yes yes yes: RehabilitationTraining',
    ].sort(),
  );
});

test('the in-school tree has the specified results', () => {
  expect(ways(inSchoolTree)).toEqual(['yes yes: EnrolledAndAttending', 'yes no: Enrolled', 'no: NotEligible']);
  // Without a school that reports enrollment there is no question about attendance.
  expect(ways(withoutQuestions(inSchoolTree, ['currentlyAttending']))).toEqual(['yes: Enrolled', 'no: NotEligible']);
});

test('changing an earlier answer removes the answers after it', () => {
  const answered = [
    { question: 'unemploymentBenefits', answer: 'no' },
    { question: 'seekingEmployment', answer: 'yes' },
    { question: 'rejectedEmployment', answer: 'no' },
  ];
  expect(withAnswerTo(unemploymentTree, answered, { question: 'seekingEmployment', answer: 'yes' })).toEqual(
    answered.slice(0, 2),
  );
  expect(withAnswerTo(unemploymentTree, answered, { question: 'unemploymentBenefits', answer: 'yes' })).toEqual([
    { question: 'unemploymentBenefits', answer: 'yes' },
  ]);
});

test('answers that do not fit the tree are ignored', () => {
  const stored = { question: 'unemploymentBenefits', answer: 'no' };
  for (const stray of [
    { question: 'registeredAgency', answer: 'yes' },
    { question: 'seekingEmployment', answer: 'perhaps' },
    { question: 'nothing', answer: 'yes' },
  ]) {
    expect(validTranscript(unemploymentTree, [stored, stray])).toEqual([stored]);
    expect(withAnswerTo(unemploymentTree, [stored], stray)).toEqual([stored]);
  }
});

test('the visible questions are the answered ones and the open one', () => {
  const ids = (...answers: string[]) =>
    listShownQuestions(
      rehabilitationTree,
      answers.map((answer, index) => ({ question: rehabilitationTree[index]?.id ?? '', answer })),
    ).map(({ id }) => id);
  expect(ids()).toEqual(['rehabTraining']);
  expect(ids('yes')).toEqual(['rehabTraining', 'programLicense']);
  expect(ids('yes', 'no')).toEqual(['rehabTraining', 'programLicense']);
});

const errands: DecisionTree = [
  {
    id: 'parcel',
    friendlyName: 'Parcel',
    value: 'Do you send a parcel?',
    options: [
      { value: 'yes', text: 'Yes', asksFor: ['weight'], endsFlow: false, nextNodeId: 'abroad' },
      { value: 'no', text: 'No', endsFlow: false, nextNodeId: 'letter' },
    ],
  },
  {
    id: 'abroad',
    friendlyName: 'Abroad',
    value: 'Does it go abroad?',
    options: [
      { value: 'yes', text: 'Yes', endsFlow: true, returns: 'Customs' },
      { value: 'no', text: 'No', endsFlow: true, returns: 'Counter' },
    ],
  },
  {
    id: 'letter',
    friendlyName: 'Letter',
    value: 'Do you send a letter?',
    options: [
      { value: 'yes', text: 'Yes', asksFor: ['stamp'], endsFlow: true, returns: 'Box' },
      { value: 'no', text: 'No', endsFlow: true, returns: 'Home' },
    ],
  },
];

test('resultsWithFields returns the results that are reached through an answer with fields', () => {
  expect(resultsWithFields(errands)).toEqual(['Customs', 'Counter', 'Box']);
  expect(resultsWithFields([])).toEqual([]);
});

test('a question and its fields are visible if the answers lead there', () => {
  const listShown = (transcript: Parameters<typeof isShown>[1]) =>
    ['parcel', 'abroad', 'letter', 'nothing'].filter((id) => isShown(errands, transcript, id));
  expect(listShown([])).toEqual(['parcel']);
  expect(listShown([{ question: 'parcel', answer: 'yes' }])).toEqual(['parcel', 'abroad']);
  expect(listShown([{ question: 'parcel', answer: 'no' }])).toEqual(['parcel', 'letter']);
  expect(listShownFields(errands, [{ question: 'parcel', answer: 'yes' }])).toEqual(['weight']);
  expect(
    listShownFields(errands, [
      { question: 'parcel', answer: 'no' },
      { question: 'letter', answer: 'yes' },
    ]),
  ).toEqual(['stamp']);
});

test('toTranscript contains the answers to the shown questions, up to the first invalid answer', () => {
  const answered = (answers: Readonly<Record<string, string>>) =>
    toTranscript(errands, answers).map(({ question, answer }) => `${question} ${answer}`);
  expect(answered({ letter: 'yes', abroad: 'no', parcel: 'yes' })).toEqual(['parcel yes', 'abroad no']);
  expect(answered({ letter: 'yes', abroad: 'no', parcel: 'no' })).toEqual(['parcel no', 'letter yes']);
  expect(answered({ parcel: 'yes', abroad: 'perhaps' })).toEqual(['parcel yes']);
  expect(answered({ abroad: 'no' })).toEqual([]);
});
