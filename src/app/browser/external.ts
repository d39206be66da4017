/** Opens external addresses in a new window without changing the current address (ruling 48). */
import type { ExternalAddress } from '#domain/portal/external.ts';

/** Opens the window; false where the browser keeps it back. */
export function openElsewhere({ url, target }: ExternalAddress): boolean {
  const opened = window.open(url, target);
  if (opened === null) return false;
  // The page elsewhere must not reach back to this one.
  if (opened !== window) opened.opener = null;
  return true;
}
