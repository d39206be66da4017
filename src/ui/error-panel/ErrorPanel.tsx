import { type MouseEvent, type Ref, useEffect } from 'react';
import { fieldId, focusField } from '../field/field-id.ts';
import { Icon } from '../icon/Icon.tsx';
import { reportErrors } from './shown-errors.ts';

/** One invalid field, as the panel lists it. */
export interface FieldProblem {
  /** The field's name; the link moves focus to it. */
  field: string;
  /** What the link reads. */
  label: string;
  /** What is wrong, beside the link. */
  message?: string | undefined;
}

export interface ErrorPanelProps {
  errors: readonly FieldProblem[];
  /** What has to be said about several fields together, below the list. */
  notes?: readonly string[] | undefined;
  heading?: string | undefined;
  /** The element, for moving focus to it; it also has the id `error-panel`. */
  ref?: Ref<HTMLDivElement> | undefined;
}

const follow = (event: MouseEvent, field: string) => {
  // Where the field is not in the page, the browser's own jump is harmless.
  if (focusField(field)) event.preventDefault();
};

/**
 * What has to be put right before a form can go on. Without problems there is no panel. The document's title says
 * that there are errors as long as there is one.
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
