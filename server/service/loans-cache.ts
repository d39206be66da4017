/**
 * Cache of values that are computed from a borrower's loans. The database assigns a new version whenever a row of the
 * loans changes (triggers of migration 0007), and each call reads the current version. Cached values are therefore
 * never stale, even if several instances serve the same borrower.
 */
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { LoansVersion, Scope } from './scope.ts';

/** Bytes of a version without cached values: its key and its cache entry. */
const EMPTY = 500;

/** Bytes of memory per byte of a serialized result: objects, and JSON in plain and compressed form. */
const BYTES_A_BYTE = 4;

/** LRU cache of loan versions, an object per borrower, of at most `megabytes` of cached values. */
export class LoansVersions {
  readonly #present: LRUCache<string, LoansVersion>;

  constructor(megabytes: number) {
    this.#present = new LRUCache({ maxSize: megabytes * 1024 * 1024 });
  }

  /** The number of borrowers in the cache. */
  get size(): number {
    return this.#present.size;
  }

  /** Returns the borrower's version with this id. Evicts values of any other version. */
  of(borrowerKey: string, id: string): LoansVersion {
    const known = this.#present.get(borrowerKey);
    if (known?.id === id) return known;
    let size = EMPTY;
    const put = () => this.#present.set(borrowerKey, version, { size });
    const version: LoansVersion = {
      id,
      count: (bytes) => {
        if (this.#present.peek(borrowerKey) !== version) return;
        size += bytes;
        // The cache reads an entry's size only when the entry is added.
        this.#present.delete(borrowerKey);
        put();
      },
    };
    put();
    return version;
  }
}

/** The inputs that a computation may depend on: the borrower's loans and the day. */
type LoansScope = Pick<Scope, 'db' | 'borrowerKey' | 'today' | 'loansVersion'>;

/**
 * Memoizes a computation on a borrower's loans and `input` per version and day, for the most recent `input`. Concurrent
 * calls share one computation. The result must depend on nothing else, and it is frozen. Without a known version, nothing is
 * cached.
 */
export function cachedWithInput<T, Input>(
  compute: (scope: LoansScope, input: Input) => Promise<T>,
): (scope: LoansScope, input: Input) => Promise<T> {
  const cache = new WeakMap<LoansVersion, { readonly of: string; readonly result: Promise<T> }>();
  return ({ db, borrowerKey, today, loansVersion }, input) => {
    const scope = { db, borrowerKey, today, loansVersion };
    if (loansVersion === undefined) return compute(scope, input);
    const of = JSON.stringify([today, input]);
    const known = cache.get(loansVersion);
    if (known?.of === of) return known.result;
    const result = compute(scope, input).then((computed) => {
      loansVersion.count(BYTES_A_BYTE * serialize(computed).length);
      return Object.freeze(computed);
    });
    cache.set(loansVersion, { of, result });
    result.catch(() => cache.delete(loansVersion));
    return result;
  };
}

/** Memoizes a computation on a borrower's loans alone, as {@link cachedWithInput} does. */
export function cachedPerLoansVersion<T>(
  compute: (scope: LoansScope) => Promise<T>,
): (scope: LoansScope) => Promise<T> {
  const cache = cachedWithInput((scope, _input: null) => compute(scope));
  return (scope) => cache(scope, null);
}
