import type { ReactNode } from 'react';

/** Things beside each other, as many as fit; below each other on a narrow screen. `fields` are a form's short fields. */
export function Columns({ children, of = 'cards' }: { children: ReactNode; of?: 'cards' | 'fields' | undefined }) {
  return (
    <div className="ui-columns" data-of={of}>
      {children}
    </div>
  );
}
