/** Parts of the shell that no page needs at first: their code is loaded when they are shown. */
import { type ComponentType, useEffect, useState } from 'react';
import { PartMissing } from '../../views/portal/page-code/PartMissing.tsx';
import { ReloadNeededError } from '../browser/import-chunk.ts';
import { reloadPage } from '../browser/reload-page.ts';
import { logFailure } from '../page/log.ts';

export interface OnDemandFacts<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** The name of the component at the beginning of a sentence. */
  readonly what: string;
}

/**
 * Creates a lazy-loaded component that the person opens and can close. It renders nothing until its code has loaded. If
 * loading fails, it shows a message, and retries when it is opened again.
 */
export function onDemand<Props extends { onClose: () => void }>({ load, what }: OnDemandFacts<Props>) {
  let here: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [View, setView] = useState(() => here);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      if (View !== undefined) return undefined;
      let isShown = true;
      const ask = async () => {
        try {
          here = await load();
          if (isShown) setView(() => here);
        } catch (error) {
          logFailure(`${what} could not be loaded`, error);
          if (isShown) setFailure(error);
        }
      };
      void ask();
      return () => {
        isShown = false;
      };
    }, [View]);
    if (failure !== undefined) {
      const onReload = failure instanceof ReloadNeededError ? () => void reloadPage() : undefined;
      return <PartMissing what={what} onClose={props.onClose} onReload={onReload} />;
    }
    return View === undefined ? null : <View {...props} />;
  };
}
