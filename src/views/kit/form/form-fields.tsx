/** View helpers for forms: the props of each field, and the error panel above the fields. */
import { type Issue, getMessage } from '#domain/issue.ts';
import { refusedCharactersHint } from '#domain/safe-text.ts';
import type { FieldValue, Form, FormEvent } from '#machines/kit/form.ts';
import { ErrorPanel, Notice, PhoneLink } from '../../../ui/index.ts';

/** Options for the view of a form. */
export interface FormView<Values extends object> {
  readonly form: Form<Values>;
  readonly send: (event: FormEvent) => void;
  /** Label of each field, for the field and the error panel. */
  readonly labels: Readonly<Record<string, string>>;
  /** Error messages. */
  readonly messages: Parameters<typeof getMessage>[0];
  /** Whether the fields are disabled, as during a submission. */
  readonly disabled?: boolean;
  /** Messages that concern several fields. */
  readonly notes?: readonly string[];
}

/**
 * Returns the props of the fields of a form: `<TextField {...fields.text('username')} />`, `<Checkbox
 * {...fields.tick('terms')} />`.
 */
export function formFields<Values extends object>(view: FormView<Values>) {
  const { form, send, labels, messages, disabled, notes } = view;
  type Name = keyof Values & string;
  const sentence = (issue: Issue | undefined) => (issue === undefined ? undefined : getMessage(messages, issue));
  /** Returns the hint of an error message, if it is about characters. */
  const findHint = (name: Name) => {
    const [issue, value] = [form.errors[name], form.values[name]];
    return issue === undefined || typeof value !== 'string' ? undefined : refusedCharactersHint(issue, value);
  };
  /** Sends a changed value to the machine. */
  const onChange = (field: string) => (value: FieldValue) => send({ type: 'field.changed', field, value });
  const common = (name: string) => ({
    name,
    label: labels[name] ?? name,
    disabled,
    error: sentence(form.errors[name]),
    onChange: onChange(name),
  });
  return {
    onChange,
    /** Props of a text or select field, which is validated on blur. */
    text: <N extends Name>(name: N) => ({
      ...common(name),
      value: form.values[name],
      note: findHint(name),
      onLeave: () => send({ type: 'field.left', field: name }),
    }),
    /** Props of a checkbox. */
    tick: (name: Name) => ({ ...common(name), checked: form.values[name] === true }),
    /** Returns the error of a field or of the whole form, if it may be visible. */
    findError: (field: string) => sentence(form.errors[field]),
    /** Panel of the invalid fields, after an attempt to submit. */
    panel: (
      <ErrorPanel
        errors={form.panel.map(({ field, issue }) => ({
          field,
          label: labels[field] ?? field,
          message: getMessage(messages, issue),
        }))}
        notes={notes}
      />
    ),
  };
}

/** Return type of {@link formFields}. */
export type FormFields<Values extends object> = ReturnType<typeof formFields<Values>>;

/** Sentence with the placeholder `{phone}` for the servicer's phone number. */
export function WithPhone({ text }: { text: string }) {
  const [before, ...after] = text.split('{phone}');
  return (
    <p>
      {before}
      {after.length > 0 && <PhoneLink />}
      {after}
    </p>
  );
}

/**
 * Error that concerns the form as a whole, with the placeholder `{phone}` for the servicer's phone number. Renders
 * nothing for null.
 */
export function FormNotice({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Notice kind="error" id="notice">
      <WithPhone text={text} />
    </Notice>
  );
}
