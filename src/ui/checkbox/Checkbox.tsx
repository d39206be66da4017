import type { ReactNode } from 'react';
import { describing, FieldError } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

export interface CheckboxProps {
  name: string;
  label: ReactNode;
  /** Explanation of the option, below the label. */
  description?: ReactNode | undefined;
  error?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onLeave?: (() => void) | undefined;
  /** The indeterminate state of 'select all', when only some items are selected. */
  mixed?: boolean | undefined;
  /** Hides the label visually (for a column of checkboxes). */
  labelHidden?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Marks the box as required, for screen readers and after the label. */
  required?: boolean | undefined;
}

/** Checkbox with a label. */
export function Checkbox(props: CheckboxProps) {
  const {
    name,
    label,
    description,
    error,
    checked,
    onChange,
    onLeave,
    mixed = false,
    labelHidden,
    disabled,
    required,
  } = props;
  const id = fieldId(name);
  return (
    <div className="ui-choice-field" data-field={name} data-invalid={error ? true : undefined}>
      <FieldError name={name} error={error} />
      <div className="ui-choice" data-kind="checkbox">
        <input
          className="ui-choice__input"
          type="checkbox"
          id={id}
          name={name}
          checked={checked}
          disabled={disabled}
          aria-required={required || undefined}
          // The indeterminate state is only available as a DOM property.
          ref={(input) => {
            if (input) input.indeterminate = mixed;
          }}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onLeave && (() => afterPress(onLeave))}
          {...describing({ name, error }, description ? `${id}-description` : undefined)}
        />
        <label className={labelHidden ? 'ui-sr' : 'ui-choice__label'} htmlFor={id}>
          {required ? (
            <span>
              {label}{' '}
              <span className="ui-field__optional" aria-hidden="true">
                (required)
              </span>
            </span>
          ) : (
            label
          )}
        </label>
        {description ? (
          <div className="ui-choice__description" id={`${id}-description`}>
            {description}
          </div>
        ) : null}
      </div>
    </div>
  );
}
