/**
 * Data for access decisions: in memory for the lifetime of the page, and in the tab's session storage where the
 * specification says so (P §3, §5.1): names of borrower actions, the address to return to, and whether the past-due
 * message was shown. The footer's texts also need to know after a reload whether help with payments is offered. All data belong
 * to one web account.
 */
import * as v from 'valibot';
import { storableAddress } from '#domain/portal/content/search-address.ts';
import { BorrowerActions } from '#domain/session/access/shapes.ts';
import type { AccessKnowledge } from '#machines/session/access/access.machine.ts';

const ACTIONS = 'borrower-actions';
const RETURN_TO = 'captive-return-to';
const PAST_DUE_SEEN = 'past-due-seen';
const HELP = 'may-get-help';

const Stored = v.pipe(v.string(), v.parseJson());
const StoredActions = v.pipe(Stored, v.object({ webAccountId: v.string(), actions: BorrowerActions }));
const StoredHelp = v.pipe(Stored, v.object({ webAccountId: v.string(), mayGetHelp: v.boolean() }));
const StoredAddress = v.pipe(
  Stored,
  v.object({ webAccountId: v.string(), address: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)) }),
);

export interface AccessMemory {
  /** Returns the data of the given web account; never that of another account. */
  getKnowledge(webAccountId: string | undefined): AccessKnowledge;
  select(webAccountId: string | undefined, known: AccessKnowledge): void;
  /** Stores the actions that remain after one was completed. */
  storeActions(webAccountId: string, actions: BorrowerActions): void;
  /** Invalidates the facts after a change that may affect them; the next check fetches them again. */
  clearFacts(): void;
  /**
   * Returns whether a lower payment or a pause may help the borrower: money is owed, and not all federal loans are in
   * default. This is the server's latest answer; undefined if unknown. It survives a reload, and a change that invalidates
   * the facts: a payment counts when it has posted.
   */
  mayGetHelp(webAccountId: string | undefined): boolean | undefined;
  storeMayGetHelp(webAccountId: string, mayGetHelp: boolean): void;
  hasSeenPastDue(webAccountId: string | undefined): boolean;
  seePastDue(webAccountId: string): void;
  /** Stores the requested address of a person who must complete an action first. */
  storeReturnUrl(webAccountId: string, address: string): void;
  /** Returns that address, once. */
  popReturnUrl(webAccountId: string): string | undefined;
  /** Calls `changed` when it becomes known whether help is offered. Returns a function that unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Deletes all data when the session ends. */
  forget(): void;
}

function readFrom<T>(storage: Storage, key: string, schema: v.GenericSchema<unknown, T>): T | undefined {
  const stored = v.safeParse(schema, storage.getItem(key));
  return stored.success ? stored.output : undefined;
}

/** Creates the storage of access data, per page and per tab (`sessionStorage`). */
export function createAccessMemory(storage: Storage): AccessMemory {
  let isOpen: true | null = null;
  const listeners = new Set<() => void>();
  let figures: { readonly webAccountId: string; readonly facts: AccessKnowledge['facts'] } | undefined;

  const notify = () => listeners.forEach((changed) => changed());

  const memory: AccessMemory = {
    getKnowledge(webAccountId) {
      const stored = readFrom(storage, ACTIONS, StoredActions);
      const isTheirs = webAccountId !== undefined && stored?.webAccountId === webAccountId;
      return {
        isOpen,
        borrowerActions: isTheirs ? stored.actions : null,
        facts: figures !== undefined && figures.webAccountId === webAccountId ? figures.facts : null,
      };
    },
    select(webAccountId, known) {
      ({ isOpen } = known);
      if (webAccountId === undefined) return;
      figures = { webAccountId, facts: known.facts };
      if (known.borrowerActions !== null) memory.storeActions(webAccountId, known.borrowerActions);
    },
    storeActions: (webAccountId, actions) => storage.setItem(ACTIONS, JSON.stringify({ webAccountId, actions })),
    clearFacts() {
      figures = undefined;
    },
    mayGetHelp(webAccountId) {
      const stored = readFrom(storage, HELP, StoredHelp);
      return stored !== undefined && stored.webAccountId === webAccountId ? stored.mayGetHelp : undefined;
    },
    storeMayGetHelp(webAccountId, mayGetHelp) {
      storage.setItem(HELP, JSON.stringify({ webAccountId, mayGetHelp }));
      notify();
    },
    hasSeenPastDue: (webAccountId) => webAccountId !== undefined && storage.getItem(PAST_DUE_SEEN) === webAccountId,
    seePastDue: (webAccountId) => storage.setItem(PAST_DUE_SEEN, webAccountId),
    storeReturnUrl: (webAccountId, address) =>
      storage.setItem(RETURN_TO, JSON.stringify({ webAccountId, address: storableAddress(address) })),
    popReturnUrl(webAccountId) {
      const stored = readFrom(storage, RETURN_TO, StoredAddress);
      storage.removeItem(RETURN_TO);
      return stored?.webAccountId === webAccountId ? stored.address : undefined;
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    forget() {
      figures = undefined;
      for (const key of [ACTIONS, RETURN_TO, PAST_DUE_SEEN, HELP]) storage.removeItem(key);
      notify();
    },
  };
  return memory;
}

/**
 * Returns a memory that invalidates the facts in all tabs of this browser: an application in one tab closes the entries
 * in the others too (ruling 60).
 */
export function inAllTabs(
  memory: AccessMemory,
  channel: Pick<BroadcastChannel, 'addEventListener' | 'postMessage'>,
): AccessMemory {
  channel.addEventListener('message', () => memory.clearFacts());
  return {
    ...memory,
    clearFacts() {
      memory.clearFacts();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
      channel.postMessage('changed');
    },
  };
}

/** Returns whether a cookie named after the web account has one of these values (P §5.1). */
export function hasSplashCookie(cookies: string, webAccountId: string | undefined, values: readonly string[]): boolean {
  if (webAccountId === undefined) return false;
  return cookies.split(';').some((cookie) => {
    const [name = '', value = ''] = cookie.trim().split('=', 2);
    return name === webAccountId && values.includes(value);
  });
}
