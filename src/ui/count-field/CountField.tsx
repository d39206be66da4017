import type { FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { TextField } from '../text-field/TextField.tsx';

export interface CountFieldProps extends FieldTexts {
  /** As typed. */
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: string) => void;
  readonly onLeave?: (() => void) | undefined;
  /** The accessible names of the buttons: `One person less`, `One person more`. */
  readonly less: string;
  readonly more: string;
}

/** A small whole number: typed, or changed by one with the buttons beside it. It belongs to no form. */
export function CountField({ value, min, max, onChange, onLeave, less, more, ...texts }: CountFieldProps) {
  const typed = value.trim() === '' ? Number.NaN : Number(value);
  const count = Number.isNaN(typed) ? min : typed;
  const buttonBy = (by: 1 | -1, sign: string, text: string) => {
    const next = Math.min(max, Math.max(min, Math.round(count) + by));
    return (
      <button
        type="button"
        className="ui-input__toggle"
        aria-controls={fieldId(texts.name)}
        aria-label={text}
        // The button stays enabled at the limit, because a disabled button would lose focus.
        aria-disabled={next === typed || undefined}
        onClick={() => onChange(String(next))}
      >
        <span aria-hidden="true">{sign}</span>
      </button>
    );
  };
  return (
    <TextField
      {...texts}
      {...{ value, onChange, onLeave }}
      inputMode="numeric"
      autoComplete="off"
      width="short"
      standsAlone
      beside={
        <>
          {buttonBy(-1, '−', less)}
          {buttonBy(1, '+', more)}
        </>
      }
    />
  );
}
