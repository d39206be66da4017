import { createContext, useContext } from 'react';
import { SearchBox } from '../header/SearchBox.tsx';

/** Looks for a term on the site. The app hands it in; undefined where the site cannot be searched, as by payers. */
export const SearchSite = createContext<((term: string) => void) | undefined>(undefined);

/** The site's search as a part of a page, with its label to be seen; nothing where the site cannot be searched. */
export function SiteSearch({ id, label }: { id: string; label: string }) {
  const search = useContext(SearchSite);
  return search === undefined ? null : <SearchBox id={id} label={label} onSearch={search} />;
}
