/** A form as its view shows it: the props of each field, and above them what is to be put right. */
import { type Issue, messageOf } from '#domain/issue.ts';
import type { FieldValue, Form, FormEvent } from '#machines/kit/form.ts';
import { ErrorPanel, Notice, PhoneLink } from '../../ui/index.ts';

/** How a form is shown. */
export interface FormView<Values extends object> {
  readonly form: Form<Values>;
  readonly send: (event: FormEvent) => void;
  /** What each field is called, beside it and in the error panel. */
  readonly labels: Readonly<Record<string, string>>;
  /** The sentences for what is wrong. */
  readonly messages: Parameters<typeof messageOf>[0];
  /** Whether the fields are shut: while the form is being sent. */
  readonly disabled?: boolean;
  /** What is said of several fields together. */
  readonly notes?: readonly string[];
}

/** The fields of a form: `<TextField {...fields.text('username')} />`, `<Checkbox {...fields.tick('terms')} />`. */
export function formFields<Values extends object>(view: FormView<Values>) {
  const { form, send, labels, messages, disabled, notes } = view;
  type Name = keyof Values & string;
  const sentence = (issue: Issue | undefined) => (issue === undefined ? undefined : messageOf(messages, issue));
  /** Sends what was typed, chosen or ticked. */
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
    /** A field for text or a choice from a list, which is validated when it is left. */
    text: <N extends Name>(name: N) => ({
      ...common(name),
      value: form.values[name],
      onLeave: () => send({ type: 'field.left', field: name }),
    }),
    /** A box to tick. */
    tick: (name: Name) => ({ ...common(name), checked: form.values[name] === true }),
    /** What is wrong with a field, or with the form as a whole, where that may show. */
    errorOf: (field: string) => sentence(form.errors[field]),
    /** The fields to be put right, once the form was attempted. */
    panel: (
      <ErrorPanel
        errors={form.panel.map(({ field, issue }) => ({
          field,
          label: labels[field] ?? field,
          message: messageOf(messages, issue),
        }))}
        notes={notes}
      />
    ),
  };
}

/** What {@link formFields} gives a view. */
export type FormFields<Values extends object> = ReturnType<typeof formFields<Values>>;

/** A sentence in which `{phone}` stands for the servicer's number. */
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

/** What went wrong with the form as a whole; nothing where nothing did. `{phone}` stands for the servicer's number. */
export function FormNotice({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Notice kind="error" id="notice">
      <WithPhone text={text} />
    </Notice>
  );
}
