/**
 * The storage of the tab and of the browser. If the browser blocks it or has no space left, the entries stay in the page's
 * memory, so that all public pages work (ruling 111).
 */

/** A storage that tracks entries that exist in this page only. */
export interface FallbackStorage {
  readonly storage: Storage;
  /** Returns whether the browser has refused to store the present value of this key. */
  readonly isRefused: (key: string) => boolean;
}

/** Creates a storage that never throws. `open` returns the browser's storage, or throws if it is blocked. */
export function createFallbackStorage(open: () => Storage): FallbackStorage {
  const refused = new Map<string, string>();
  /** Returns the result of the browser's storage, or `otherwise` if it throws. */
  function ask<Answer>(question: (storage: Storage) => Answer, otherwise: Answer): Answer {
    try {
      return question(open());
    } catch {
      return otherwise;
    }
  }
  const store = (key: string, value: string): boolean =>
    ask((storage) => {
      storage.setItem(key, value);
      return true;
    }, false);
  const keys = (): string[] => [...new Set([...ask((storage) => Object.keys(storage), []), ...refused.keys()])];
  const methods: Storage = {
    get length() {
      return keys().length;
    },
    key: (at) => keys()[at] ?? null,
    getItem: (key) => refused.get(key) ?? ask((storage) => storage.getItem(key), null),
    setItem(key, value) {
      refused.delete(key);
      if (store(key, value)) return;
      // The stored value is outdated, and it may use the space that the new one needs.
      ask((storage) => storage.removeItem(key), undefined);
      if (!store(key, value)) refused.set(key, value);
    },
    removeItem(key) {
      refused.delete(key);
      ask((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      refused.clear();
      ask((storage) => storage.clear(), undefined);
    },
  };
  // `Object.keys` lists the keys, as it does for a browser's storage.
  const listed = new Proxy(methods, {
    ownKeys: keys,
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && keys().includes(key)
        ? { value: methods.getItem(key), enumerable: true, configurable: true }
        : undefined,
  });
  return { storage: listed, isRefused: (key) => refused.has(key) };
}

const browser = createFallbackStorage(() => localStorage);

/** The storage of this tab. */
export const tabStorage: Storage = createFallbackStorage(() => sessionStorage).storage;

/** The storage that all tabs share. */
export const browserStorage: Storage = browser.storage;

/** Returns whether an entry of {@link browserStorage} is lost with this page. */
export const isOnlyOnThisPage = browser.isRefused;
