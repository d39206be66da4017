import { type MouseEvent, useEffect, useId } from 'react';
import { fieldId, focusField } from '../field/field-id.ts';
import { Icon } from '../icon/Icon.tsx';
import { announcedByFocus } from '../notice/announced-by-focus.ts';
import { reportErrors } from './shown-errors.ts';

/** An invalid field in the panel. */
export interface FieldProblem {
  /** Name of the field. The link moves focus to it. */
  field: string;
  /** Text of the link. */
  label: string;
  /** Error message beside the link. */
  message?: string | undefined;
}

export interface ErrorPanelProps {
  errors: readonly FieldProblem[];
  /** Messages that concern several fields, below the list. */
  notes?: readonly string[] | undefined;
  heading?: string | undefined;
}

const follow = (event: MouseEvent, field: string) => {
  // If the field does not exist, the browser follows the link, which is harmless.
  if (focusField(field)) event.preventDefault();
};

/**
 * Summary of the errors that block a form. Renders nothing without errors. While it is rendered, the document title
 * reports errors.
 */
export function ErrorPanel({
  errors,
  notes = [],
  heading = 'Review the following fields to continue:',
}: ErrorPanelProps) {
  const id = useId();
  const hasErrors = errors.length > 0;
  useEffect(() => (hasErrors ? reportErrors() : undefined), [hasErrors]);
  if (!hasErrors) return null;
  return (
    <div className="ui-error-panel" id="error-panel" {...announcedByFocus(`${id}-heading`, `${id}-problems`)}>
      <span className="ui-error-panel__mark">
        <Icon name="error" size="large" />
      </span>
      <h2 className="ui-error-panel__heading" id={`${id}-heading`}>
        {heading}
      </h2>
      <div className="ui-error-panel__problems" id={`${id}-problems`}>
        <ul className="ui-error-panel__list">
          {errors.map(({ field, label, message }) => (
            <li key={field}>
              <a href={`#${fieldId(field)}`} onClick={(event) => follow(event, field)}>
                {label}
              </a>
              {message && message !== label ? <span className="ui-error-panel__message">{message}</span> : null}
            </li>
          ))}
        </ul>
        {notes.map((note) => (
          <p className="ui-error-panel__note" key={note}>
            {note}
          </p>
        ))}
      </div>
    </div>
  );
}
