import { useState, type FormEvent } from 'react';
import { Icon } from '../icon/Icon.tsx';

/** Characters; the rest of a longer term would not be looked for. */
const MAX_TERM = 200;

/** The site's search. Enter or the icon searches, then the box is empty again. */
export function SearchBox({ id, onSearch }: { id: string; onSearch: (term: string) => void }) {
  const [term, setTerm] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (term.trim() === '') return;
    onSearch(term.trim());
    setTerm('');
  };
  return (
    <search>
      <form className="ui-search" onSubmit={submit}>
        <label className="ui-sr" htmlFor={id}>
          Search this site
        </label>
        <input
          className="ui-search__input"
          id={id}
          type="search"
          maxLength={MAX_TERM}
          placeholder="Search"
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
