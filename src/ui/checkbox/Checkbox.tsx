import type { ReactNode } from 'react';
import { describing, FieldError } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

export interface CheckboxProps {
  name: string;
  label: ReactNode;
  /** What ticking means, under the label. */
  description?: ReactNode | undefined;
  error?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onLeave?: (() => void) | undefined;
  /** Some, but not all, of what it stands for is ticked ('select all'). */
  mixed?: boolean | undefined;
  /** The label is for screen readers only (a column of checkboxes). */
  labelHidden?: boolean | undefined;
  disabled?: boolean | undefined;
  /** It must be ticked, which is told to a screen reader and stands after the label. */
  required?: boolean | undefined;
}

/** One box to tick. */
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
          // The mixed state exists only as a property of the element.
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
