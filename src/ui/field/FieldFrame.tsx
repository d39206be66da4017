import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { fieldId } from './field-id.ts';

/** The texts around the control of a field. */
export interface FieldTexts {
  /** Name of the field in the form. Its ids are derived from it. */
  name: string;
  label: ReactNode;
  /** Help text below the label. */
  hint?: ReactNode | undefined;
  /** Error message with an icon, above the control. */
  error?: string | undefined;
  /** Warning that does not block the form, announced politely below the control. */
  warning?: ReactNode | undefined;
  /** Information about the value (a bank's name, the input maximum), announced politely below the control. */
  note?: ReactNode | undefined;
  /** Adds 'optional' to the label. */
  optional?: boolean | undefined;
  /** Whether the field is required, for screen readers. Defaults to true unless the field is `optional`. */
  required?: boolean | undefined;
}

/**
 * Returns the attribute that marks a field as required for screen readers. Visually, only optional fields are marked.
 */
export const requiring = ({ optional = false, required = !optional }: Pick<FieldTexts, 'optional' | 'required'>) => ({
  'aria-required': required || undefined,
});

/** Returns the ARIA attributes that link a control to its hint, error and warning. */
export function describing({ name, hint, error, warning, note }: Omit<FieldTexts, 'label'>, own?: string) {
  const id = fieldId(name);
  const parts = [own, hint && `${id}-hint`, error && `${id}-error`, (warning || note) && `${id}-note`].filter(Boolean);
  return {
    'aria-describedby': parts.length > 0 ? parts.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

/** Error message of a field, with an icon so that color is not the only cue. */
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

/** Polite live region below a control. It is always rendered, so that screen readers announce its changes. */
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
