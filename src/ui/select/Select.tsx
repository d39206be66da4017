import type { HTMLInputAutoCompleteAttribute } from 'react';
import { describing, FieldFrame, requiring, type FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps extends FieldTexts {
  /** Value of the selected option, or empty. */
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  onLeave?: (() => void) | undefined;
  /** Text of the empty option. If undefined, there is no empty option. */
  placeholder?: string | undefined;
  width?: 'short' | 'medium' | 'long' | 'full' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  disabled?: boolean | undefined;
}

/** Select field, based on the native control. */
export function Select(props: SelectProps) {
  const { value, options, onChange, onLeave, placeholder, width = 'long', autoComplete, disabled, ...texts } = props;
  return (
    <FieldFrame {...texts}>
      <div className="ui-select" data-width={width}>
        <select
          className="usa-input ui-select__control"
          id={fieldId(texts.name)}
          name={texts.name}
          value={value}
          autoComplete={autoComplete}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave && (() => afterPress(onLeave))}
          {...requiring(texts)}
          {...describing(texts)}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
