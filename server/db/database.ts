/** The type of the database, which all code of the server uses. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';

/** The database or a transaction, independent of the engine. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
