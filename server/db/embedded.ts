/**
 * The embedded engine with reads that stay prepared. As it comes, each query is parsed, described and planned anew, in six
 * messages one by one; a read that was made before is two of them, sent together.
 */
import { type PGliteOptions, PGlite, type Results, parse, protocol } from '@electric-sql/pglite';

type QueryOptions = Parameters<PGlite['query']>[2];
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** The most reads that stay prepared; the one that was used longest ago makes room. */
const MOST = 100;

/** A read as the engine knows it. */
interface Statement {
  readonly name: string;
  /** The types of its parameters, as the engine numbers them. */
  readonly types: readonly number[];
  /** What its rows consist of. */
  readonly description: Messages;
}

const { serialize } = protocol;

const closing = ({ name }: Statement): Uint8Array => serialize.close({ type: 'S', name });

/** The messages as one. */
const together = (...messages: readonly Uint8Array[]): Uint8Array => Buffer.concat(messages);

export class EmbeddedDatabase extends PGlite {
  readonly #statements = new Map<string, Statement>();
  #made = 0;

  /** Opens the database of these options. */
  static async open(options: PGliteOptions): Promise<EmbeddedDatabase> {
    const opened = new EmbeddedDatabase(options);
    await opened.waitReady;
    return opened;
  }

  /** As the engine's own, and faster for a read that is made again. Reads within a transaction are not prepared. */
  override async query<T>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    if (!this.ready || !text.startsWith('select ')) return super.query<T>(text, params, options);
    try {
      return await this.#inTurn(() => this.#read<T>(text, params, options));
    } catch {
      // A table may have changed since it was prepared. A read that failed has done nothing, so it is made anew.
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

  /** In turn with transactions and other queries, as the engine does its own. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    // oxlint-disable-next-line no-underscore-dangle -- The engine's names for its locks.
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
    // The engine's own would copy all its parsers for each query that has some itself.
    const { parsers, ...others } = options ?? {};
    const own: typeof this.parsers = parsers ? Object.assign(Object.create(this.parsers), parsers) : this.parsers;
    const [results] = parse.parseResults([...description, ...messages], own, others);
    if (results === undefined) throw new Error('The embedded database gave no result');
    // oxlint-disable-next-line no-unsafe-type-assertion -- As with the engine's own, whoever reads says what rows are.
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
