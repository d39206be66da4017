/** The switches of managed content, as the layout sees them: texts that say `true` (P §4). */
import { useEffect, useState } from 'react';
import { isFlagEnabled } from '#domain/portal/content/rules.ts';
import { useContent } from './use-content.ts';

export type Switch = 'disabled-mma-enabled' | 'auth-service-down' | 'cx-one-chat';

/** Whether a switch is on; undefined until its text has loaded. One that could not be loaded is off. */
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
