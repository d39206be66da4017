/** Storage that the browser blocks or that is full (ruling 111). */
import { describe, expect, it } from 'vitest';
import { createFallbackStorage } from '#src/app/browser/storage.ts';

/** A browser's storage with room for this many characters. */
function storageWithRoom(room: number): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(storage, key) ? String(Reflect.get(storage, key)) : null),
    setItem(key: string, value: string) {
      const used = Object.entries(storage).filter(([other]) => other !== key);
      if (used.flat().join('').length + key.length + value.length > room) {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      }
      Reflect.set(storage, key, value);
    },
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
    clear: () => Object.keys(storage).forEach((key) => Reflect.deleteProperty(storage, key)),
  };
  const storage: Storage = Object.create(methods);
  return storage;
}

const blocked = (): Storage => {
  throw new DOMException('Access is denied for this document', 'SecurityError');
};

describe('blocked storage', () => {
  it('is replaced by the memory of the page', () => {
    const { storage, isRefused } = createFallbackStorage(blocked);
    expect(storage.getItem('a')).toBeNull();
    expect(Object.keys(storage)).toEqual([]);
    storage.setItem('a', '1');
    storage.setItem('b', '2');
    expect([storage.getItem('a'), storage.length, storage.key(1), Object.keys(storage)]).toEqual([
      '1',
      2,
      'b',
      ['a', 'b'],
    ]);
    expect(isRefused('a')).toBe(true);
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
    storage.clear();
    expect(Object.keys(storage)).toEqual([]);
  });
});

describe('full storage', () => {
  it('keeps the values that fit, and the others in memory', () => {
    const stored = storageWithRoom(10);
    const { storage, isRefused } = createFallbackStorage(() => stored);
    storage.setItem('a', '12345');
    storage.setItem('b', '12345');
    expect(Object.keys(storage)).toEqual(['a', 'b']);
    expect(storage.getItem('b')).toBe('12345');
    expect([stored.getItem('a'), stored.getItem('b'), isRefused('a'), isRefused('b')]).toEqual([
      '12345',
      null,
      false,
      true,
    ]);
  });

  it('keeps no value that is out of date', () => {
    const stored = storageWithRoom(10);
    const { storage, isRefused } = createFallbackStorage(() => stored);
    storage.setItem('a', 'old');
    storage.setItem('a', 'too long to fit');
    expect([storage.getItem('a'), stored.getItem('a'), isRefused('a')]).toEqual(['too long to fit', null, true]);
    storage.setItem('a', 'new');
    expect([storage.getItem('a'), stored.getItem('a'), isRefused('a')]).toEqual(['new', 'new', false]);
  });
});
