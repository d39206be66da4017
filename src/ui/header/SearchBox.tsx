import { useState, type FormEvent } from 'react';
import { Icon } from '../icon/Icon.tsx';

/** Maximum length of a search term on the server. */
const LONGEST_TERM = 200;

const TOO_LONG = `Search for up to ${LONGEST_TERM} characters. Example: change my due date.`;

export interface SearchBoxProps {
  id: string;
  onSearch: (term: string) => void;
  /** Visible label above the box. Without it, the label is for screen readers only. */
  label?: string | undefined;
}

/** Site search. Enter or the icon starts the search and clears the box. A term that is too long stays in the box. */
export function SearchBox({ id, onSearch, label }: SearchBoxProps) {
  const [term, setTerm] = useState('');
  const [isTooLong, setTooLong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const requested = term.trim();
    setTooLong(requested.length > LONGEST_TERM);
    if (requested === '' || requested.length > LONGEST_TERM) return;
    onSearch(requested);
    setTerm('');
  };
  return (
    <search>
      <form className="ui-search" data-labelled={label !== undefined || undefined} onSubmit={submit}>
        <label className={label === undefined ? 'ui-sr' : 'ui-search__label'} htmlFor={id}>
          {label ?? 'Search this site'}
        </label>
        <input
          className="ui-search__input"
          id={id}
          type="search"
          placeholder={label === undefined ? 'Search' : undefined}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-error` : undefined}
        />
        <button type="submit" className="ui-search__button">
          <Icon name="search" />
          <span className="ui-sr">Search</span>
        </button>
        {isTooLong ? (
          <p className="ui-search__error" id={`${id}-error`} role="alert">
            {TOO_LONG}
          </p>
        ) : null}
      </form>
    </search>
  );
}
