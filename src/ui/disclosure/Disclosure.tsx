import { type ReactNode, useDeferredValue } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface DisclosureProps {
  summary: ReactNode;
  /** What stands at the end of the summary's line. */
  aside?: ReactNode | undefined;
  children: ReactNode;
  /** `row` is one of many: its summary says all that a list of them has to. */
  variant?: 'plain' | 'row' | undefined;
  /** Whether it starts open. */
  open?: boolean | undefined;
}

/** More for those who want it, on the native `details`. What is folded is drawn after what is in sight. */
export function Disclosure({ summary, aside, children, variant = 'plain', open }: DisclosureProps) {
  const isDrawn = useDeferredValue(true, open === true);
  return (
    <details className="ui-disclosure" data-variant={variant} open={open}>
      <summary>
        <Icon name="chevron-right" />
        <span className="ui-disclosure__summary">{summary}</span>
        {aside ? <span className="ui-disclosure__aside">{aside}</span> : null}
      </summary>
      <div className="ui-disclosure__body">{isDrawn && children}</div>
    </details>
  );
}
