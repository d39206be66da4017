/** What every page does for the people who read it: the document's title, and focus on the one `h1` after navigation. */
import { createContext, useContext, useEffect, useRef } from 'react';

/** The name that ends every title: the servicer's. */
export const SiteName = createContext('');

/** Sets the document's title: `Schedule Payment | Make a Payment | Larkfield`. */
export function useDocumentTitle(title: string, group?: string): void {
  const site = useContext(SiteName);
  useEffect(() => {
    const parts = new Set([title, group, site].filter((part) => part !== undefined && part !== ''));
    document.title = [...parts].join(' | ');
  }, [title, group, site]);
}

/** Moves focus to the page's heading, and the page to its top, whenever `screen` changes. */
export function useFocusOnHeading(screen: string | undefined): void {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (focused.current === (screen ?? '')) return;
    focused.current = screen ?? '';
    window.scrollTo({ top: 0 });
    document.getElementById('page-title')?.focus({ preventScroll: true });
  }, [screen]);
}
