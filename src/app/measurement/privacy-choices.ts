/** A person's choices about data in the browser (P §2.4). Analytics run only if they are configured and allowed. */
import * as v from 'valibot';

/** The key of the choices in the storage. */
export const PRIVACY_CHOICES = 'privacy-choices';

const PrivacyChoices = v.object({ analytics: v.boolean() });
export type PrivacyChoices = v.InferOutput<typeof PrivacyChoices>;

/** Returns the choices stored in this browser; by default, nothing is allowed. */
export function readPrivacyChoices(storage: Storage): PrivacyChoices {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), PrivacyChoices), storage.getItem(PRIVACY_CHOICES));
  return stored.success ? stored.output : { analytics: false };
}

export const storePrivacyChoices = (storage: Storage, choices: PrivacyChoices): void =>
  storage.setItem(PRIVACY_CHOICES, JSON.stringify(choices));
