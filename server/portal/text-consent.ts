/** The consent to text alerts: the version of the managed text, which is stored with each consent. */
import { createHash } from 'node:crypto';
import type { ContentStore } from './content.ts';

/** The managed text that borrowers agree to. */
const CONSENT = { section: 'myprofile', name: 'text-alerts-consent' };

/**
 * Returns the version of the consent text: the beginning of its SHA-256. A changed text has another version without
 * anyone assigning one.
 */
export const getTextConsentVersion = (content: ContentStore): string =>
  createHash('sha256')
    .update(content.find(CONSENT)?.data ?? '')
    .digest('hex')
    .slice(0, 16);
