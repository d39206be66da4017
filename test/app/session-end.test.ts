/** The cleanup of a tab when its session ends (P §4), and the drafts that are deleted. */
import { describe, expect, it, vi } from 'vitest';
import type { SessionEnd } from '#domain/session/identity/shapes.ts';
import type { DraftPersistence, createDraftPersistence } from '#src/app/drafts/drafts.ts';
import { createDraftsByPerson } from '#src/app/drafts/drafts-by-person.ts';
import { createSessionEnd } from '#src/app/session/session-end.ts';
import { readStoredEnd } from '#src/app/session/session-end-storage.ts';

/** A storage whose keys `Object.keys` returns, like a browser's. */
function storageWith(stored: Readonly<Record<string, string>>): Storage {
  const storage: Record<string, string> = { ...stored };
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
    clear: () => undefined,
    key: () => null,
    length: 0,
  };
  const described = Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }] as const);
  return Object.defineProperties(storage, Object.fromEntries(described)) as unknown as Storage;
}

const COPY = { 'draft.web-1.payflow': '{}' };

/** Fake drafts that record their calls. */
function drafts() {
  const requested: string[] = [];
  const never = () => {
    throw new Error('Nobody asks for this here');
  };
  const keeping: DraftPersistence = {
    store: { read: never, write: never, discard: never },
    open: never,
    isEarlier: never,
    flush: never,
    discardAll: async () => void requested.push('discardAll'),
    saveForLater: async () => void requested.push('saveForLater'),
    stop: () => void requested.push('stop'),
  };
  return { keeping, requested };
}

describe('the drafts of an ending session', () => {
  const run = () => Promise.reject(new TypeError('No answer'));

  it('are those that a page has loaded', async () => {
    const byPerson = createDraftsByPerson({ storage: storageWith({}), run });
    const made = drafts().keeping;
    const create = vi.fn<typeof createDraftPersistence>(() => made);
    expect(byPerson.of('web-1', create)).toBe(made);
    expect(byPerson.of('web-1', create)).toBe(made);
    expect(create).toHaveBeenCalledOnce();
    expect(await byPerson.ending('web-1')).toBe(made);
    expect(byPerson.present()).toBe(made);
  });

  it('of the previous person are no longer sent', () => {
    const byPerson = createDraftsByPerson({ storage: storageWith({}), run });
    const [first, second] = [drafts(), drafts()];
    byPerson.of('web-1', () => first.keeping);
    expect(byPerson.of('web-2', () => second.keeping)).toBe(second.keeping);
    expect([first.requested, second.requested]).toEqual([['stop'], []]);
    expect(byPerson.present()).toBe(second.keeping);
  });

  it('are undefined if this tab has none', async () => {
    const byPerson = createDraftsByPerson({ storage: storageWith({ other: 'x' }), run });
    expect(await byPerson.ending('web-1')).toBeUndefined();
    expect(byPerson.present()).toBeUndefined();
  });

  it('include those that this tab stored before a reload', async () => {
    const storage = storageWith(COPY);
    const byPerson = createDraftsByPerson({ storage, run });
    const found = await byPerson.ending('web-1');
    expect(found).toBe(byPerson.present());
    expect(Object.keys(storage)).toEqual(Object.keys(COPY));
    await found?.discardAll();
    expect(Object.keys(storage).filter((key) => key.startsWith('draft.'))).toEqual([]);
  });
});

describe('the end of a session', () => {
  function ended(end: SessionEnd, place: { address: string; webAccountId: string } | undefined) {
    const storage = storageWith({ ...COPY, 'draft.web-2.payflow': '{}' });
    const { keeping, requested } = drafts();
    const clearFacts = vi.fn();
    const run = createSessionEnd({ storage, drafts: async () => keeping, place: () => place, clearFacts });
    return { storage, requested, clearFacts, done: run(end) };
  }
  const here = { address: '/payments/payflow/review', webAccountId: 'web-1' };

  it.each(['chosen', 'elsewhere'] as const)(
    'with the reason %s removes all drafts from the tab, and stores only that the person is logged out',
    async (end) => {
      const { storage, requested, clearFacts, done } = ended(end, here);
      await done;
      expect(Object.keys(storage)).toEqual(['LoggedOut']);
      expect(readStoredEnd(storage)).toBe('loggedOut');
      expect(clearFacts).toHaveBeenCalledOnce();
      expect(requested).toEqual([end === 'chosen' ? 'discardAll' : 'stop']);
    },
  );

  it.each(['timedOut', 'expired'] as const)(
    'with the reason %s keeps the entries and stores the current URL',
    async (end) => {
      const { storage, requested, clearFacts, done } = ended(end, here);
      await done;
      expect(Object.keys(storage)).toEqual(expect.arrayContaining(Object.keys(COPY)));
      expect(JSON.stringify(storage)).toContain(here.address);
      expect(clearFacts).toHaveBeenCalledOnce();
      expect(requested).toEqual(['saveForLater', 'stop']);
    },
  );

  it('without a person stores no URL', async () => {
    const { storage, done } = ended('timedOut', undefined);
    await done;
    expect(Object.keys(storage).filter((key) => !key.startsWith('draft.'))).toEqual([]);
  });
});
