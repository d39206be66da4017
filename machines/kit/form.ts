/**
 * The one form pattern. A form's values, what has been touched and what is wrong with it stand in the machine's context;
 * what is wrong is computed from a valibot schema after each event, never kept by hand. A machine declares
 *
 *     const passwords = createForm({ schema }).inMachine('form', { facts: (context: Context) => context });
 *
 * spreads `passwords.actions` and `passwords.guards` in its `setup`, and where the form is filled in it has
 *
 *     'field.changed': passwords.onChange(),
 *     'field.left': passwords.onLeave(),
 *     'submit.pressed': passwords.onSubmit({ target: 'changingPassword' }),
 */
import type * as v from 'valibot';
import { type FieldProblem, type Issue, problemsOf } from '#domain/issue.ts';

/** A field's raw value: what was typed, chosen or ticked. */
export type FieldValue = string | boolean;

/** A form as it stands in a machine's context. */
export interface Form<Values extends object> {
  readonly values: Values;
  /** The fields that were left or, for choices, changed. */
  readonly touched: readonly string[];
  /** Whether the form was sent while something was wrong with it. */
  readonly attempted: boolean;
  /** All that is wrong, shown or not, in the order of the fields. */
  readonly problems: readonly FieldProblem[];
  /** What is shown beside the fields: problems of fields that were touched, or of all once the form was attempted. */
  readonly errors: Readonly<Record<string, Issue>>;
  /** What the error panel lists: nothing until the form was attempted. */
  readonly panel: readonly FieldProblem[];
}

export interface FieldChanged {
  readonly type: 'field.changed';
  readonly field: string;
  readonly value: FieldValue;
}
export interface FieldLeft {
  readonly type: 'field.left';
  readonly field: string;
}
/** What a person does with the fields of a form. */
export type FormEvent = FieldChanged | FieldLeft;

/** What makes a form the form it is. */
export interface FormDefinition<Values extends object, Facts> {
  /** The schema for these facts; it may look at the values to leave out what is hidden. */
  readonly schema: (facts: Facts, values: Values) => v.GenericSchema;
  /** How a value is written once its field was left: an amount with two decimals, for example. */
  readonly normalize?: (field: string, value: FieldValue, values: Values) => FieldValue;
  /** What else changes when a field changes: an option that clears the amount beside it, for example. */
  readonly deriveOnChange?: (field: string, values: Values, before: Values, facts: Facts) => Values;
  /** Fields whose errors do not wait for a second look, such as ticks and choices. */
  readonly validateOnChange?: (field: string) => boolean;
}

const touch = (touched: readonly string[], field: string) => (touched.includes(field) ? touched : [...touched, field]);

export function formRules<Values extends object, Facts>(definition: FormDefinition<Values, Facts>) {
  type Kept = Pick<Form<Values>, 'values' | 'touched' | 'attempted'>;

  function validated({ values, touched, attempted }: Kept, facts: Facts): Form<Values> {
    const problems = problemsOf(definition.schema(facts, values), values);
    const shown = problems.filter(({ field }) => attempted || touched.includes(field));
    return {
      values,
      touched,
      attempted,
      problems,
      errors: Object.fromEntries(shown.map(({ field, issue }) => [field, issue])),
      panel: attempted ? problems : [],
    };
  }

  return {
    /** The form with these values, nothing touched yet. */
    start: (values: Values, facts: Facts): Form<Values> => validated({ values, touched: [], attempted: false }, facts),

    /**
     * A value was typed, chosen or ticked. An error that was shown stays or goes as the value deserves. A field that
     * the form does not have changes nothing.
     */
    changed(form: Form<Values>, { field, value }: FieldChanged, facts: Facts): Form<Values> {
      if (!Object.hasOwn(form.values, field)) return form;
      const typed = { ...form.values, [field]: value };
      const values = definition.deriveOnChange?.(field, typed, form.values, facts) ?? typed;
      const cleared = Object.keys(values).filter(
        (name) => name !== field && Reflect.get(values, name) !== Reflect.get(form.values, name),
      );
      const kept = form.touched.filter((name) => !cleared.includes(name));
      const touched = definition.validateOnChange?.(field) === true ? touch(kept, field) : kept;
      return validated({ values, touched, attempted: form.attempted }, facts);
    },

    /** A field was left: its value is normalized and its error, if any, shows from now on. */
    left(form: Form<Values>, { field }: FieldLeft, facts: Facts): Form<Values> {
      if (!Object.hasOwn(form.values, field)) return form;
      const value: unknown = Reflect.get(form.values, field);
      const normalized =
        typeof value === 'string' || typeof value === 'boolean'
          ? definition.normalize?.(field, value, form.values)
          : undefined;
      const values = normalized === undefined ? form.values : { ...form.values, [field]: normalized };
      return validated({ values, touched: touch(form.touched, field), attempted: form.attempted }, facts);
    },

    /** The same form with these values, validated against facts that may have changed. */
    revalidated: (form: Form<Values>, values: Values, facts: Facts): Form<Values> =>
      validated({ ...form, values }, facts),

    /** The form was sent while something was wrong: every error shows, and the panel lists them. */
    attempted: (form: Form<Values>, facts: Facts): Form<Values> => validated({ ...form, attempted: true }, facts),

    /** Whether nothing is wrong. */
    isComplete: (form: Form<Values>): boolean => form.problems.length === 0,
  };
}

/** What may be done with a form, wherever it stands. */
export type FormRules<Values extends object, Facts> = ReturnType<typeof formRules<Values, Facts>>;

/** Whether something stands in the form that did not stand in it at first. */
export const isChanged = <Values extends object>({ values }: Form<Values>, atFirst: Values): boolean =>
  Object.entries(atFirst).some(([field, value]) => Reflect.get(values, field) !== value);
