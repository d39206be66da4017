import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useDocumentTitle, useFocusOnHeading } from './page.ts';

/** A page with the title of its route; focus moves to its heading whenever it opens. */
export function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  useDocumentTitle(title);
  useFocusOnHeading(pathname);
  return children;
}
