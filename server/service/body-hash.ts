/**
 * Returns the SHA-256 of a request body, which detects a different body under the same idempotency key. It is stored
 * encrypted or as a keyed hash.
 */
import { createHash } from 'node:crypto';

export const bodyHashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');
