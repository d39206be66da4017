import type { ReactNode } from 'react';

/**
 * As many columns as fit, or one on a narrow screen. `texts` share the whole width even if there are only a few.
 * `fields` is for the short fields of a form.
 */
export function Columns({
  children,
  of = 'cards',
}: {
  children: ReactNode;
  of?: 'cards' | 'texts' | 'fields' | undefined;
}) {
  return (
    <div className="ui-columns" data-of={of}>
      {children}
    </div>
  );
}
