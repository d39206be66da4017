/** Opens external addresses in a new window without changing the current address (ruling 48). */
import type { ExternalAddress } from '#domain/portal/external.ts';

/** Opens the window. Returns false if the browser blocks it. */
export function openElsewhere({ url, target }: ExternalAddress): boolean {
  const opened = window.open(url, target);
  if (opened === null) return false;
  // Prevents the external page from accessing this one.
  if (opened !== window) opened.opener = null;
  return true;
}
