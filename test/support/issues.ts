/** What the issues of an area say, for the tests of its rules. */
import type * as v from 'valibot';
import { type Issue, problemsOf, messageOf } from '#domain/issue.ts';

export const withMessages = (messages: Parameters<typeof messageOf>[0]) => ({
  /** What an issue says; nothing where there is none. */
  sentenceOf: (issue: Issue | undefined): string | undefined => issue && messageOf(messages, issue),

  /** What a form says, field by field, in the order of its fields. */
  sentencesOf: (schema: v.GenericSchema, values: unknown): [field: string, sentence: string][] =>
    problemsOf(schema, values).map(({ field, issue }) => [field, messageOf(messages, issue)]),
});
