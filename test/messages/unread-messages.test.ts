/** The number of unread messages: taken from other responses and stored per web account and tab. */
import { describe, expect, it, vi } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { accounts } from '#domain/accounts/calls.ts';
import { updates } from '#domain/accounts/updates/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { paperless } from '#domain/messages/paperless/calls.ts';
import { createUnreadMessages, withUnread } from '#src/app/inbox/unread-messages.ts';

const facts = { isVeryDelinquent: false, borrowerActions: [], hasFederalAccount: true, totalDue: 0 };

describe('the number in a response', () => {
  it.each<[string, CallSpec, unknown, number | undefined]>([
    ['in the access facts', access.facts, { ...facts, unreadMessages: 5 }, 5],
    ['in the access facts of a payer', access.facts, facts, undefined],
    ['of a page of messages', inbox.messages, { messages: [], page: 1, total: 9, unread: 4 }, 4],
    ['of messages that were marked', inbox.mark, { unread: 0 }, 0],
    ['in the updates of the dashboard', updates.read, { nextDates: [], sinceLastVisit: null, unreadMessages: 2 }, 2],
    ['for a borrower with letters by mail', paperless.status, { enrolled: false }, 0],
    ['for an enrolled borrower', paperless.status, { enrolled: true }, undefined],
    ['for a borrower who opts out', paperless.unenroll, { result: true }, 0],
    ['of anything else', accounts.list, { unread: 7 }, undefined],
  ])('%s', (_, call, answer, unread) => {
    expect(call.unreadIn?.(answer)).toBe(unread);
  });
});

/** A fake storage. */
function storage(): Storage {
  const stored = new Map<string, string>();
  return {
    ...Object.create(null),
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

const signal = new AbortController().signal;

describe('the stored number', () => {
  it('is that of the last response for the web account, even after a reload', async () => {
    const store = storage();
    const unread = createUnreadMessages(store);
    const changed = vi.fn();
    const stop = unread.subscribe(changed);
    let count = 5;
    const run = withUnread(
      async () => ({ unread: count }),
      unread,
      () => 'avery',
    );
    await run({ kind: 'call', call: inbox.mark }, {}, signal);
    expect(unread.getCount('avery')).toBe(5);
    expect(changed).toHaveBeenCalledTimes(1);
    stop();
    count = 4;
    await run({ kind: 'call', call: inbox.mark }, {}, signal);
    expect(changed).toHaveBeenCalledTimes(1);
    const reloaded = createUnreadMessages(store);
    expect(reloaded.getCount('avery')).toBe(4);
    expect(reloaded.getCount('blake')).toBeUndefined();
    expect(reloaded.getCount(undefined)).toBeUndefined();
    reloaded.forget();
    expect(unread.getCount('avery')).toBeUndefined();
  });

  it('is not updated without a signed-in person', async () => {
    const unread = createUnreadMessages(storage());
    const run = withUnread(
      async () => ({ unread: 5 }),
      unread,
      () => undefined,
    );
    await run({ kind: 'call', call: inbox.mark }, {}, signal);
    expect(unread.getCount(undefined)).toBeUndefined();
  });
});
