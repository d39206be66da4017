import { useEffect } from 'react';

/** Title that replaces the page heading in print. It is also the file name when the user saves the page as PDF. */
export function PrintTitle({ children }: { children: string }) {
  useEffect(() => {
    let shown = document.title;
    const before = () => {
      shown = document.title;
      document.title = children;
    };
    const after = () => {
      document.title = shown;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [children]);
  return (
    <p className="ui-print-title" aria-hidden="true">
      {children}
    </p>
  );
}
