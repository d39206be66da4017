/** Queries that are put together once for each database, and not again at each call. */
import type { Database } from './open.ts';

/** The query that `build` makes, once for each database; a transaction is one of its own. */
export function preparedOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const built = new WeakMap<Database, Query>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
