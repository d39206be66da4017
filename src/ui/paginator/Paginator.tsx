import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

export type PaginatorProps = {
  /** Current page, 1-based. */
  page: number;
  pageCount: number;
  /** Name of the list, for screen readers. */
  label: string;
} & Turning;

/** A page is opened by a callback, or by a link if the address names it. */
type Turning =
  | { onPage: (page: number) => void; toHref?: never }
  | { toHref: (page: number) => string; onPage?: never };

interface ControlProps {
  to: number;
  className: string;
  turning: Turning;
  isDisabled?: boolean;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A button or a link. A link that leads nowhere is a disabled button, so that the row keeps its shape. */
function Control({ to, className, turning, isDisabled = false, isCurrent = false, children }: ControlProps) {
  const current = isCurrent ? ('page' as const) : undefined;
  if (turning.toHref !== undefined && !isDisabled) {
    return (
      <a className={className} href={turning.toHref(to)} aria-current={current}>
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={className}
      disabled={isDisabled}
      aria-current={current}
      onClick={() => turning.onPage?.(to)}
    >
      {children}
    </button>
  );
}

/** Returns the pages to link: the first, the last, the current one and its neighbors. 0 represents a gap. */
function offered(page: number, pageCount: number): number[] {
  const pages = [1, page - 1, page, page + 1, pageCount].filter((each) => each >= 1 && each <= pageCount);
  return [...new Set(pages)].flatMap((each, index, all) =>
    index > 0 && each - (all[index - 1] ?? 0) > 1 ? [0, each] : [each],
  );
}

/** Page navigation for a long list. Renders nothing for a single page. */
export function Paginator({ page, pageCount, label, ...turning }: PaginatorProps) {
  if (pageCount < 2) return null;
  return (
    <nav className="ui-paginator" aria-label={label}>
      <Control className="ui-paginator__turn" to={page - 1} isDisabled={page <= 1} turning={turning}>
        <Icon name="chevron-left" />
        Previous<span className="ui-sr"> page</span>
      </Control>
      <ul className="ui-paginator__pages">
        {offered(page, pageCount).map((each, index) =>
          each === 0 ? (
            <li className="ui-paginator__gap" key={`gap-${index}`}>
              …
            </li>
          ) : (
            <li key={each}>
              <Control className="ui-paginator__page" to={each} isCurrent={each === page} turning={turning}>
                <span className="ui-sr">Page </span>
                {each}
              </Control>
            </li>
          ),
        )}
      </ul>
      <p className="ui-paginator__where">
        Page {page} of {pageCount}
      </p>
      <Control className="ui-paginator__turn" to={page + 1} isDisabled={page >= pageCount} turning={turning}>
        Next<span className="ui-sr"> page</span>
        <Icon name="chevron-right" />
      </Control>
    </nav>
  );
}
