import type { ReactNode } from 'react';
import { describing, FieldError } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';

export interface FieldsetProps {
  /** The name makes the group a target for error links. */
  name: string;
  legend: ReactNode;
  /** Hides the legend visually (if a heading above has the same text). */
  legendHidden?: boolean | undefined;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** Group of related fields with one legend and one error message. */
export function Fieldset({ name, legend, legendHidden, hint, error, children }: FieldsetProps) {
  const id = fieldId(name);
  return (
    <fieldset
      className="usa-fieldset ui-fieldset"
      id={id}
      tabIndex={-1}
      data-field={name}
      data-invalid={error ? true : undefined}
      aria-describedby={describing({ name, hint, error })['aria-describedby']}
    >
      <legend className={legendHidden ? 'ui-sr' : 'usa-legend ui-fieldset__legend'}>{legend}</legend>
      {hint ? (
        <div className="usa-hint ui-field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <FieldError name={name} error={error} />
      <div className="ui-fieldset__fields">{children}</div>
    </fieldset>
  );
}
