import { useEffect, useRef } from 'react';
import { FieldFrame, type FieldTexts, describing, requiring } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';

export interface FileFieldProps extends FieldTexts {
  /** Name of the selected file, or empty. */
  value: string;
  /** File types of the native file picker: `.pdf,.jpg`. */
  accept: string;
  /** Called with the selected file, or with null if the selection was cleared. */
  onChoose: (file: File | null) => void;
  disabled?: boolean | undefined;
}

/** File input for one file, based on the native control, which displays the file's name. */
export function FileField({ value, accept, onChoose, disabled, ...texts }: FileFieldProps) {
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Clears the native control together with the value. Otherwise it would fire no change event for the same file.
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
