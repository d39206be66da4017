/**
 * The embedded engine with cached prepared statements for reads. By default, the engine parses, describes and plans
 * each query again in six separate messages; a repeated read here needs two messages, sent together.
 */
import { type PGliteOptions, PGlite, type Results, parse, protocol } from '@electric-sql/pglite';

type QueryOptions = Parameters<PGlite['query']>[2];
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** Maximum number of prepared statements. The oldest one is closed first. */
const MOST = 100;

/** A prepared statement. */
interface Statement {
  readonly name: string;
  /** The engine's type ids of its parameters. */
  readonly types: readonly number[];
  /** The description of its columns. */
  readonly description: Messages;
}

const { serialize } = protocol;

const closing = ({ name }: Statement): Uint8Array => serialize.close({ type: 'S', name });

/** Concatenates messages. */
const together = (...messages: readonly Uint8Array[]): Uint8Array => Buffer.concat(messages);

export class EmbeddedDatabase extends PGlite {
  readonly #statements = new Map<string, Statement>();
  #made = 0;

  /** Opens a database with these options. */
  static async open(options: PGliteOptions): Promise<EmbeddedDatabase> {
    const opened = new EmbeddedDatabase(options);
    await opened.waitReady;
    return opened;
  }

  /**
   * Overrides the engine's `query` with a faster path for repeated reads. Reads within a transaction are not prepared.
   */
  override async query<T>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    if (!this.ready || !text.startsWith('select ')) return super.query<T>(text, params, options);
    try {
      return await this.#inTurn(() => this.#read<T>(text, params, options));
    } catch {
      // A table may have changed since the statement was prepared. A failed read has no effect, so it is safe to retry.
      await this.#forget(text);
      return super.query<T>(text, params, options);
    }
  }

  async #forget(text: string): Promise<void> {
    const statement = this.#statements.get(text);
    this.#statements.delete(text);
    if (statement === undefined) return;
    await this.#inTurn(() => this.#send(together(closing(statement), serialize.sync())));
  }

  /** Runs `work` under the engine's locks, in sequence with transactions and other queries. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    // oxlint-disable-next-line no-underscore-dangle -- The engine's names of its locks.
    return this._runExclusiveTransaction(() => this._runExclusiveQuery(work));
  }

  async #read<T>(text: string, params: unknown[], options: QueryOptions): Promise<Results<T>> {
    const { name, types, description } = this.#statements.get(text) ?? (await this.#prepare(text));
    const values = params.map((param, at) => {
      if (param === null || param === undefined) return null;
      const toText = this.serializers[types[at] ?? 0];
      if (toText !== undefined) return toText(param);
      return typeof param === 'string' ? param : JSON.stringify(param);
    });
    const bound = serialize.bind({ statement: name, values });
    const messages = await this.#send(together(bound, serialize.execute({}), serialize.sync()));
    // The engine would copy all its parsers for each query with custom parsers.
    const { parsers, ...others } = options ?? {};
    const own: typeof this.parsers = parsers ? Object.assign(Object.create(this.parsers), parsers) : this.parsers;
    const [results] = parse.parseResults([...description, ...messages], own, others);
    if (results === undefined) throw new Error('The embedded database returned no result');
    // oxlint-disable-next-line no-unsafe-type-assertion -- The caller declares the row type, as for the engine's own `query`.
    return results as Results<T>;
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `read_${(this.#made += 1)}`;
    const [oldest] = this.#statements;
    const isFull = this.#statements.size >= MOST && oldest !== undefined;
    if (isFull) this.#statements.delete(oldest[0]);
    const messages = await this.#send(
      together(
        ...(isFull ? [closing(oldest[1])] : []),
        serialize.parse({ text, name }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ),
    );
    const statement: Statement = {
      name,
      types: parse.parseDescribeStatementResults(messages),
      description: messages.filter((message) => message.name === 'rowDescription'),
    };
    this.#statements.set(text, statement);
    return statement;
  }

  #send(message: Uint8Array): Promise<Messages> {
    return this.execProtocolStream(message, { syncToFs: false });
  }
}
