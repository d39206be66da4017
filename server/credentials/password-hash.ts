/**
 * Password hashing with scrypt, off the main thread. Concurrency and queue length are limited, so that log-ins never
 * slow down the portal for signed-in borrowers.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { compare } from 'bcryptjs';
import pLimit from 'p-limit';
import { LONGEST_PASSWORD, normalizedPassword } from '#domain/session/credentials/rules.ts';
import { HttpProblem } from '../http/problems.ts';

/** The cost of scrypt: 2^`log2N` blocks of 128 · `r` bytes, `p` iterations in sequence. */
export interface Cost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The cost in production: one of the equivalent choices of OWASP's Password Storage Cheat Sheet, with little memory (16
 * MiB per hash).
 */
export const FULL_COST: Cost = { log2N: 14, r: 8, p: 5 };
/** The cost in tests, which check hundreds of publicly known passwords. Never used outside of test mode. */
export const TEST_COST: Cost = { log2N: 10, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Number of concurrent hashes: one per processor. Node uses `UV_THREADPOOL_SIZE` threads for this, four by default, and
 * one remains free for files and DNS look-ups.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), (Number(process.env['UV_THREADPOOL_SIZE']) || 4) - 1));
/** Maximum queue length. */
const MAX_WAITING = 40;
/** Seconds after which a client may retry when the queue was full. */
const QUEUE_SECONDS = 10;

const queue = pLimit(AT_ONCE);

/** Returns the queue length. */
export const passwordsWaiting = (): number => queue.pendingCount;

/** Runs CPU-intensive work through the queue. Throws 503 if the queue is full. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MAX_WAITING) {
    throw new HttpProblem(503, 'Many people are logging in right now. Please try again in a moment.', {
      headers: { 'retry-after': String(QUEUE_SECONDS) },
    });
  }
  return queue(work);
}

const runScrypt: (
  password: string,
  salt: Buffer,
  bytes: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer> = promisify(scrypt);

const derive = (password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> =>
  runScrypt(normalizedPassword(password), salt, KEY_BYTES, { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r });

const formatCost = ({ log2N, r, p }: Cost): string => `$scrypt$ln=${log2N},r=${r},p=${p}$`;

/** Returns the hash of a validated password in PHC format: algorithm, cost, salt and key. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => {
    const salt = randomBytes(SALT_BYTES);
    const present = cost;
    const key = await derive(password, salt, present);
    return `${formatCost(present)}${salt.toString('base64url')}$${key.toString('base64url')}`;
  });

/** The cost of new hashes. */
let cost = FULL_COST;

/** Returns a placeholder hash for unknown usernames: no password matches it, and verification takes the same time. */
const dummyHashAt = (present: Cost): string =>
  `${formatCost(present)}${randomBytes(SALT_BYTES).toString('base64url')}$${randomBytes(KEY_BYTES).toString('base64url')}`;
let dummyHash = dummyHashAt(cost);

/**
 * Sets the hash cost of this process. Existing hashes with another cost remain valid and are renewed at the next
 * log-in.
 */
export function setHashCost(next: Cost): void {
  cost = next;
  dummyHash = dummyHashAt(next);
}

const SCRYPT = /^\$scrypt\$ln=(\d{2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]{43})$/;

async function hasScrypt(password: string, stored: string): Promise<boolean> {
  const [, log2N, r, p, salt, key] = SCRYPT.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return false;
  const own = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), own), Buffer.from(key, 'base64url'));
}

const isBcrypt = (stored: string): boolean => /^\$2[aby]\$/.test(stored);
/** bcrypt ignores all bytes after these. */
const BCRYPT_BYTES = 72;

/**
 * Verifies a password against a bcrypt hash of an earlier version. The additional scrypt hash equalizes the time with
 * that of an unknown username.
 */
async function hasBcrypt(password: string, stored: string): Promise<boolean> {
  const normalized = normalizedPassword(password);
  const [isRight] = await Promise.all([compare(normalized, stored), hasScrypt(password, dummyHash)]);
  return isRight && Buffer.byteLength(normalized) <= BCRYPT_BYTES;
}

/**
 * Returns whether a password matches a hash. Returns false without a hash, after the same time. Throws 503 if the queue
 * is full.
 */
export async function hasPassword(password: string, stored: string | undefined): Promise<boolean> {
  // Longer passwords cannot be chosen. Skip the cost of hashing them.
  const isPossible = Array.from(normalizedPassword(password)).length <= LONGEST_PASSWORD;
  const [candidate, against] = isPossible ? [password, stored ?? dummyHash] : ['', dummyHash];
  const isRight = await inTurn(() =>
    isBcrypt(against) ? hasBcrypt(candidate, against) : hasScrypt(candidate, against),
  );
  return isRight && stored !== undefined && isPossible;
}

/** Returns whether a hash uses an outdated algorithm or cost and needs to be renewed. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(formatCost(cost));
