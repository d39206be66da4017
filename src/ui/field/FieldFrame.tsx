import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { fieldId } from './field-id.ts';

/** What every field has around its control. */
export interface FieldTexts {
  /** The field's name in the form; its ids are derived from it. */
  name: string;
  label: ReactNode;
  /** Help that stands under the label. */
  hint?: ReactNode | undefined;
  /** The message of an invalid field; stands above the control with an icon. */
  error?: string | undefined;
  /** A warning that does not stop anybody; announced politely under the control. */
  warning?: ReactNode | undefined;
  /** A fact about what was entered (a bank's name, a limit reached); announced politely under the control. */
  note?: ReactNode | undefined;
  /** Says 'optional' after the label. */
  optional?: boolean | undefined;
  /** Whether it must be filled in, which is told to a screen reader. Fields are, unless they are `optional`. */
  required?: boolean | undefined;
}

/** Tells that a field must be filled in. Who sees finds what need not be marked as optional. */
export const requiring = ({ optional = false, required = !optional }: Pick<FieldTexts, 'optional' | 'required'>) => ({
  'aria-required': required || undefined,
});

/** The ARIA attributes that tie a control to its hint, error and warning. */
export function describing({ name, hint, error, warning, note }: Omit<FieldTexts, 'label'>, own?: string) {
  const id = fieldId(name);
  const parts = [own, hint && `${id}-hint`, error && `${id}-error`, (warning || note) && `${id}-note`].filter(Boolean);
  return {
    'aria-describedby': parts.length > 0 ? parts.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

/** A field's message, with an icon so that colour is not its only sign. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="usa-error-message ui-field__error" id={`${fieldId(name)}-error`}>
      <Icon name="error" />
      <span>
        <span className="ui-sr">Error: </span>
        {error}
      </span>
    </p>
  );
}

/** Label, hint and error above a control, warnings below it. */
export function FieldFrame({ children, ...texts }: FieldTexts & { children: ReactNode }) {
  const { name, label, hint, error, warning, note, optional } = texts;
  const id = fieldId(name);
  return (
    <div className="usa-form-group ui-field" data-field={name} data-invalid={error ? true : undefined}>
      <label className="usa-label ui-field__label" htmlFor={id}>
        {label}
        {optional ? <span className="ui-field__optional"> (optional)</span> : null}
      </label>
      {hint ? (
        <div className="usa-hint ui-field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <FieldError name={name} error={error} />
      {children}
      <FieldRemark name={name} warning={warning} note={note} />
    </div>
  );
}

/** The polite place under a control. It stays in the page while empty, so that what appears in it is announced. */
function FieldRemark({ name, warning, note }: Pick<FieldTexts, 'name' | 'warning' | 'note'>) {
  return (
    <div className="ui-field__remarks" id={`${fieldId(name)}-note`} aria-live="polite">
      {warning ? (
        <p className="ui-field__warning">
          <Icon name="warning" />
          <span>{warning}</span>
        </p>
      ) : null}
      {note ? <p className="ui-field__note">{note}</p> : null}
    </div>
  );
}
