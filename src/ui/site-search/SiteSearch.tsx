import { createContext, useContext } from 'react';
import { SearchBox } from '../header/SearchBox.tsx';

/**
 * Context with the function that searches the site. The app provides it; undefined if search is unavailable, as for
 * payers.
 */
export const SearchSite = createContext<((term: string) => void) | undefined>(undefined);

/** Site search in page content, with a visible label. Renders nothing if search is unavailable. */
export function SiteSearch({ id, label }: { id: string; label: string }) {
  const search = useContext(SearchSite);
  return search === undefined ? null : <SearchBox id={id} label={label} onSearch={search} />;
}
