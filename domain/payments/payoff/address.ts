/** The account and the day of a payoff quote in the query of its address, so that a reload and a shared link show the same quote. */
import { type PlainDate, parseIsoDate } from '../../calendar.ts';

/** The parameters of a payoff quote in the URL; null if missing or malformed. */
export interface RequestedQuote {
  /** Opaque (ruling 46), and possibly unknown: anyone can type an address. */
  readonly account: string | null;
  /** Possibly a day that cannot be quoted. */
  readonly date: PlainDate | null;
}

/** Returns the query string for a quote, with its question mark; '' without parameters. */
export function queryOfQuote({ account, date }: RequestedQuote): string {
  const search = new URLSearchParams({ ...(account !== null && { account }), ...(date !== null && { date }) });
  return search.size === 0 ? '' : `?${search}`;
}

/** Returns the day that a query names. */
export const quoteDateIn = (query: string): PlainDate | null =>
  parseIsoDate(new URLSearchParams(query).get('date') ?? '') ?? null;
