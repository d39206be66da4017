/**
 * Passwords as they are kept: hashed with scrypt, whose work is done off the thread that answers requests. Only a few are
 * computed at once, and only so many wait: log-ins never make the portal slow for those who are logged in.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { compare } from 'bcryptjs';
import pLimit from 'p-limit';
import { LONGEST_PASSWORD, normalizedPassword } from '#domain/credentials/rules.ts';
import { HttpProblem } from '../http/problems.ts';

/** What scrypt costs: 2^`log2N` blocks of 128 · `r` bytes, `p` times one after the other. */
export interface Cost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's Password Storage Cheat Sheet; of its choices of equal strength one with little memory: 16 MiB each. */
export const FULL_COST: Cost = { log2N: 14, r: 8, p: 5 };
/** For tests, which check hundreds of passwords that everybody knows. A plain start never uses it. */
export const TEST_COST: Cost = { log2N: 10, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Computed at the same time: one for each processor. Node has `UV_THREADPOOL_SIZE` threads for this, four by default; one of them is left
 * for files and name look-ups.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), (Number(process.env['UV_THREADPOOL_SIZE']) || 4) - 1));
/** The most that wait for their turn. */
const MOST_WAITING = 40;
/** Seconds after which a full queue has room again. */
const QUEUE_SECONDS = 10;

const queue = pLimit(AT_ONCE);

/** Returns how many passwords wait for their turn. */
export const passwordsWaiting = (): number => queue.pendingCount;

/** Does something that takes a processor's time in its turn. Refuses (503) when too many wait already. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MOST_WAITING) {
    throw new HttpProblem(503, 'Many people are logging in just now. Please try again in a moment.', {
      headers: { 'retry-after': String(QUEUE_SECONDS) },
    });
  }
  return queue(work);
}

const scryptOf: (
  password: string,
  salt: Buffer,
  bytes: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer> = promisify(scrypt);

const derive = (password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> =>
  scryptOf(normalizedPassword(password), salt, KEY_BYTES, { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r });

const formOf = ({ log2N, r, p }: Cost): string => `$scrypt$ln=${log2N},r=${r},p=${p}$`;

/** The hash of a password that has been validated, in PHC form: method, cost, salt and key. */
export const hashOf = (password: string): Promise<string> =>
  inTurn(async () => {
    const salt = randomBytes(SALT_BYTES);
    const present = cost;
    const key = await derive(password, salt, present);
    return `${formOf(present)}${salt.toString('base64url')}$${key.toString('base64url')}`;
  });

/** What hashes cost that are made from now on. */
let cost = FULL_COST;

/** In place of the hash of somebody who does not exist: no password has it, and finding that out costs as much. */
const nobodyAt = (present: Cost): string =>
  `${formOf(present)}${randomBytes(SALT_BYTES).toString('base64url')}$${randomBytes(KEY_BYTES).toString('base64url')}`;
let nobody = nobodyAt(cost);

/** Sets what hashes cost in this process. Hashes of another cost stay right, and are made anew at the next log-in. */
export function setHashCost(next: Cost): void {
  cost = next;
  nobody = nobodyAt(next);
}

const SCRYPT = /^\$scrypt\$ln=(\d{2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]{43})$/;

async function hasScrypt(password: string, stored: string): Promise<boolean> {
  const [, log2N, r, p, salt, key] = SCRYPT.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return false;
  const own = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), own), Buffer.from(key, 'base64url'));
}

const isBcrypt = (stored: string): boolean => /^\$2[aby]\$/.test(stored);
/** bcrypt reads no more bytes of a password. */
const BCRYPT_BYTES = 72;

/** Compares with a hash of before scrypt. The other work beside it makes it take as long as a name that nobody has. */
async function hasBcrypt(password: string, stored: string): Promise<boolean> {
  const normalized = normalizedPassword(password);
  const [isRight] = await Promise.all([compare(normalized, stored), hasScrypt(password, nobody)]);
  return isRight && Buffer.byteLength(normalized) <= BCRYPT_BYTES;
}

/**
 * Whether a password is the one of a hash. Without a hash it never is, and that takes the same time. Refuses (503) when
 * too many are being checked already.
 */
export async function isPasswordOf(password: string, stored: string | undefined): Promise<boolean> {
  // Nobody was let choose a longer one; nobody may make us work on it.
  const isPossible = Array.from(normalizedPassword(password)).length <= LONGEST_PASSWORD;
  const [asked, against] = isPossible ? [password, stored ?? nobody] : ['', nobody];
  const isRight = await inTurn(() => (isBcrypt(against) ? hasBcrypt(asked, against) : hasScrypt(asked, against)));
  return isRight && stored !== undefined && isPossible;
}

/** Whether a hash was made by another method or at another cost than those made now, so that it should be made anew. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(formOf(cost));
