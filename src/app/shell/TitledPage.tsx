import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useDocumentTitle, useFocusOnHeading } from './page.ts';

/** A page that has the title of its address; focus goes to its heading whenever it is opened. */
export function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  useDocumentTitle(title);
  useFocusOnHeading(pathname);
  return children;
}
