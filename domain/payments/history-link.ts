/**
 * The view of the payment history in the URL: period, order and page are in the query. The search text may be an
 * account number, so it is stored in the state of the history entry, which never reaches the server (ruling 46).
 */
import * as v from 'valibot';
import { FIRST_VIEW } from './history.ts';
import { HistoryPeriod, HistorySort, HistoryView, LONGEST_SEARCH, SortOrder } from './history-shapes.ts';

/** The state of a history entry. */
export const HistoryEntry = v.object({ historySearch: v.pipe(v.string(), v.maxLength(LONGEST_SEARCH)) });

const QUERY_PAGE = /^[1-9]\d{0,5}$/;

/** Returns the query string for a view, with its question mark; '' for the first view. */
export function formatViewQuery({ period, sort, order, page }: HistoryView): string {
  const parameters = new URLSearchParams();
  if (period !== FIRST_VIEW.period) parameters.set('show', period);
  if (sort !== FIRST_VIEW.sort) parameters.set('sort', sort);
  if (order !== FIRST_VIEW.order) parameters.set('order', order);
  if (page !== FIRST_VIEW.page) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/**
 * Parses the view from the query string and the state of the history entry. Replaces invalid parts by those of the first
 * view.
 */
export function parseView(query: string, entry: unknown): HistoryView {
  const parameters = new URLSearchParams(query);
  const page = parameters.get('page') ?? '';
  const stored = v.safeParse(HistoryEntry, entry);
  const search = stored.success ? stored.output.historySearch : '';
  return {
    period: search === '' ? v.parse(v.fallback(HistoryPeriod, FIRST_VIEW.period), parameters.get('show')) : 'all',
    search,
    sort: v.parse(v.fallback(HistorySort, FIRST_VIEW.sort), parameters.get('sort')),
    order: v.parse(v.fallback(SortOrder, FIRST_VIEW.order), parameters.get('order')),
    page: QUERY_PAGE.test(page) ? Number(page) : FIRST_VIEW.page,
  };
}
