/**
 * A decision tree as a table (R §3, *decision node*): questions, each with its answers, and each answer leads to another
 * question or ends with a result. `machines/kit/decision-tree.ts` makes a machine of a table.
 */
import * as v from 'valibot';

/** An answer to a question. It ends the flow with what it returns, or leads to another question. */
export type DecisionOption = {
  /** What is sent and kept; one word or several written together, such as `yes` or `PeaceCorps`. */
  readonly value: string;
  /** What the borrower reads. */
  readonly text: string;
  /** The fields that stand under the question once this answer was given. */
  readonly asksFor?: readonly string[];
} & ({ readonly endsFlow: true; readonly returns: string } | { readonly endsFlow: false; readonly nextNodeId: string });

/** A question. */
export interface DecisionNode {
  readonly id: string;
  /** What the error panel calls the question. */
  readonly friendlyName: string;
  /** The question as the borrower reads it. */
  readonly value: string;
  readonly options: readonly DecisionOption[];
}

/** The questions; the first is asked first. */
export type DecisionTree = readonly DecisionNode[];

/** One answer that was given. */
export interface Decision {
  readonly question: string;
  readonly answer: string;
}

/** The answers that were given, in the order of the questions. */
export const DecisionTranscript = v.pipe(v.array(v.object({ question: v.string(), answer: v.string() })), v.readonly());
export type DecisionTranscript = readonly Decision[];

/** Where a transcript leads: to a question that is open, or to a result. */
export type DecisionPosition =
  | { readonly question: DecisionNode; readonly result: null }
  | { readonly question: null; readonly result: string };

const nodeOf = (tree: DecisionTree, id: string) => tree.find((node) => node.id === id);

const optionOf = (node: DecisionNode, answer: string) => node.options.find(({ value }) => value === answer);

/** Goes through the answers as far as they are answers to the questions that are asked. */
function follow(tree: DecisionTree, transcript: DecisionTranscript) {
  const [first] = tree;
  if (first === undefined) throw new Error('A decision tree needs a question');
  const asked: DecisionNode[] = [];
  const answered: Decision[] = [];
  let position: DecisionPosition = { question: first, result: null };
  for (const { question, answer } of transcript) {
    const option: DecisionOption | undefined =
      position.question?.id === question ? optionOf(position.question, answer) : undefined;
    if (position.question === null || option === undefined) break;
    asked.push(position.question);
    answered.push({ question, answer });
    position = option.endsFlow
      ? { question: null, result: option.returns }
      : { question: nodeRequired(tree, option.nextNodeId), result: null };
  }
  return { asked: position.question === null ? asked : [...asked, position.question], answered, position };
}

function nodeRequired(tree: DecisionTree, id: string): DecisionNode {
  const node = nodeOf(tree, id);
  if (node === undefined) throw new Error(`The decision tree has no question ${id}`);
  return node;
}

/** Where the answers lead. What does not answer the questions that are asked, as in an old draft, counts for nothing. */
export const positionAfter = (tree: DecisionTree, transcript: DecisionTranscript): DecisionPosition =>
  follow(tree, transcript).position;

/** The answers as far as they answer the questions that are asked. */
export const validTranscript = (tree: DecisionTree, transcript: DecisionTranscript): DecisionTranscript =>
  follow(tree, transcript).answered;

/** The questions that stand on the screen: those that were answered, and the open one. */
export const askedQuestions = (tree: DecisionTree, transcript: DecisionTranscript): readonly DecisionNode[] =>
  follow(tree, transcript).asked;

/** The fields that an answer to this question asks for; none while it is open. */
export function fieldsUnder(tree: DecisionTree, transcript: DecisionTranscript, question: string): readonly string[] {
  const given = transcript.find((decision) => decision.question === question);
  const node = nodeOf(tree, question);
  return (node && given && optionOf(node, given.answer)?.asksFor) ?? [];
}

/** The fields that stand on the screen, in the order of the questions. */
export const askedFields = (tree: DecisionTree, transcript: DecisionTranscript): readonly string[] =>
  askedQuestions(tree, transcript).flatMap(({ id }) => fieldsUnder(tree, transcript, id));

/** The results to which some answers lead that ask for fields. */
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

/** Whether the question stands on the screen. */
export const isAsked = (tree: DecisionTree, transcript: DecisionTranscript, question: string): boolean =>
  askedQuestions(tree, transcript).some(({ id }) => id === question);

/** The transcript with this answer. Answering an earlier question truncates what came after it (R §4). */
export function withAnswerTo(
  tree: DecisionTree,
  transcript: DecisionTranscript,
  decision: Decision,
): DecisionTranscript {
  const { answered } = follow(tree, transcript);
  const at = answered.findIndex(({ question }) => question === decision.question);
  return follow(tree, [...(at === -1 ? answered : answered.slice(0, at)), decision]).answered;
}

/** Whether the decision answers a question that has an answer already, with one of the answers that the question has. */
export function isAnsweredAnew(
  tree: DecisionTree,
  transcript: DecisionTranscript,
  { question, answer }: Decision,
): boolean {
  const node = nodeOf(tree, question);
  const isAnswered = follow(tree, transcript).answered.some((decision) => decision.question === question);
  return node !== undefined && isAnswered && optionOf(node, answer) !== undefined;
}
