import { type MouseEvent, type Ref, useEffect } from 'react';
import { fieldId, focusField } from '../field/field-id.ts';
import { Icon } from '../icon/Icon.tsx';
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
  /** Ref for moving focus to the panel, which also has the id `error-panel`. */
  ref?: Ref<HTMLDivElement> | undefined;
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
  ref,
}: ErrorPanelProps) {
  const hasErrors = errors.length > 0;
  useEffect(() => (hasErrors ? reportErrors() : undefined), [hasErrors]);
  if (!hasErrors) return null;
  return (
    <div className="ui-error-panel" id="error-panel" role="alert" tabIndex={-1} ref={ref}>
      <span className="ui-error-panel__mark">
        <Icon name="error" size="large" />
      </span>
      <h2 className="ui-error-panel__heading">{heading}</h2>
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
  );
}
