/**
 * A verdict is what a rule says of some facts: a stable code with its parameters, never a sentence. The sentence for
 * each code stands once, in the `words.ts` beside the rule.
 */
import * as v from 'valibot';

/** A refusal or warning: `code` names the rule, the other properties are its parameters (cents, plain dates, counts). */
export interface Verdict {
  readonly code: string;
  readonly [parameter: string]: string | number | boolean;
}

/** A verdict about one field of a form; `field` is the dotted path of its value. */
export interface FieldProblem<V extends Verdict = Verdict> {
  readonly field: string;
  readonly verdict: V;
}

/** The sentences of an area, one for each code. */
export type Words<V extends Verdict> = { readonly [C in V['code']]: (verdict: Extract<V, { code: C }>) => string };

type AnyWords = Readonly<Record<string, (verdict: never) => string>>;

/** Speaks a verdict with the words of its area; a code without words speaks for itself. */
export function say(words: AnyWords, verdict: Verdict): string {
  const speak: unknown = Reflect.get(words, verdict.code);
  return typeof speak === 'function' ? String(speak(verdict)) : verdict.code;
}

/** Carries a verdict through valibot, whose issues hold only text. {@link problemsOf} takes it out again. */
export const refuse = (verdict: Verdict): string => JSON.stringify(verdict);

const Carried = v.pipe(
  v.string(),
  v.parseJson(),
  v.objectWithRest({ code: v.string() }, v.union([v.string(), v.number(), v.boolean()])),
);

function carriedVerdict(message: string): Verdict {
  const carried = v.safeParse(Carried, message);
  return carried.success ? carried.output : { code: 'shape.wrong', detail: message };
}

/** The problems that `schema` finds in `values`, at most one for each field, in the order of the schema. */
export function problemsOf(schema: v.GenericSchema, values: unknown): FieldProblem[] {
  const result = v.safeParse(schema, values);
  if (result.success) return [];
  const first = new Map<string, FieldProblem>();
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? '';
    if (!first.has(field)) first.set(field, { field, verdict: carriedVerdict(issue.message) });
  }
  return [...first.values()];
}

/** The schema of a text that `validate` checks as it was typed; its verdict is what is wrong with it. */
export const validatedText = (validate: (typed: string) => Verdict | undefined) =>
  v.pipe(
    v.string(),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const verdict = dataset.typed ? validate(dataset.value) : undefined;
      if (verdict !== undefined) addIssue({ message: refuse(verdict) });
    }),
  );
