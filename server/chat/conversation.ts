/** What the conversation page answers: the pages of the portal in which the words of a question are found. */
import { filledText } from '#domain/content/rules.ts';
import type { SearchResult } from '#domain/content/shapes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { Search } from '../portal/search.ts';

/** A question with its answer. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
  readonly pages: readonly Pick<SearchResult, 'title' | 'path'>[];
}

/** How many questions a conversation remembers, and how many pages an answer names. */
const MOST_QUESTIONS = 20;
const MOST_PAGES = 3;
/** The most characters of a question. */
const LONGEST_QUESTION = 200;

const GREETING = /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b\W*$/i;
/** Somebody would rather talk to a person than to the assistant. */
const WANTS_PERSON =
  /\b(?:human|agent|representative|operator|person)\b|\b(?:talk|speak)\b.*\b(?:to|with)\b.*\b(?:someone|somebody|people|you)\b/i;
/** Digits that may be an account, a card or a Social Security number: nobody needs them here, so they are not repeated. */
const LONG_NUMBER = /\d(?:[ -]?\d){3,}/g;

/** A question as it may be shown again. */
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
  const pages = found.slice(0, MOST_PAGES).map(({ title, path }) => ({ title, path }));
  const answer =
    pages.length === 0
      ? said('I found nothing about that. Try other words, or call us at {phone}, {hours}.')
      : 'This is what I found:';
  return { question, answer, pages };
}

/** Answers the questions of a conversation, the first of them first; the oldest are let go when there are too many. */
export const converse = (questions: readonly string[], deps: ConversationDeps): Exchange[] =>
  questions
    .map((question) => question.trim())
    .filter((question) => question !== '')
    .slice(-MOST_QUESTIONS)
    .map(withoutNumbers)
    .map((question) => answerTo(question, deps));
