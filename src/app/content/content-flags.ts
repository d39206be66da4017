/** The switches of managed content for the layout: texts with the value `true` (P §4). */
import { useEffect, useState } from 'react';
import { isFlagEnabled } from '#domain/portal/content/rules.ts';
import { useContent } from './use-content.ts';

export type Switch = 'disabled-mma-enabled' | 'auth-service-down' | 'cx-one-chat';

/** Returns whether a switch is on; undefined until its text has loaded. A switch that failed to load is off. */
export function useContentFlag(name: Switch): boolean | undefined {
  const { loadContent } = useContent();
  const [isSwitchedOn, setSwitchedOn] = useState(() => {
    const written = loadContent.arrived?.('globalsite', name);
    return written === undefined ? undefined : isFlagEnabled(written);
  });
  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      const written = await loadContent('globalsite', name);
      if (isHere) setSwitchedOn(isFlagEnabled(written));
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [loadContent, name]);
  return isSwitchedOn;
}
