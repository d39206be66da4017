import type { ReactNode } from 'react';

/** Vertical stack with even spacing. */
export function Stack({
  children,
  gap = 'medium',
}: {
  children: ReactNode;
  gap?: 'small' | 'medium' | 'large' | undefined;
}) {
  return (
    <div className="ui-stack" data-gap={gap}>
      {children}
    </div>
  );
}
