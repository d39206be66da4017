import { useState, type ClipboardEvent, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { describing, FieldFrame, requiring, type FieldTexts } from '../field/FieldFrame.tsx';
import { fieldId } from '../field/field-id.ts';
import { afterPress } from '../field/leave.ts';

export interface TextFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  /** The person left the field: the time to validate and to format. */
  onLeave?: (() => void) | undefined;
  type?: 'text' | 'email' | 'tel' | 'password' | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  /** What stands before the value inside the box, such as `$`. */
  prefix?: string | undefined;
  /** How long an answer the box expects; every width gives way on a narrow screen. */
  width?: 'short' | 'medium' | 'long' | 'full' | undefined;
  /** Stops typing at this many characters. Set only where the specification names an input maximum (ruling 71). */
  maxLength?: number | undefined;
  /** Removes spaces and hyphens from a pasted number. A number that is too long stays, so that the form can refuse it. */
  isNumber?: boolean | undefined;
  /** The value is hidden until the person asks to see it (Social Security numbers, passwords). */
  secret?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Belongs to no form, though it stands in one: Enter sends nothing. */
  standsAlone?: boolean | undefined;
  /** What stands beside the box: a button that helps to fill it. */
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

/** One line of text. */
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
