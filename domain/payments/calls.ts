/**
 * All calls of the payments area (Y §7). The portal imports the parts, so that a page loads only the calls that it
 * makes.
 */
import { paymentActivity } from './activity-calls.ts';
import { paymentReads } from './read-calls.ts';
import { paymentSubmissions } from './submission-calls.ts';

export const payments = { ...paymentReads, ...paymentSubmissions, ...paymentActivity };
