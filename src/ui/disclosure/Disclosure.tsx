import { type ReactNode, useDeferredValue } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface DisclosureProps {
  summary: ReactNode;
  /** Content at the end of the summary line. */
  aside?: ReactNode | undefined;
  children: ReactNode;
  /** `row` is for an entry of a list with a detailed summary. */
  variant?: 'plain' | 'row' | undefined;
  /** Whether the disclosure is initially open. */
  open?: boolean | undefined;
}

/**
 * Expandable details, based on the native `details`. Defers rendering of collapsed content until after visible content.
 */
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
