/** Generates the chat assistant's replies: portal pages that match the words of a question. */
import { filledText } from '#domain/portal/content/rules.ts';
import type { SearchResult } from '#domain/portal/content/shapes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { Search } from '../portal/search.ts';

/** A question and its reply. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
  readonly pages: readonly Pick<SearchResult, 'title' | 'path'>[];
}

/** Maximum number of questions in a conversation, and of pages in a reply. */
const MAX_QUESTIONS = 20;
const MAX_PAGES = 3;
/** Maximum length of a question, in characters. */
const LONGEST_QUESTION = 200;

const GREETING = /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b\W*$/i;
/** Matches requests to talk to a person. */
const WANTS_PERSON =
  /\b(?:human|agent|representative|operator|person)\b|\b(?:talk|speak)\b.*\b(?:to|with)\b.*\b(?:someone|somebody|people|you)\b/i;
/** Matches digits that could be an account, card or Social Security number. Replies never repeat them. */
const LONG_NUMBER = /\d(?:[ -]?\d){3,}/g;

/** Returns the question with long numbers masked, for display. */
export const withoutNumbers = (question: string): string => question.replaceAll(LONG_NUMBER, '••••');

export interface ConversationDeps {
  readonly search: Search;
  readonly configuration: Configuration;
}

function answerTo(question: string, { search, configuration }: ConversationDeps): Exchange {
  const said = (text: string) => filledText(text, configuration);
  if (question.length > LONGEST_QUESTION) {
    const answer = `Please ask in up to ${LONGEST_QUESTION} characters. Example: How do I change my due date?`;
    return { question, answer, pages: [] };
  }
  if (GREETING.test(question))
    return { question, answer: said('Hello! What can {servicer} help you with?'), pages: [] };
  if (WANTS_PERSON.test(question)) {
    const pages = search('contact us').slice(0, 1);
    return {
      question,
      answer: said('I am an automated assistant. To talk to a person, call {phone}, {hours}.'),
      pages: pages.map(({ title, path }) => ({ title, path })),
    };
  }
  const found = search(question).filter(({ audience }) => audience === 'anyone');
  const pages = found.slice(0, MAX_PAGES).map(({ title, path }) => ({ title, path }));
  const answer =
    pages.length === 0
      ? said("I couldn't find anything about that. Try other words, or call us at {phone}, {hours}.")
      : 'This is what I found:';
  return { question, answer, pages };
}

/**
 * Returns the replies to the questions of a conversation in order. Drops the oldest questions if there are too many.
 */
export const converse = (questions: readonly string[], deps: ConversationDeps): Exchange[] =>
  questions
    .map((question) => question.trim())
    .filter((question) => question !== '')
    .slice(-MAX_QUESTIONS)
    .map(withoutNumbers)
    .map((question) => answerTo(question, deps));
