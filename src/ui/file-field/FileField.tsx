import { useEffect, useRef } from 'react';
import { FieldFrame, type FieldTexts, describing, requiring } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';

export interface FileFieldProps extends FieldTexts {
  /** The name of the chosen file; empty while none is chosen. */
  value: string;
  /** What the chooser offers: `.pdf,.jpg`. */
  accept: string;
  /** A file was chosen; null where the choice was taken back. */
  onChoose: (file: File | null) => void;
  disabled?: boolean | undefined;
}

/** A chooser of one file, on the native control, which says itself which file is chosen. */
export function FileField({ value, accept, onChoose, disabled, ...texts }: FileFieldProps) {
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What is cleared elsewhere can be chosen again: the control would take the same file for no change.
    if (value === '' && control.current !== null) control.current.value = '';
  }, [value]);
  return (
    <FieldFrame {...texts}>
      <input
        ref={control}
        className="usa-input ui-file-field"
        type="file"
        id={fieldId(texts.name)}
        name={texts.name}
        accept={accept}
        disabled={disabled}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
        {...requiring(texts)}
        {...describing(texts)}
      />
    </FieldFrame>
  );
}
