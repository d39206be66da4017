/**
 * Support for several hosts in `DATABASE_URL`, one of them writable, as in libpq:
 * `postgres://user:password@one:5432,two:5432/portal?target_session_attrs=read-write`. The `pg` package supports a single
 * host only.
 */
import { Client, type ClientConfig } from 'pg';

/** Values of `target_session_attrs` that name the host that accepts writes. The portal cannot run on a standby. */
const WRITABLE = new Set(['read-write', 'primary']);
const ATTRIBUTE = 'target_session_attrs';

/**
 * Returns the URL of each host in a URL with one or several hosts. Undefined if it is not the URL of a PostgreSQL
 * database, or has several hosts without `target_session_attrs=read-write`.
 */
export function parseHostUrls(text: string): readonly [string, ...string[]] | undefined {
  const [, start, hosts = '', rest] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]*)(.*)$/s.exec(text) ?? [];
  if (start === undefined) return undefined;
  const urls = hosts.split(',').flatMap((host) => URL.parse(`${start}${host}${rest}`) ?? []);
  const requested = urls[0]?.searchParams.get(ATTRIBUTE) ?? undefined;
  for (const url of urls) url.searchParams.delete(ATTRIBUTE);
  const [first, ...others] = urls.map(({ href }) => href);
  if (first === undefined || urls.length < hosts.split(',').length) return undefined;
  const isRight = requested === undefined ? others.length === 0 : WRITABLE.has(requested);
  return isRight ? [first, ...others] : undefined;
}

/** Throws unless the host of this URL can be reached and accepts writes. */
async function checkWritable(connectionString: string, timeout: number): Promise<string> {
  const client = new Client({ connectionString, connectionTimeoutMillis: timeout, query_timeout: timeout });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly mode: string }>(
      `select current_setting('transaction_read_only') as mode`,
    );
    if (rows[0]?.mode !== 'off') throw new Error('The database host does not accept writes');
    return connectionString;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Minimum time between two searches, in milliseconds. */
const SEARCH_EVERY = 1000;

/** Tracks the host that accepts writes, and looks for another one when a connection ends. */
export class DatabaseHosts {
  readonly #urls: readonly [string, ...string[]];
  readonly #timeout: number;
  #current: string;
  #searching: Promise<string> | undefined;
  #searchedAt = -SEARCH_EVERY;

  constructor(text: string, timeout: number) {
    const urls = parseHostUrls(text);
    if (urls === undefined) throw new Error('This is not the URL of a PostgreSQL database');
    this.#urls = urls;
    this.#current = urls[0];
    this.#timeout = timeout;
  }

  /** The URL of the host that accepted writes last. */
  get current(): string {
    return this.#current;
  }

  /** Returns the URL of the host that accepts writes. Throws if there is none. A single host is not checked. */
  async find(): Promise<string> {
    if (this.#urls.length === 1) return this.#current;
    this.#searching ??= Promise.any(this.#urls.map((url) => checkWritable(url, this.#timeout)))
      .catch((error: unknown) => {
        throw error instanceof AggregateError ? error.errors[0] : error;
      })
      .finally(() => {
        this.#searching = undefined;
        this.#searchedAt = performance.now();
      });
    this.#current = await this.#searching;
    return this.#current;
  }

  /** Looks for the host that accepts writes, in the background and at most once per second. */
  #look(): void {
    if (this.#urls.length === 1 || performance.now() - this.#searchedAt < SEARCH_EVERY) return;
    this.find().catch(() => undefined);
  }

  /** A client class for a pool. Its clients connect to the current host; after the end of one, the host is checked. */
  get Client(): new (config?: ClientConfig) => Client {
    const current = () => this.#current;
    const look = () => this.#look();
    return class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionString: current() });
        this.once('end', look);
      }
    };
  }
}
