import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface EmptyStateProps {
  children: ReactNode;
  icon?: string | undefined;
  action?: ReactNode | undefined;
}

/** Message for an empty list that is not an error. */
export function EmptyState({ children, icon = 'inbox', action }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <span className="ui-empty__mark">
        <Icon name={icon} size="large" />
      </span>
      <div className="ui-empty__text">{children}</div>
      {action}
    </div>
  );
}
