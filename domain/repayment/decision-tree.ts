/**
 * Decision trees as data (R §3, *decision node*): questions with options. Each option continues with another question or ends
 * with a result. `machines/repayment/decision-tree` creates a state machine from a tree.
 */
import * as v from 'valibot';

/** The target of an answer: a result, which ends the flow, or another question. */
type DecisionNext =
  | { readonly endsFlow: true; readonly returns: string }
  | { readonly endsFlow: false; readonly nextNodeId: string };

/** An answer to a question. */
export type DecisionOption = {
  /** The stored value: one word, or several in one, such as `yes` or `PeaceCorps`. */
  readonly value: string;
  /** The text that the borrower reads. */
  readonly text: string;
  /** Fields that the form shows under the question after this answer. */
  readonly asksFor?: readonly string[];
} & DecisionNext;

export interface DecisionNode {
  readonly id: string;
  /** The question's label in the error panel. */
  readonly friendlyName: string;
  /** The question that the borrower reads. */
  readonly value: string;
  readonly options: readonly DecisionOption[];
  /** The result of the answers before, for a conditional question that is left out. The first question always applies. */
  readonly otherwise?: string;
}

/** The questions of a tree. The first is the root. */
export type DecisionTree = readonly DecisionNode[];

/** An answered question. */
export interface TreeDecision {
  readonly question: string;
  readonly answer: string;
}

/** The given answers, in the order of the questions. */
export const DecisionTranscript = v.pipe(v.array(v.object({ question: v.string(), answer: v.string() })), v.readonly());
export type DecisionTranscript = readonly TreeDecision[];

/** The position after a transcript: an open question or a result. */
export type DecisionPosition =
  | { readonly question: DecisionNode; readonly result: null }
  | { readonly question: null; readonly result: string };

const findNode = (tree: DecisionTree, id: string) => tree.find((node) => node.id === id);

const findOption = (node: DecisionNode, answer: string) => node.options.find(({ value }) => value === answer);

/** Returns the tree without these conditional questions: an answer that would open one of them ends the flow instead. */
export const withoutQuestions = (tree: DecisionTree, leftOut: readonly string[]): DecisionTree =>
  leftOut.length === 0
    ? tree
    : tree
        .filter(({ id }) => !leftOut.includes(id))
        .map((node) => ({ ...node, options: node.options.map((option) => optionWithout(tree, leftOut, option)) }));

function optionWithout(tree: DecisionTree, leftOut: readonly string[], option: DecisionOption): DecisionOption {
  if (option.endsFlow || !leftOut.includes(option.nextNodeId)) return option;
  const { nextNodeId, ...answer } = option;
  const returns = findNode(tree, nextNodeId)?.otherwise;
  if (returns === undefined) throw new Error(`The question ${nextNodeId} is not conditional`);
  return { ...answer, endsFlow: true, returns };
}

/** Walks the tree along the answers, up to the first answer that does not fit the current question. */
function follow(tree: DecisionTree, transcript: DecisionTranscript) {
  const [first] = tree;
  if (first === undefined) throw new Error('A decision tree requires at least one question');
  const shown: DecisionNode[] = [];
  const answered: TreeDecision[] = [];
  let position: DecisionPosition = { question: first, result: null };
  for (const { question, answer } of transcript) {
    const option: DecisionOption | undefined =
      position.question?.id === question ? findOption(position.question, answer) : undefined;
    if (position.question === null || option === undefined) break;
    shown.push(position.question);
    answered.push({ question, answer });
    position = option.endsFlow
      ? { question: null, result: option.returns }
      : { question: nodeRequired(tree, option.nextNodeId), result: null };
  }
  return { shown: position.question === null ? shown : [...shown, position.question], answered, position };
}

function nodeRequired(tree: DecisionTree, id: string): DecisionNode {
  const node = findNode(tree, id);
  if (node === undefined) throw new Error(`The decision tree has no question ${id}`);
  return node;
}

/** Returns the position after the answers. Ignores answers that no longer fit the tree, as in an old draft. */
export const positionAfter = (tree: DecisionTree, transcript: DecisionTranscript): DecisionPosition =>
  follow(tree, transcript).position;

/** Returns the part of the transcript that fits the tree. */
export const validTranscript = (tree: DecisionTree, transcript: DecisionTranscript): DecisionTranscript =>
  follow(tree, transcript).answered;

/** Returns the transcript of these answers by question, up to the first question without a valid answer. */
export function toTranscript(tree: DecisionTree, answers: Readonly<Record<string, string>>): DecisionTranscript {
  const transcript: TreeDecision[] = [];
  for (;;) {
    const { question } = positionAfter(tree, transcript);
    const answer = question === null ? undefined : answers[question.id];
    if (question === null || answer === undefined || findOption(question, answer) === undefined) return transcript;
    transcript.push({ question: question.id, answer });
  }
}

/** Returns the visible questions: the answered ones and the open one. */
export const listShownQuestions = (tree: DecisionTree, transcript: DecisionTranscript): readonly DecisionNode[] =>
  follow(tree, transcript).shown;

/** Returns the fields that the given answer to this question requires; none while the question is open. */
export function fieldsUnder(tree: DecisionTree, transcript: DecisionTranscript, question: string): readonly string[] {
  const given = transcript.find((decision) => decision.question === question);
  const node = findNode(tree, question);
  return (node && given && findOption(node, given.answer)?.asksFor) ?? [];
}

/** Returns the visible fields, in the order of the questions. */
export const listShownFields = (tree: DecisionTree, transcript: DecisionTranscript): readonly string[] =>
  listShownQuestions(tree, transcript).flatMap(({ id }) => fieldsUnder(tree, transcript, id));

/** Returns the results that can be reached through an answer with fields. */
export function resultsWithFields(tree: DecisionTree): readonly string[] {
  const [first] = tree;
  const found = new Set<string>();
  const goThrough = (node: DecisionNode, hasFields: boolean): void => {
    for (const option of node.options) {
      const asks = hasFields || option.asksFor !== undefined;
      if (!option.endsFlow) goThrough(nodeRequired(tree, option.nextNodeId), asks);
      else if (asks) found.add(option.returns);
    }
  };
  if (first !== undefined) goThrough(first, false);
  return [...found];
}

/** Returns whether the question is visible. */
export const isShown = (tree: DecisionTree, transcript: DecisionTranscript, question: string): boolean =>
  listShownQuestions(tree, transcript).some(({ id }) => id === question);

/** Returns the transcript with this answer. Answering an earlier question removes the answers after it (R §4). */
export function withAnswerTo(
  tree: DecisionTree,
  transcript: DecisionTranscript,
  decision: TreeDecision,
): DecisionTranscript {
  const { answered } = follow(tree, transcript);
  const at = answered.findIndex(({ question }) => question === decision.question);
  return follow(tree, [...(at === -1 ? answered : answered.slice(0, at)), decision]).answered;
}

/** Returns whether the decision changes the answer to a question that already has one, and is a valid option of it. */
export function isAnsweredAnew(
  tree: DecisionTree,
  transcript: DecisionTranscript,
  { question, answer }: TreeDecision,
): boolean {
  const node = findNode(tree, question);
  const isAnswered = follow(tree, transcript).answered.some((decision) => decision.question === question);
  return node !== undefined && isAnswered && findOption(node, answer) !== undefined;
}
