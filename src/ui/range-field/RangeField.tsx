import { fieldId } from '../field/field-id.ts';

export interface RangeFieldProps {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** How a value reads: `$42,000`. */
  readonly format: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** A slider, on the native control: quick to change, where a text field beside it takes any exact value. */
export function RangeField({ name, label, min, max, step, value, format, onChange }: RangeFieldProps) {
  const id = fieldId(name);
  return (
    <div className="ui-range" data-field={name}>
      <label className="usa-label ui-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        className="ui-range__control"
        type="range"
        form="none"
        {...{ id, name, min, max, step, value }}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <div className="ui-range__ends" aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
