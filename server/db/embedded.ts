/**
 * The embedded engine with cached prepared statements. By default, the engine parses, describes and plans each query
 * again in six separate messages, and copies all its parsers; a repeated query here needs one message.
 */
import { type PGliteOptions, PGlite, type Results, type Transaction, parse, protocol } from '@electric-sql/pglite';

type QueryOptions = Parameters<PGlite['query']>[2];
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** Maximum number of prepared statements. The least recently used one is closed first. */
const MOST = 200;

/** Length of the longest text that stays prepared. Longer ones insert many rows, and rarely the same number again. */
const LONGEST = 4000;

/** Statements that read or change rows. Others, such as migrations, may change the tables of prepared statements. */
const OF_ROWS = /^(?:select|insert|update|delete|with) /;

/** Statements that control transactions, and leave prepared statements valid. */
const OF_TRANSACTIONS = /^(?:savepoint|release|rollback|set) /;

/** A prepared statement. */
interface Statement {
  readonly name: string;
  /** The engine's type ids of its parameters. */
  readonly types: readonly number[];
  /** The description of its columns. */
  readonly description: Messages;
}

const { serialize } = protocol;

/** Returns whether a query uses no options of the engine but the format of its rows. */
const isCommon = (options: QueryOptions): boolean =>
  Object.keys(options ?? {}).every((name) => name === 'rowMode' || name === 'parsers');

export class EmbeddedDatabase extends PGlite {
  readonly #statements = new Map<string, Statement>();
  /** Names of outdated statements, which the next message closes. */
  #outdated: string[] = [];
  #made = 0;

  /** Opens a database with these options. */
  static async open(options: PGliteOptions): Promise<EmbeddedDatabase> {
    const opened = new EmbeddedDatabase(options);
    await opened.waitReady;
    return opened;
  }

  /** Overrides the engine's `query` with a faster path for statements that read or change rows. */
  override async query<T>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    if (!this.ready || !OF_ROWS.test(text) || !isCommon(options)) {
      return super.query<T>(text, params, options).finally(() => this.#forgetAfter(text));
    }
    const isRead = text.startsWith('select ');
    try {
      // oxlint-disable-next-line no-underscore-dangle -- The engine's name of its lock.
      return await this._runExclusiveTransaction(async () => {
        const results = await this.#inTurn<T>(text, params, options);
        if (!isRead) await this.syncToFs();
        return results;
      });
    } catch (error) {
      if (!isRead) throw error;
      // A table may have changed since the statement was prepared. A failed read has no effect, so it is safe to retry.
      this.#forget(text);
      return super.query<T>(text, params, options);
    }
  }

  /** Overrides the engine's `transaction`, whose queries use the faster path too. */
  override transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((own) =>
      work({
        ...own,
        query: async <R>(text: string, params: unknown[] = [], options?: QueryOptions) => {
          if (own.closed || !OF_ROWS.test(text) || !isCommon(options)) {
            return own.query<R>(text, params, options).finally(() => this.#forgetAfter(text));
          }
          return this.#inTurn<R>(text, params, options);
        },
        exec: (text, options) => own.exec(text, options).finally(() => this.#forgetAll()),
        get closed() {
          return own.closed;
        },
      }),
    );
  }

  override exec(...given: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    return super.exec(...given).finally(() => this.#forgetAll());
  }

  /** Forgets the prepared statements if `text` may have changed their tables. */
  #forgetAfter(text: string): void {
    if (!OF_ROWS.test(text) && !OF_TRANSACTIONS.test(text)) this.#forgetAll();
  }

  #forgetAll(): void {
    for (const text of this.#statements.keys()) this.#forget(text);
  }

  #forget(text: string): void {
    const statement = this.#statements.get(text);
    this.#statements.delete(text);
    if (statement !== undefined) this.#outdated.push(statement.name);
  }

  /** Runs a query under the engine's lock, in sequence with others. */
  #inTurn<T>(text: string, params: unknown[], options: QueryOptions): Promise<Results<T>> {
    // oxlint-disable-next-line no-underscore-dangle -- The engine's name of its lock.
    return this._runExclusiveQuery(() => this.#run<T>(text, params, options));
  }

  async #run<T>(text: string, params: unknown[], options: QueryOptions): Promise<Results<T>> {
    const { name, types, description } = await this.#prepare(text);
    const values = params.map((param, at) => {
      if (param === null || param === undefined) return null;
      const toText = this.serializers[types[at] ?? 0];
      if (toText !== undefined) return toText(param);
      return typeof param === 'string' ? param : JSON.stringify(param);
    });
    const messages = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    );
    // The engine would copy all its parsers for each query with custom parsers.
    const { parsers, ...others } = options ?? {};
    const own: typeof this.parsers = parsers ? Object.assign(Object.create(this.parsers), parsers) : this.parsers;
    const [results] = parse.parseResults([...description, ...messages], own, others);
    if (results === undefined) throw new Error('The embedded database returned no result');
    // oxlint-disable-next-line no-unsafe-type-assertion -- The caller declares the row type, as for the engine's own `query`.
    return results as Results<T>;
  }

  /** Returns the prepared statement of a text, which stays prepared unless the text is long. */
  async #prepare(text: string): Promise<Statement> {
    const prepared = this.#statements.get(text);
    if (prepared !== undefined) {
      // The order of the map is the order of use.
      this.#statements.delete(text);
      this.#statements.set(text, prepared);
      return prepared;
    }
    const isReused = text.length <= LONGEST;
    const [oldest] = this.#statements.keys();
    if (isReused && this.#statements.size >= MOST && oldest !== undefined) this.#forget(oldest);
    const name = isReused ? `reused_${(this.#made += 1)}` : '';
    const closing = this.#outdated.map((outdated) => serialize.close({ type: 'S', name: outdated }));
    this.#outdated = [];
    const messages = await this.#send(
      ...closing,
      serialize.parse({ text, name }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const statement: Statement = {
      name,
      types: parse.parseDescribeStatementResults(messages),
      description: messages.filter((message) => message.name === 'rowDescription'),
    };
    if (isReused) this.#statements.set(text, statement);
    return statement;
  }

  /** Sends messages together. */
  #send(...messages: readonly Uint8Array[]): Promise<Messages> {
    return this.execProtocolStream(Buffer.concat(messages), { syncToFs: false });
  }
}
