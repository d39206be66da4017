/** Hashes of request bodies, which detect a different body under the same idempotency key. */
import { createHash } from 'node:crypto';
import { presentKeys } from '../db/keys.ts';

/** Returns the SHA-256 of a body, which is stored encrypted. */
export const hashBody = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/** Returns a keyed hash of a body, so that the body cannot be found by brute force. */
export const hashPublicBody = (body: unknown): string => presentKeys().hash(hashBody(body));
