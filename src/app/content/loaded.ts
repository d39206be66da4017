/** Data that the shell loads beside a page. The page does not wait for them. */
import { useEffect, useState } from 'react';
import { logFailure } from '../page/log.ts';

/** Data that load beside a page. */
export interface Load<T> {
  (): Promise<T>;
  /** Returns the data if they are loaded; otherwise undefined. */
  readonly arrived?: () => T | undefined;
}

/** Loads at once and caches the result for the first use. Retries after a failure. */
export function loadedAtOnce<T>(load: () => Promise<T>): Load<T> {
  let here: T | undefined;
  let loading: Promise<T> | undefined;
  const ask = async (): Promise<T> => {
    try {
      return (here = await load());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const get = () => (loading ??= ask());
  // The component that shows the data reports the failure.
  get().catch(() => undefined);
  return Object.assign(() => get(), { arrived: () => here });
}

/** Returns the result of `load`; undefined until it has loaded or if it fails. Failures are logged as `whatFailed`. */
export function useLoaded<T>(load: Load<T>, whatFailed: string): T | undefined {
  const [loaded, setLoaded] = useState<T | undefined>(() => load.arrived?.());
  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      try {
        const found = await load();
        if (isHere) setLoaded(found);
      } catch (error) {
        logFailure(whatFailed, error);
      }
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [load, whatFailed]);
  return loaded;
}
