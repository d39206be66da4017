import type { ReactNode } from 'react';

/** A status in a word or two; the tone supports the word and never replaces it. */
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
