import type { HTMLInputAutoCompleteAttribute } from 'react';
import { describing, FieldFrame, requiring, type FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';
import { useTypedValue } from '../field/typed-value.ts';

export interface TextAreaProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  onLeave?: (() => void) | undefined;
  rows?: number | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  disabled?: boolean | undefined;
}

/** Multiline text field. */
export function TextArea(props: TextAreaProps) {
  const { value, onChange, onLeave, rows = 6, autoComplete, disabled, ...texts } = props;
  const typed = useTypedValue(value, onChange);
  return (
    <FieldFrame {...texts}>
      <textarea
        className="usa-input ui-textarea"
        id={fieldId(texts.name)}
        name={texts.name}
        rows={rows}
        autoComplete={autoComplete}
        disabled={disabled}
        value={typed.shown}
        onChange={(event) => typed.change(event.currentTarget.value)}
        onBlur={() => {
          typed.settle();
          if (onLeave) afterPress(onLeave);
        }}
        {...requiring(texts)}
        {...describing(texts)}
      />
    </FieldFrame>
  );
}
