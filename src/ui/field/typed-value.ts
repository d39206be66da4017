import { useState } from 'react';
import { normalizedText } from '#domain/typed-text.ts';

/**
 * Shows a field's text as typed until the field is left, while the form has the normalized text (ruling 109). Replacing
 * characters at each keystroke would move the caret and interrupt input methods for other scripts.
 */
export function useTypedValue(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>();
  return {
    /** The text to show: as typed, unless the form has another text by now. */
    shown: typed !== undefined && normalizedText(typed) === value ? typed : value,
    change: (text: string) => {
      setTyped(text);
      onChange(text);
    },
    /** Shows the form's text again. */
    settle: () => setTyped(undefined),
  };
}
