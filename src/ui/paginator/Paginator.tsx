import { Icon } from '../icon/Icon.tsx';

export interface PaginatorProps {
  /** Current page, 1-based. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** Name of the list, for screen readers. */
  label: string;
}

/** Returns the pages to link: the first, the last, the current one and its neighbors. 0 represents a gap. */
function offered(page: number, pageCount: number): number[] {
  const pages = [1, page - 1, page, page + 1, pageCount].filter((each) => each >= 1 && each <= pageCount);
  return [...new Set(pages)].flatMap((each, index, all) =>
    index > 0 && each - (all[index - 1] ?? 0) > 1 ? [0, each] : [each],
  );
}

/** Page navigation for a long list. Renders nothing for a single page. */
export function Paginator({ page, pageCount, onPage, label }: PaginatorProps) {
  if (pageCount < 2) return null;
  return (
    <nav className="ui-paginator" aria-label={label}>
      <button type="button" className="ui-paginator__turn" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="chevron-left" />
        Previous<span className="ui-sr"> page</span>
      </button>
      <ul className="ui-paginator__pages">
        {offered(page, pageCount).map((each, index) =>
          each === 0 ? (
            <li className="ui-paginator__gap" key={`gap-${index}`}>
              …
            </li>
          ) : (
            <li key={each}>
              <button
                type="button"
                className="ui-paginator__page"
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onPage(each)}
              >
                <span className="ui-sr">Page </span>
                {each}
              </button>
            </li>
          ),
        )}
      </ul>
      <p className="ui-paginator__where">
        Page {page} of {pageCount}
      </p>
      <button
        type="button"
        className="ui-paginator__turn"
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        Next<span className="ui-sr"> page</span>
        <Icon name="chevron-right" />
      </button>
    </nav>
  );
}
