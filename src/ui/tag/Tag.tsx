import type { ReactNode } from 'react';

/** Status in one or two words. The tone emphasizes the text and never replaces it. */
export function Tag({
  children,
  tone = 'neutral',
}: {
  children: ReactNode;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'error' | undefined;
}) {
  return (
    <span className="ui-tag" data-tone={tone}>
      {children}
    </span>
  );
}
