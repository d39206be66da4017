import { Fragment, type ReactNode } from 'react';
import { FieldError, requiring } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Heading above the option, for groups with several sections. */
  heading?: ReactNode | undefined;
  /** Explanation of the option, below the label. */
  description?: ReactNode | undefined;
  /** Content at the end of the label's line, such as an amount. */
  aside?: ReactNode | undefined;
  /** Fields of this option, below it. The view decides when to pass them. */
  slot?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string> {
  name: string;
  legend: ReactNode;
  /** Hides the legend visually (if a heading above has the same text). */
  legendHidden?: boolean | undefined;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** Adds 'optional' to the legend. Other groups are marked as required for screen readers. */
  optional?: boolean | undefined;
  /** Value of the selected option, or undefined. */
  value: Value | undefined;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  onLeave?: (() => void) | undefined;
  /** `card` frames each option. `inline` places short options in one row. */
  variant?: 'plain' | 'card' | 'inline' | undefined;
}

/**
 * Radio buttons for a choice of a few options. The first option has the group's field id, so that error links focus it.
 */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const {
    name,
    legend,
    legendHidden,
    hint,
    error,
    optional,
    value,
    options,
    onChange,
    onLeave,
    variant = 'plain',
  } = props;
  const id = fieldId(name);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      className="usa-fieldset ui-fieldset ui-radio-group"
      // A fieldset's default role does not support `aria-required`.
      role="radiogroup"
      data-field={name}
      data-variant={variant}
      data-invalid={error ? true : undefined}
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
      {...requiring({ optional })}
    >
      <legend className={legendHidden ? 'ui-sr' : 'usa-legend ui-fieldset__legend'}>
        {legend} {optional ? <span className="ui-field__optional">(optional)</span> : null}
      </legend>
      {hint ? (
        <div className="usa-hint ui-field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <FieldError name={name} error={error} />
      <div className="ui-radio-group__options">
        {options.map((option, index) => {
          const optionId = index === 0 ? id : `${id}-${option.value}`;
          return (
            <Fragment key={option.value}>
              {option.heading}
              <div className="ui-radio-group__option">
                <div className="ui-choice" data-kind="radio" data-checked={option.value === value || undefined}>
                  <input
                    className="ui-choice__input"
                    type="radio"
                    id={optionId}
                    name={name}
                    value={option.value}
                    checked={option.value === value}
                    disabled={option.disabled}
                    onChange={() => onChange(option.value)}
                    onBlur={onLeave && (() => afterPress(onLeave))}
                    aria-describedby={option.description ? `${optionId}-description` : undefined}
                  />
                  <label className="ui-choice__label" htmlFor={optionId}>
                    <span>{option.label}</span>
                    {option.aside ? <span className="ui-choice__aside">{option.aside}</span> : null}
                  </label>
                  {option.description ? (
                    <div className="ui-choice__description" id={`${optionId}-description`}>
                      {option.description}
                    </div>
                  ) : null}
                </div>
                {option.slot ? <div className="ui-radio-group__slot">{option.slot}</div> : null}
              </div>
            </Fragment>
          );
        })}
      </div>
    </fieldset>
  );
}
