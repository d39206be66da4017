/** Messages for the validation issues of an area, for tests of its rules. */
import type * as v from 'valibot';
import { type Issue, findProblems, getMessage } from '#domain/issue.ts';

export const withMessages = (messages: Parameters<typeof getMessage>[0]) => ({
  /** Returns the message of an issue, or undefined without one. */
  toSentence: (issue: Issue | undefined): string | undefined => issue && getMessage(messages, issue),

  /** Returns the messages of a form by field, in the order of the fields. */
  toSentences: (schema: v.GenericSchema, values: unknown): [field: string, sentence: string][] =>
    findProblems(schema, values).map(({ field, issue }) => [field, getMessage(messages, issue)]),
});
