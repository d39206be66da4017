/** What tells the bodies of two submissions apart: SHA-256 of what they say. It is kept encrypted, or hashed with a key. */
import { createHash } from 'node:crypto';

export const bodyHashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');
