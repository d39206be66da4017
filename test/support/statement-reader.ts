/**
 * Reads a SQL statement as Drizzle writes it, and says whether Citus could send it to one shard: whether each distributed table
 * in it is limited to one value of its distribution column. A statement of an unknown form is an error, so that nothing passes
 * by not being understood.
 */
import type { Placement } from '#server/db/distribution.ts';

/** A token, or what stands between parentheses. */
type Part = string | readonly Part[];

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[A-Za-z_]\w*|\d+(?:\.\d+)?|::|<=|>=|<>|!=|\|\||->>|->|\S/g;

function partsOf(statement: string): readonly Part[] {
  const root: Part[] = [];
  const open: Part[][] = [root];
  for (const [token] of statement.replace(/;\s*$/, '').matchAll(TOKEN)) {
    if (token === '(') open.push([]);
    else if (token === ')') {
      const closed = open.pop() ?? [];
      const around = open.at(-1);
      if (around === undefined) throw new Error(`Unbalanced parentheses: ${statement}`);
      around.push(closed);
    } else open.at(-1)?.push(/^[A-Za-z_]/.test(token) ? token.toLowerCase() : token);
  }
  if (open.length !== 1) throw new Error(`Unbalanced parentheses: ${statement}`);
  return root;
}

const isGroup = (part: Part | undefined): part is readonly Part[] => typeof part === 'object';
const isQuoted = (part: Part | undefined): part is string => typeof part === 'string' && part.startsWith('"');
const isConstant = (part: Part | undefined): boolean => typeof part === 'string' && /^(?:\$\d+|'.*'|\d+)$/s.test(part);
const nameIn = (quoted: string): string => quoted.slice(1, -1);

/** Splits at the words that `isSeparator` accepts. */
function split(parts: readonly Part[], isSeparator: (part: Part) => boolean): Part[][] {
  const all: Part[][] = [[]];
  for (const part of parts) {
    if (isSeparator(part)) all.push([]);
    else all.at(-1)?.push(part);
  }
  return all;
}

/** A table in one query, by its alias, and how its rows are limited. */
interface Source {
  readonly table: string;
  readonly alias: string;
}

interface Query {
  readonly outer: Query | undefined;
  readonly sources: Source[];
  readonly id: number;
}

/** An equality of columns, or of a column and a constant (`null`). `only` is the alias that an outer join limits by it. */
interface Fact {
  readonly left: string;
  readonly right: string | null;
  readonly only: string | undefined;
}

/** What was found in one statement. */
export interface Reading {
  readonly tables: readonly string[];
  /** Why it could not be sent to one shard; empty where it could. */
  readonly problems: readonly string[];
}

const CLAUSES = new Set([
  'select', 'from', 'where', 'on', 'group', 'having', 'order', 'limit', 'offset', 'for', 'set', 'returning', 'values',
]); // prettier-ignore
const JOIN_WORDS = new Set(['left', 'right', 'full', 'inner', 'outer', 'cross', 'join', 'lateral']);

class Reader {
  readonly tables = new Set<string>();
  readonly problems: string[] = [];
  readonly #placements: Readonly<Record<string, Placement>>;
  readonly #statement: string;
  readonly #facts: Fact[] = [];
  readonly #wanted: { readonly node: string; readonly table: string }[] = [];
  #count = 0;

  constructor(placements: Readonly<Record<string, Placement>>, statement: string) {
    this.#placements = placements;
    this.#statement = statement;
  }

  #fail(why: string): never {
    throw new Error(`${why}: ${this.#statement}`);
  }

  #placementOf(table: string): Placement {
    return this.#placements[table] ?? this.#fail(`The table ${table} has no placement`);
  }

  #addSource(query: Query, table: string, alias: string): void {
    this.tables.add(table);
    query.sources.push({ table, alias });
    const placement = this.#placementOf(table);
    if (placement.kind === 'distributed') {
      this.#wanted.push({ node: `${query.id} ${alias} ${placement.column}`, table });
    }
  }

  /** The node of a column; undefined where it is not a column of a table. */
  #nodeOf(query: Query, parts: readonly Part[]): { node: string; alias: string } | undefined {
    const [first, dot, last] = parts;
    if (parts.length === 1 && isQuoted(first)) {
      const [only, another] = query.sources;
      if (only === undefined || another !== undefined) return undefined;
      return { node: `${query.id} ${only.alias} ${nameIn(first)}`, alias: only.alias };
    }
    if (parts.length !== 3 || dot !== '.' || !isQuoted(last) || typeof first !== 'string') return undefined;
    const alias = isQuoted(first) ? nameIn(first) : first;
    for (let within: Query | undefined = query; within !== undefined; within = within.outer) {
      if (within.sources.some((source) => source.alias === alias)) {
        return { node: `${within.id} ${alias} ${nameIn(last)}`, alias };
      }
    }
    return undefined;
  }

  /** Reads the equalities that hold for each row that a condition accepts. */
  #condition(query: Query, parts: readonly Part[], only: string | undefined): void {
    if (parts.includes('or') || parts.includes('case')) return;
    for (const each of split(parts, (part) => part === 'and')) {
      const [group] = each;
      if (each.length === 1 && isGroup(group) && group[0] !== 'select') {
        this.#condition(query, group, only);
        continue;
      }
      const at = each.indexOf('=');
      if (at === -1 || each[0] === 'not') continue;
      const uncast = (side: readonly Part[]) => {
        const cast = side.indexOf('::');
        return cast === -1 ? side : side.slice(0, cast);
      };
      const [left, right] = [uncast(each.slice(0, at)), uncast(each.slice(at + 1))];
      const [leftNode, rightNode] = [this.#nodeOf(query, left), this.#nodeOf(query, right)];
      if (leftNode !== undefined && rightNode !== undefined) {
        this.#facts.push({ left: leftNode.node, right: rightNode.node, only });
      } else if (leftNode !== undefined && right.length === 1 && isConstant(right[0])) {
        this.#facts.push({ left: leftNode.node, right: null, only });
      } else if (rightNode !== undefined && left.length === 1 && isConstant(left[0])) {
        this.#facts.push({ left: rightNode.node, right: null, only });
      }
    }
  }

  /** Reads the queries within parentheses, wherever they stand. */
  #nested(query: Query, parts: readonly Part[]): void {
    for (const part of parts) {
      if (!isGroup(part)) continue;
      if (part[0] === 'select' || (isGroup(part[0]) && part.includes('union'))) this.#queries(part, query);
      else this.#nested(query, part);
    }
  }

  /** Reads the sources of a FROM clause, up to the clause after it. Gives where it ends. */
  #from(query: Query, parts: readonly Part[], start: number): number {
    let at = start;
    let joined: string | undefined;
    while (at < parts.length) {
      const part = parts[at];
      if (part === ',' || (typeof part === 'string' && JOIN_WORDS.has(part))) {
        if (part === 'right' || part === 'full') this.#fail('An unknown join');
        if (part !== 'lateral')
          joined = part === 'left' ? 'left' : part === 'join' || part === 'outer' ? joined : undefined;
        at += 1;
      } else if (part === 'on') {
        const end = this.#endOf(parts, at + 1, (each) => each === ',' || JOIN_WORDS.has(each));
        const alias = query.sources.at(-1)?.alias;
        this.#condition(query, parts.slice(at + 1, end), joined === 'left' ? alias : undefined);
        this.#nested(query, parts.slice(at + 1, end));
        at = end;
      } else if (typeof part === 'string' && CLAUSES.has(part)) return at;
      else at = this.#source(query, parts, at);
    }
    return at;
  }

  /** Reads one source: a table, a query, or a function. Gives where the next part is. */
  #source(query: Query, parts: readonly Part[], start: number): number {
    let at = start;
    const part = parts[at];
    let table: string | undefined;
    if (isQuoted(part)) {
      table = nameIn(part);
      at += 1;
    } else if (isGroup(part)) {
      this.#nested(query, [part]);
      at += 1;
    } else if (typeof part === 'string' && isGroup(parts[at + 1])) at += 2;
    else this.#fail(`An unknown source ${JSON.stringify(part)}`);
    let alias = table;
    if (parts[at] === 'as') at += 1;
    const named = parts[at];
    const isAlias =
      isQuoted(named) || (typeof named === 'string' && parts[at - 1] === 'as' && /^[a-z_]\w*$/.test(named));
    if (isAlias && typeof named === 'string') {
      alias = isQuoted(named) ? nameIn(named) : named;
      at += 1;
    }
    if (table !== undefined) this.#addSource(query, table, alias ?? table);
    return at;
  }

  #endOf(parts: readonly Part[], start: number, isEnd: (word: string) => boolean = () => false): number {
    const end = parts.findIndex(
      (part, at) => at >= start && typeof part === 'string' && (CLAUSES.has(part) || isEnd(part)),
    );
    return end === -1 ? parts.length : end;
  }

  #where(query: Query, parts: readonly Part[]): void {
    const at = parts.indexOf('where');
    if (at === -1) return;
    this.#condition(query, parts.slice(at + 1, this.#endOf(parts, at + 1)), undefined);
  }

  #newQuery(outer: Query | undefined): Query {
    return { outer, sources: [], id: (this.#count += 1) };
  }

  /** The columns that a SET clause changes. */
  #changed(query: Query, parts: readonly Part[]): void {
    const [source] = query.sources;
    const placement = source && this.#placementOf(source.table);
    if (source === undefined || placement?.kind !== 'distributed') return;
    for (const [first, equals] of split(parts, (part) => part === ',')) {
      if (isQuoted(first) && equals === '=' && nameIn(first) === placement.column) {
        this.problems.push(`changes ${source.table}.${placement.column}`);
      }
    }
  }

  #select(parts: readonly Part[], outer: Query | undefined): void {
    const query = this.#newQuery(outer);
    const from = parts.indexOf('from');
    if (from !== -1) this.#from(query, parts, from + 1);
    this.#where(query, parts);
    // Those of the FROM clause have been read with it.
    const [before, after] = [from === -1 ? parts : parts.slice(0, from), from === -1 ? [] : parts.slice(from)];
    const where = after.findIndex(
      (part) => part !== 'from' && typeof part === 'string' && CLAUSES.has(part) && part !== 'on',
    );
    this.#nested(query, before);
    if (where !== -1) this.#nested(query, after.slice(where));
  }

  #update(parts: readonly Part[]): void {
    const query = this.#newQuery(undefined);
    const set = this.#source(query, parts, 1);
    if (parts[set] !== 'set') this.#fail('An unknown UPDATE');
    const end = this.#endOf(parts, set + 1);
    this.#changed(query, parts.slice(set + 1, end));
    this.#nested(query, parts.slice(set + 1, end));
    if (parts[end] === 'from') this.#from(query, parts, end + 1);
    this.#where(query, parts);
    const where = parts.indexOf('where');
    if (where !== -1) this.#nested(query, parts.slice(where));
  }

  #delete(parts: readonly Part[]): void {
    if (parts[1] !== 'from') this.#fail('An unknown DELETE');
    const query = this.#newQuery(undefined);
    const at = this.#source(query, parts, 2);
    this.#where(query, parts);
    this.#nested(query, parts.slice(at));
  }

  #insert(parts: readonly Part[]): void {
    const [, into, quoted, columns, ...rest] = parts;
    if (into !== 'into' || !isQuoted(quoted) || !isGroup(columns)) this.#fail('An unknown INSERT');
    const table = nameIn(quoted);
    this.tables.add(table);
    const placement = this.#placementOf(table);
    const conflict = rest.findIndex((part, at) => part === 'on' && rest[at + 1] === 'conflict');
    const given = conflict === -1 ? rest : rest.slice(0, conflict);
    if (placement.kind === 'distributed') {
      const at = split(columns, (part) => part === ',').findIndex(
        ([name]) => isQuoted(name) && nameIn(name) === placement.column,
      );
      const rows = given[0] === 'values' ? given.slice(1).filter(isGroup) : [];
      const isLeftOut = rows.some((row) => split(row, (part) => part === ',')[at]?.[0] === 'default');
      if (at === -1 || isLeftOut) this.problems.push(`an INSERT without ${table}.${placement.column}`);
    }
    if (given[0] === 'select') this.#select(given, undefined);
    else this.#nested(this.#newQuery(undefined), given);
    if (conflict === -1) return;
    const query: Query = { outer: undefined, sources: [{ table, alias: table }], id: (this.#count += 1) };
    const set = rest.indexOf('set', conflict);
    if (set !== -1) this.#changed(query, rest.slice(set + 1, this.#endOf(rest, set + 1)));
    this.#nested(query, rest.slice(conflict));
  }

  /** Reads queries that may be joined by UNION. */
  #queries(parts: readonly Part[], outer: Query | undefined): void {
    for (const each of split(parts, (part) => part === 'union' || part === 'all')) {
      const [first] = each;
      if (first === undefined) continue;
      if (isGroup(first)) {
        if (each.length > 1 && typeof each[1] === 'string' && !CLAUSES.has(each[1])) this.#fail('An unknown query');
        this.#queries(first, outer);
      } else if (first === 'select') this.#select(each, outer);
      else this.#fail(`An unknown query that begins with ${first}`);
    }
  }

  read(): Reading {
    const parts = partsOf(this.#statement);
    const [first] = parts;
    if (first === 'insert') this.#insert(parts);
    else if (first === 'update') this.#update(parts);
    else if (first === 'delete') this.#delete(parts);
    else this.#queries(parts, undefined);
    this.#conclude();
    return { tables: [...this.tables], problems: this.problems };
  }

  /** Follows the equalities from the constants to the distribution columns. */
  #conclude(): void {
    const known = new Set<string>();
    const learn = (node: string, only: string | undefined): boolean => {
      if (known.has(node) || (only !== undefined && node.split(' ')[1] !== only)) return false;
      known.add(node);
      return true;
    };
    for (let more = true; more;) {
      more = false;
      for (const { left, right, only } of this.#facts) {
        if (right === null || known.has(right)) more = learn(left, only) || more;
        if (right !== null && known.has(left)) more = learn(right, only) || more;
      }
    }
    for (const { node, table } of this.#wanted) {
      if (!known.has(node)) this.problems.push(`${table} is not limited to one ${node.split(' ')[2]}`);
    }
    const kinds = new Set(
      [...this.tables].flatMap((table) => {
        const placement = this.#placementOf(table);
        if (placement.kind === 'reference') return [];
        return [placement.kind === 'local' ? 'local' : placement.colocation];
      }),
    );
    if (kinds.size > 1) this.problems.push(`joins tables that live apart: ${[...this.tables].join(', ')}`);
  }
}

/** Reads one statement. Throws for a form or a table that it does not know. */
export const readStatement = (statement: string, placements: Readonly<Record<string, Placement>>): Reading =>
  new Reader(placements, statement).read();
