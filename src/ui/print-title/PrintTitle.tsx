import { useEffect } from 'react';

/** The title of the page on paper, in place of the heading on the screen; a saved file is named after it. */
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
