/**
 * Issues: the results of validation rules. An issue is a stable code with parameters, never a sentence. The
 * `messages.ts` next to each rule maps its codes to sentences.
 */
import * as v from 'valibot';

/**
 * A validation error or warning. `code` names the rule; the other properties are its parameters (cents, plain dates,
 * counts).
 */
export interface Issue {
  readonly code: string;
  readonly [parameter: string]: string | number | boolean;
}

/** The issues with these codes and without parameters. */
export type PlainIssue<Code extends string> = Code extends string ? { code: Code } : never;

/** An issue with a form field. `field` is the dotted path of the value. */
export interface FieldProblem<V extends Issue = Issue> {
  readonly field: string;
  readonly issue: V;
}

/** The sentences of an area: one function for each issue code. */
export type Messages<V extends Issue> = { readonly [C in V['code']]: (issue: Extract<V, { code: C }>) => string };

type AnyMessages = Readonly<Record<string, (issue: never) => string>>;

/** Returns the sentence for an issue, or the issue's code if `messages` has no entry for it. */
export function getMessage(messages: AnyMessages, issue: Issue): string {
  const write: unknown = Reflect.get(messages, issue.code);
  return typeof write === 'function' ? String(write(issue)) : issue.code;
}

/** Serializes an issue to a string, because valibot issues hold only text. {@link findProblems} parses it again. */
export const refuse = (issue: Issue): string => JSON.stringify(issue);

const Carried = v.pipe(
  v.string(),
  v.parseJson(),
  v.objectWithRest({ code: v.string() }, v.union([v.string(), v.number(), v.boolean()])),
);

/** The code of a value with the wrong type, if its schema defines no issue for that case. */
export const SHAPE_CODE = 'shape.wrong';

function carriedIssue(message: string): Issue {
  const carried = v.safeParse(Carried, message);
  return carried.success ? carried.output : { code: SHAPE_CODE, detail: message };
}

/** Validates `values` and returns at most one problem for each field, in the order of the schema. */
export function findProblems(schema: v.GenericSchema, values: unknown): FieldProblem[] {
  const result = v.safeParse(schema, values);
  if (result.success) return [];
  const first = new Map<string, FieldProblem>();
  for (const found of result.issues) {
    const field = v.getDotPath(found) ?? '';
    if (!first.has(field)) first.set(field, { field, issue: carriedIssue(found.message) });
  }
  return [...first.values()];
}

/** Creates a schema for a text field that reports the issue returned by `validate`. */
export const validatedText = (validate: (typed: string) => Issue | undefined) =>
  v.pipe(
    v.string(),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const issue = dataset.typed ? validate(dataset.value) : undefined;
      if (issue !== undefined) addIssue({ message: refuse(issue) });
    }),
  );
