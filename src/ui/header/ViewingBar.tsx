import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';

export interface ViewingBarProps {
  /** Name of the borrower whose account the employee views. */
  children: ReactNode;
  /** Label of the button that ends the visit. */
  exitLabel: string;
  onExit: () => void;
}

/** Bar on every page while an employee views a borrower's account, with a button to exit. */
export function ViewingBar({ children, exitLabel, onExit }: ViewingBarProps) {
  return (
    <section className="ui-viewing-bar" aria-label="Account you're viewing">
      <p>
        <Icon name="person" />
        <span>{children}</span>
      </p>
      <Button variant="secondary" onClick={onExit}>
        {exitLabel}
      </Button>
    </section>
  );
}
