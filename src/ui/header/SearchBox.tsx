import { useState, type FormEvent } from 'react';
import { Icon } from '../icon/Icon.tsx';

/** Characters; the rest of a longer term would not be looked for. */
const MAX_TERM = 200;

export interface SearchBoxProps {
  id: string;
  onSearch: (term: string) => void;
  /** Stands above the box; without it, screen readers alone are told what it is for. */
  label?: string | undefined;
}

/** The site's search. Enter or the icon searches, then the box is empty again. */
export function SearchBox({ id, onSearch, label }: SearchBoxProps) {
  const [term, setTerm] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (term.trim() === '') return;
    onSearch(term.trim());
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
          maxLength={MAX_TERM}
          placeholder={label === undefined ? 'Search' : undefined}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <button type="submit" className="ui-search__button">
          <Icon name="search" />
          <span className="ui-sr">Search</span>
        </button>
      </form>
    </search>
  );
}
