/** The page's address as state. */
import { useSyncExternalStore } from 'react';
import { type Address, formatAddress, parseAddress } from './address.ts';

const CHANGED = 'hashchange';

function subscribe(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}

/** The address of the page. */
export function useAddress(): Address {
  return parseAddress(useSyncExternalStore(subscribe, () => location.hash));
}

/** Navigates to an address. `replace` adds no history entry: for steps of a simulation and for typing. */
export function go(address: Address, how: 'push' | 'replace' = 'push'): void {
  const hash = formatAddress(address);
  if (how === 'push') location.hash = hash;
  else {
    history.replaceState(null, '', hash);
    dispatchEvent(new Event(CHANGED));
  }
}
