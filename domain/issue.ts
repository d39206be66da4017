/**
 * An issue is what a rule says of some facts: a stable code with its parameters, never a sentence. The sentence for
 * each code stands once, in the `messages.ts` beside the rule.
 */
import * as v from 'valibot';

/** A refusal or warning: `code` names the rule, the other properties are its parameters (cents, plain dates, counts). */
export interface Issue {
  readonly code: string;
  readonly [parameter: string]: string | number | boolean;
}

/** An issue about one field of a form; `field` is the dotted path of its value. */
export interface FieldProblem<V extends Issue = Issue> {
  readonly field: string;
  readonly issue: V;
}

/** The sentences of an area, one for each code. */
export type Messages<V extends Issue> = { readonly [C in V['code']]: (issue: Extract<V, { code: C }>) => string };

type AnyMessages = Readonly<Record<string, (issue: never) => string>>;

/** The sentence of an issue, from the messages of its area; a code without one stands for itself. */
export function messageOf(messages: AnyMessages, issue: Issue): string {
  const write: unknown = Reflect.get(messages, issue.code);
  return typeof write === 'function' ? String(write(issue)) : issue.code;
}

/** Carries an issue through valibot, whose own issues hold only text. {@link problemsOf} takes it out again. */
export const refuse = (issue: Issue): string => JSON.stringify(issue);

const Carried = v.pipe(
  v.string(),
  v.parseJson(),
  v.objectWithRest({ code: v.string() }, v.union([v.string(), v.number(), v.boolean()])),
);

/** The code of a value that does not have the form of its schema, where the schema carries no issue of its own. */
export const SHAPE_CODE = 'shape.wrong';

function carriedIssue(message: string): Issue {
  const carried = v.safeParse(Carried, message);
  return carried.success ? carried.output : { code: SHAPE_CODE, detail: message };
}

/** The problems that `schema` finds in `values`, at most one for each field, in the order of the schema. */
export function problemsOf(schema: v.GenericSchema, values: unknown): FieldProblem[] {
  const result = v.safeParse(schema, values);
  if (result.success) return [];
  const first = new Map<string, FieldProblem>();
  for (const found of result.issues) {
    const field = v.getDotPath(found) ?? '';
    if (!first.has(field)) first.set(field, { field, issue: carriedIssue(found.message) });
  }
  return [...first.values()];
}

/** The schema of a text that `validate` checks as it was typed; its issue is what is wrong with it. */
export const validatedText = (validate: (typed: string) => Issue | undefined) =>
  v.pipe(
    v.string(),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const issue = dataset.typed ? validate(dataset.value) : undefined;
      if (issue !== undefined) addIssue({ message: refuse(issue) });
    }),
  );
