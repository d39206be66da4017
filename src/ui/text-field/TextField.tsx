import { useState, type ClipboardEvent, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { describing, FieldFrame, requiring, type FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

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

/** Inserts the pasted number at the caret or replaces the selection. */
function pasteNumber(event: ClipboardEvent<HTMLInputElement>, onChange: (value: string) => void): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  const pasted = event.clipboardData.getData('text').replaceAll(/[\s-]/g, '');
  event.preventDefault();
  onChange(before + pasted + after);
}

/** Single-line text field. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, prefix, width = 'long', secret = false, type = 'text', ...rest } = props;
  const { inputMode, autoComplete, maxLength, isNumber = false, disabled, standsAlone, beside, ...texts } = rest;
  const [shown, setShown] = useState(false);
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
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onPaste={isNumber ? (event) => pasteNumber(event, onChange) : undefined}
          onBlur={onLeave && (() => afterPress(onLeave))}
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
            {shown ? 'Hide' : 'Show'}
            <span className="ui-sr"> {texts.label}</span>
          </button>
        ) : null}
        {beside}
      </div>
    </FieldFrame>
  );
}
