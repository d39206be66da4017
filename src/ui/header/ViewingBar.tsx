import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';

export interface ViewingBarProps {
  /** Says whose account an employee is viewing. */
  children: ReactNode;
  /** Label of the button that ends the visit. */
  exitLabel: string;
  onExit: () => void;
}

/** The bar of an employee who views a borrower's account. It stands out on every page and has the way out. */
export function ViewingBar({ children, exitLabel, onExit }: ViewingBarProps) {
  return (
    <section className="ui-viewing-bar" aria-label="Account you are viewing">
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
