/** Caches built queries per database instead of building them for each call. */
import type { Database } from './database.ts';

/** Returns a function that builds a query once per database. A transaction counts as a separate database. */
export function preparedOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const built = new WeakMap<Database, Query>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
