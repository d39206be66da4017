import type { ReactNode } from 'react';

/** Things below each other, evenly spaced. */
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
