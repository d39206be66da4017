/** The databases of a run on a PostgreSQL server: named alike, and dropped when it has ended, however its tests have. */
import { Client } from 'pg';
import * as v from 'valibot';
import { PREFIX_VARIABLE } from './database.ts';

const Names = v.array(v.object({ datname: v.string() }));

/** Gives the function that drops what the run has made. */
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
