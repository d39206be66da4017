/**
 * What was computed of a borrower's loans, kept as long as nothing of them has changed. The database itself gives them
 * another version whenever a row of them changes, whoever changes it (migration 0007), and each call reads the present
 * version. So nothing that is kept can be older than the call, also where several instances serve the same borrower.
 */
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Scope } from './scope.ts';

/** One version of a borrower's loans. What is kept of it goes with it. */
export interface LoansVersion {
  readonly id: string;
  /** Counts bytes that are kept of it. */
  readonly count: (bytes: number) => void;
}

/** Bytes of a version of which nothing is kept yet: its key and its place in the list. */
const EMPTY = 500;

/** Memory for each byte of a serialized result: for its objects, and for its JSON with the compressed form (json-answer.ts). */
const BYTES_A_BYTE = 4;

/**
 * The versions of the borrowers who called last, each as one and the same object. When all that is kept exceeds `megabytes`, what is
 * kept of those who called longest ago is given up.
 */
export class LoansVersions {
  readonly #present: LRUCache<string, LoansVersion>;

  constructor(megabytes: number) {
    this.#present = new LRUCache({ maxSize: megabytes * 1024 * 1024 });
  }

  /** How many borrowers have a version here. */
  get size(): number {
    return this.#present.size;
  }

  /** Returns the borrower's version with this id. What was kept of another version is given up. */
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
        // The size of the same object is read only when it is new.
        this.#present.delete(borrowerKey);
        put();
      },
    };
    put();
    return version;
  }
}

/** What a computation of loans may depend on: those of the borrower, as of the day. */
type LoansScope = Pick<Scope, 'db' | 'borrowerKey' | 'today' | 'loansVersion'>;

/**
 * Computes something of a borrower's loans and of `facts` once for each version and day, as long as the facts are the same;
 * who asks meanwhile waits for the same. The result must depend on nothing else, and nobody may change it: it is frozen.
 * Where the version is not known, nothing is kept.
 */
export function keptWithFacts<T, Facts>(
  compute: (scope: LoansScope, facts: Facts) => Promise<T>,
): (scope: LoansScope, facts: Facts) => Promise<T> {
  const kept = new WeakMap<LoansVersion, { readonly of: string; readonly result: Promise<T> }>();
  return ({ db, borrowerKey, today, loansVersion }, facts) => {
    const scope = { db, borrowerKey, today, loansVersion };
    if (loansVersion === undefined) return compute(scope, facts);
    const of = JSON.stringify([today, facts]);
    const known = kept.get(loansVersion);
    if (known?.of === of) return known.result;
    const result = compute(scope, facts).then((computed) => {
      loansVersion.count(BYTES_A_BYTE * serialize(computed).length);
      return Object.freeze(computed);
    });
    kept.set(loansVersion, { of, result });
    result.catch(() => kept.delete(loansVersion));
    return result;
  };
}

/** Computes something of a borrower's loans alone, as {@link keptWithFacts} does. */
export function keptWhileUnchanged<T>(compute: (scope: LoansScope) => Promise<T>): (scope: LoansScope) => Promise<T> {
  const kept = keptWithFacts((scope, _facts: null) => compute(scope));
  return (scope) => kept(scope, null);
}
