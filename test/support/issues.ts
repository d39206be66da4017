/** Messages for the validation issues of an area, for tests of its rules. */
import type * as v from 'valibot';
import { type Issue, problemsOf, messageOf } from '#domain/issue.ts';

export const withMessages = (messages: Parameters<typeof messageOf>[0]) => ({
  /** Returns the message of an issue, or undefined without one. */
  sentenceOf: (issue: Issue | undefined): string | undefined => issue && messageOf(messages, issue),

  /** Returns the messages of a form by field, in the order of the fields. */
  sentencesOf: (schema: v.GenericSchema, values: unknown): [field: string, sentence: string][] =>
    problemsOf(schema, values).map(({ field, issue }) => [field, messageOf(messages, issue)]),
});
