/**
 * Form pattern used by all forms. A form's values, touched fields and problems are in the machine's context. The
 * problems are derived from a Valibot schema after each event. A machine declares
 *
 * const passwords = createForm({ schema }).inMachine('form', { facts: (context: Context) => context });
 *
 * spreads `passwords.actions` and `passwords.guards` into its `setup`, and handles the form's events in a state:
 *
 * 'field.changed': passwords.onChange(),
 * 'field.left': passwords.onLeave(),
 * 'submit.pressed': passwords.onSubmit({ target: 'changingPassword' }),
 */
import type * as v from 'valibot';
import { type FieldProblem, type Issue, findProblems } from '#domain/issue.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { normalizedField, normalizedValues } from '#domain/typed-text.ts';

/** Raw value of a field: typed, selected or checked. */
export type FieldValue = string | boolean;

/** Form in a machine's context. */
export interface Form<Values extends object> {
  readonly values: Values;
  /** Fields that the person has left or, for selections, changed. */
  readonly touched: readonly string[];
  /** Whether the person tried to submit the form with errors, and has not corrected all of them since. */
  readonly attempted: boolean;
  /** All problems, shown or not, in the order of the fields. */
  readonly problems: readonly FieldProblem[];
  /** Errors shown beside the fields: those of touched fields, or all of them during an attempt to submit. */
  readonly errors: Readonly<Record<string, Issue>>;
  /** Contents of the error panel; empty but for an attempt to submit. */
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
/** Events of a form's fields. */
export type FormEvent = FieldChanged | FieldLeft;

export interface FormDefinition<Values extends object, Data> {
  /** Returns the schema for these facts. It can depend on the values, to skip hidden fields. */
  readonly schema: (facts: Data, values: Values) => v.GenericSchema;
  /** Formats a value when its field is left, for example an amount with two decimals. */
  readonly normalize?: (field: string, value: FieldValue, values: Values) => FieldValue;
  /** Returns the values with dependent fields updated, for example an option that clears the amount beside it. */
  readonly deriveOnChange?: (field: string, values: Values, before: Values, facts: Data) => Values;
  /** Fields that a draft never contains, such as passwords and the consent to terms. */
  readonly notStored?: readonly (keyof Values & string)[];
  /** Returns true for fields that are validated on change, such as checkboxes and selections. */
  readonly validateOnChange?: (field: string) => boolean;
}

/** The part of a form that a draft stores. */
export type Typed = Pick<FormDraft, 'typed' | 'leftOut'>;

const touch = (touched: readonly string[], field: string) => (touched.includes(field) ? touched : [...touched, field]);

export function formRules<Values extends object, Data>(definition: FormDefinition<Values, Data>) {
  type Stored = Pick<Form<Values>, 'values' | 'touched' | 'attempted'>;

  /** Returns true if a draft may contain the value of a field. */
  const isStored = (field: string): boolean => !definition.notStored?.some((name) => name === field);

  /**
   * Returns the form with the problems of its values. An attempt ends once no problem is left: otherwise a later change would
   * bring back the panel without moving focus to it.
   */
  function validated({ values, ...rest }: Stored, facts: Data): Form<Values> {
    const typed = normalizedValues(values);
    const problems = findProblems(definition.schema(facts, typed), typed);
    const attempted = rest.attempted && problems.length > 0;
    const touched = attempted === rest.attempted ? rest.touched : Object.keys(values);
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
    /** Returns a form with these values and no touched fields. */
    start: (values: Values, facts: Data): Form<Values> => validated({ values, touched: [], attempted: false }, facts),

    /** Returns the part of the form that a draft stores: the values that differ from the starting values. */
    typed({ values }: Form<Values>, atFirst: Values): Typed {
      const changed = Object.entries(values).filter(([field, value]) => Reflect.get(atFirst, field) !== value);
      return {
        typed: Object.fromEntries(changed.filter(([field]) => isStored(field))),
        leftOut: changed.flatMap(([field, value]) => (typeof value === 'string' && !isStored(field) ? [field] : [])),
      };
    },

    /** Returns the starting values, overridden by a draft's values for fields that the form has. */
    restored: (atFirst: Values, draft: Pick<FormDraft, 'typed'> | null): Values => ({
      ...atFirst,
      ...Object.fromEntries(
        Object.entries(draft?.typed ?? {}).filter(
          ([field, value]) => typeof value === typeof Reflect.get(atFirst, field),
        ),
      ),
    }),

    /**
     * Returns the form after a change, with normalized text (ruling 109). The error of a touched field is updated;
     * unknown fields are ignored.
     */
    changed(form: Form<Values>, { field, value }: FieldChanged, facts: Data): Form<Values> {
      if (!Object.hasOwn(form.values, field)) return form;
      const typed = { ...form.values, [field]: normalizedField(field, value) };
      const values = definition.deriveOnChange?.(field, typed, form.values, facts) ?? typed;
      const cleared = Object.keys(values).filter(
        (name) => name !== field && Reflect.get(values, name) !== Reflect.get(form.values, name),
      );
      const rest = form.touched.filter((name) => !cleared.includes(name));
      const touched = definition.validateOnChange?.(field) === true ? touch(rest, field) : rest;
      return validated({ values, touched, attempted: form.attempted }, facts);
    },

    /** Returns the form after a field was left: normalizes its value and shows its error. */
    left(form: Form<Values>, { field }: FieldLeft, facts: Data): Form<Values> {
      if (!Object.hasOwn(form.values, field)) return form;
      const typed = normalizedValues(form.values);
      const value: unknown = Reflect.get(typed, field);
      const normalized =
        typeof value === 'string' || typeof value === 'boolean'
          ? definition.normalize?.(field, value, typed)
          : undefined;
      const values = normalized === undefined ? typed : { ...typed, [field]: normalized };
      return validated({ values, touched: touch(form.touched, field), attempted: form.attempted }, facts);
    },

    /** Returns the form with these values, validated against new facts. */
    revalidated: (form: Form<Values>, values: Values, facts: Data): Form<Values> =>
      validated({ ...form, values }, facts),

    /** Returns the form after an attempt to submit it with errors: all errors are shown, and the panel lists them. */
    attempted: (form: Form<Values>, facts: Data): Form<Values> => validated({ ...form, attempted: true }, facts),

    /** Returns the form as before an attempt to submit it: without a panel. The errors stay beside their fields. */
    withoutPanel: (form: Form<Values>, facts: Data): Form<Values> => {
      const touched = form.attempted ? Object.keys(form.values) : form.touched;
      return validated({ values: form.values, touched, attempted: false }, facts);
    },

    /** Returns true if the form has no problems. */
    isComplete: (form: Form<Values>): boolean => form.problems.length === 0,
  };
}

/** Operations on a form. */
export type FormRules<Values extends object, Data> = ReturnType<typeof formRules<Values, Data>>;
