/** What the shell loads beside a page. Nobody is kept from the page because it is missing. */
import { useEffect, useState } from 'react';
import { logFailure } from '../errors/log.ts';

/** What is loaded beside a page. */
export interface Load<T> {
  (): Promise<T>;
  /** What is here already; undefined where it is not. */
  readonly arrived?: () => T | undefined;
}

/** What `load` brings; undefined until it is there, and where it fails, which is logged as `whatFailed`. */
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
