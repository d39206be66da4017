/**
 * Manages the databases of a run on a PostgreSQL server: they share a name prefix and are dropped at its end, even
 * after failures.
 */
import { Client } from 'pg';
import * as v from 'valibot';
import { PREFIX_VARIABLE } from './database.ts';

const Names = v.array(v.object({ datname: v.string() }));

/** Returns the function that drops the databases of the run. */
export default function testDatabases(): () => Promise<void> {
  const prefix = `portal_test_${process.pid}_`;
  process.env[PREFIX_VARIABLE] = prefix;
  return async () => {
    const client = new Client({ connectionString: process.env['PORTAL_TEST_DATABASE'] });
    await client.connect();
    try {
      const found = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
      for (const { datname } of v.parse(Names, found.rows)) {
        await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`);
      }
    } finally {
      await client.end();
    }
  };
}
