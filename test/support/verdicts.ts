/** What the verdicts of an area say, for the tests of its rules. */
import type * as v from 'valibot';
import { type Verdict, problemsOf, say } from '#domain/verdict.ts';

export const speaking = (words: Parameters<typeof say>[0]) => ({
  /** What a verdict says; nothing where there is none. */
  said: (verdict: Verdict | undefined): string | undefined => verdict && say(words, verdict),

  /** What a form says, field by field, in the order of its fields. */
  sayings: (schema: v.GenericSchema, values: unknown): [field: string, sentence: string][] =>
    problemsOf(schema, values).map(({ field, verdict }) => [field, say(words, verdict)]),
});
