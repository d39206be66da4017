/**
 * The first script of a page: it requests the data that every page needs and then imports the portal's code. If that
 * fails, the script in `index.html` shows a message (`start-failure.ts`).
 */
import '../ui/styles/index.scss';
import { START_FAILED } from '#domain/start-failure.ts';
import { LIVE_KEY } from 'xstate-workbench/model/live-key';
import { startBootstrap } from './bootstrap.ts';

/** Whether the flow workbench in another tab follows this one. */
function isFollowed(): boolean {
  try {
    return localStorage.getItem(LIVE_KEY) !== null;
  } catch {
    // The browser keeps nothing for this site.
    return false;
  }
}

async function begin(): Promise<void> {
  try {
    // Before the first machine runs; of others this loads nothing.
    if (isFollowed()) await import('../app/inspection/live-inspection.ts').catch(reportError);
    await import('./main.tsx');
  } catch (error) {
    reportError(error);
    dispatchEvent(new Event(START_FAILED));
  }
}

function start(): void {
  startBootstrap();
  void begin();
}

// It may have come before the document's end.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
