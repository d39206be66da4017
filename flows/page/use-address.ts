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

/** Goes to an address. `replace` leaves no entry in the history: for steps of a simulation and words being typed. */
export function go(address: Address, how: 'push' | 'replace' = 'push'): void {
  const hash = formatAddress(address);
  if (how === 'push') location.hash = hash;
  else {
    history.replaceState(null, '', hash);
    dispatchEvent(new Event(CHANGED));
  }
}
