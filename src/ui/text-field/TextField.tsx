import { useState, type ClipboardEvent, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { normalizedText } from '#domain/typed-text.ts';
import { describing, FieldFrame, requiring, type FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';
import { useTypedValue } from '../field/typed-value.ts';

export interface TextFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  /** Called when the field loses focus, for validation and formatting. */
  onLeave?: (() => void) | undefined;
  type?: 'text' | 'email' | 'tel' | 'password' | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  /** Text before the value inside the box, such as `$`. */
  prefix?: string | undefined;
  /** Expected length of the value. All widths shrink on a narrow screen. */
  width?: 'short' | 'medium' | 'long' | 'full' | undefined;
  /** Stops typing at this many characters. Set only where the specification names an input maximum (ruling 71). */
  maxLength?: number | undefined;
  /**
   * Removes spaces and hyphens from a pasted number. Keeps a number that is too long, so that the form can reject it.
   */
  isNumber?: boolean | undefined;
  /** Hides the value until the user presses Show (Social Security numbers, passwords). */
  secret?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Detaches the field from the surrounding form, so that Enter does not submit it. */
  standsAlone?: boolean | undefined;
  /** Content beside the box, such as a button that fills it. */
  beside?: ReactNode | undefined;
}

/**
 * Inserts pasted text at the caret or replaces the selection, without the characters that count toward `maxLength` and
 * that the form removes (ruling 109). The browser inserts other text itself.
 */
function paste(
  event: ClipboardEvent<HTMLInputElement>,
  { isNumber, maxLength }: Pick<TextFieldProps, 'isNumber' | 'maxLength'>,
  onChange: (value: string) => void,
): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  const pasted = event.clipboardData.getData('text');
  const normalized = normalizedText(pasted);
  if (isNumber === true) {
    event.preventDefault();
    onChange(before + normalized.replaceAll(/[\s-]/g, '') + after);
  } else if (maxLength !== undefined && normalized !== pasted) {
    event.preventDefault();
    onChange(before + normalized.slice(0, Math.max(0, maxLength - before.length - after.length)) + after);
  }
}

/** Single-line text field. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, prefix, width = 'long', secret = false, type = 'text', ...rest } = props;
  const { inputMode, autoComplete, maxLength, isNumber = false, disabled, standsAlone, beside, ...texts } = rest;
  const [shown, setShown] = useState(false);
  const typed = useTypedValue(value, onChange);
  const id = fieldId(texts.name);
  return (
    <FieldFrame {...texts}>
      <div className="usa-input-group ui-input" data-width={width} data-disabled={disabled || undefined}>
        {prefix ? (
          <div className="usa-input-prefix ui-input__prefix" aria-hidden="true">
            {prefix}
          </div>
        ) : null}
        <input
          className="usa-input ui-input__control"
          id={id}
          name={texts.name}
          form={standsAlone ? 'none' : undefined}
          type={secret && !shown ? 'password' : type}
          inputMode={inputMode}
          autoComplete={autoComplete}
          maxLength={maxLength}
          disabled={disabled}
          value={typed.shown}
          onChange={(event) => typed.change(event.currentTarget.value)}
          onPaste={(event) => paste(event, { isNumber, maxLength }, typed.change)}
          onBlur={() => {
            typed.settle();
            if (onLeave) afterPress(onLeave);
          }}
          {...requiring(texts)}
          {...describing(texts)}
        />
        {secret ? (
          <button
            type="button"
            className="ui-input__toggle"
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {/* A page translation replaces a word beside an element, and React would then update a detached text. */}
            <span>{shown ? 'Hide' : 'Show'}</span>
            <span className="ui-sr"> {texts.label}</span>
          </button>
        ) : null}
        {beside}
      </div>
    </FieldFrame>
  );
}
