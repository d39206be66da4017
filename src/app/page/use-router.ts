/** Provides the router, and the facts about the browser that pages read during rendering. */
import type { DataRouter } from 'react-router-dom';
import { provided } from './provided.ts';

/** Facts about the browser that pages read during rendering. */
export interface BrowserDeps {
  /** The storage of this tab. */
  readonly tab: Pick<Storage, 'getItem' | 'setItem'>;
  readonly userAgent: string;
  readonly cookies: () => string;
}

export interface RouterParts {
  readonly router: DataRouter;
  /** Called when a blocker of the router stops a Back or Forward (`browser/history-position.ts`). */
  readonly onPopBlocked: () => void;
  readonly browser: BrowserDeps;
}

export const [RouterPartsProvider, useRouter] = provided<RouterParts>('router');
