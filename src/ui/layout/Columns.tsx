import type { ReactNode } from 'react';

/** Things beside each other, as many as fit; below each other on a narrow screen. `texts` share the whole width, however few there are; `fields` are a form's short fields. */
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
