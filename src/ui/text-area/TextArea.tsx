import { describing, FieldFrame, requiring, type FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

export interface TextAreaProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  onLeave?: (() => void) | undefined;
  rows?: number | undefined;
}

/** Multiline text field. */
export function TextArea({ value, onChange, onLeave, rows = 6, ...texts }: TextAreaProps) {
  return (
    <FieldFrame {...texts}>
      <textarea
        className="usa-input ui-textarea"
        id={fieldId(texts.name)}
        name={texts.name}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave && (() => afterPress(onLeave))}
        {...requiring(texts)}
        {...describing(texts)}
      />
    </FieldFrame>
  );
}
